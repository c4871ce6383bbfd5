import { FAILURE_TEXTS } from './answers.ts';
import type { PageContent } from './page-content.ts';

/** Sentences that say that something is unknown. */
const UNKNOWN_SENTENCES = [
  /^Erro ao (carregar|comparar|verificar)\b/,
  /^Não deu para (carregar|atualizar|conferir|abrir)\b/,
  // This is the state of a check in the system's own word.
  /^COM FALHA$/,
  /^Não conseguimos mostrar o código aqui\./,
  /^Sem conexão com o Prumo: mostrando os dados de \d\d\/\d\d às \d\d:\d\d, só para consulta\.$/,
];

/** Texts that may accompany them: advice, links, and signs for unknown values. */
const ALLOWED_TEXTS = [
  /(^| = )–$/,
  /^(Tentar de novo|Voltar ao início|Verificar de novo)$/,
  /^Seus dados estão guardados\. Confira a conexão e tente de novo\.$/,
  /^O Prumo não respondeu\./,
  /^sem resposta$/,
  /^Degradado$/,
  /^Pessoa$/,
  /^O que protege a trilha$/,
  /^(Meus negócios|Onde a conta está aberta|Recibo)$/,
  // The unit of such a cost, where the share of the sales is unknown.
  /^O que cada venda leva consigo\b/,
  // The name of the figure, where it is unknown whether there are several channels.
  /^Total sobre as vendas$/,
  // Fields that the person fills in, and that are prefilled where the person is known.
  /^(Nome|E-mail) =$/,
];

/** The first page for a person whose session has ended, as specified. */
const ENDED = 'Você precisa fazer login primeiro';

/** The buttons with which a person tries again. */
export const RETRY = /^(Tentar de novo|Verificar de novo|Já Paguei - Verificar Status)$/;

interface Case {
  readonly healthy: PageContent;
  /** The texts for a visitor who is not signed in; the screen may show these when the server reports no session. */
  readonly stranger: readonly PageContent[];
  readonly mayShowVisitorScreen: boolean;
}

export interface Verdict {
  /** Tells whether nothing that was needed is missing. */
  readonly isUnchanged: boolean;
  readonly isVisitorScreen: boolean;
  readonly faults: readonly string[];
}

/** The separator between facts in one line: “R$ 19,25 por pacote de 500 g · em 2 pratos”. */
const PARTS = ' · ';

/** Returns true if the line equals the complete one without some unknown parts. It must begin in the same way. */
function isShortened(line: string, whole: string): boolean {
  const [first, ...rest] = whole.split(PARTS);
  const [begins, ...others] = line.split(PARTS);
  if (begins !== first || others.length >= rest.length) return false;
  let from = 0;
  return others.every((part) => (from = rest.indexOf(part, from) + 1) > 0);
}

/**
 * Returns true if the line equals one of these, complete or with parts left out, and does not appear more often. One
 * zero does not allow another one.
 */
function countingDown(lines: readonly string[]): (line: string) => boolean {
  const left = [...lines];
  return (line) => {
    const same = left.indexOf(line);
    const place = same === -1 ? left.findIndex((whole) => isShortened(line, whole)) : same;
    if (place !== -1) left.splice(place, 1);
    return place !== -1;
  };
}

/** Returns what on a screen with failed reads is neither true nor marked as unknown. */
export function judge(seen: PageContent, { healthy, stranger, mayShowVisitorScreen }: Case): Verdict {
  if (seen.lines.join('\n') === healthy.lines.join('\n'))
    return { isUnchanged: true, isVisitorScreen: false, faults: [] };
  const isWhole = countingDown(healthy.lines);
  const isStrangers = (line: string): boolean =>
    mayShowVisitorScreen && (line === ENDED || stranger.some(({ lines }) => lines.includes(line)));
  const unknownLines = seen.lines.filter((line) => UNKNOWN_SENTENCES.some((each) => each.test(line)));
  const wrong = seen.lines.filter(
    (line) =>
      !isStrangers(line) &&
      !unknownLines.includes(line) &&
      !isWhole(line) &&
      !FAILURE_TEXTS.some((said) => line.includes(said)) &&
      !ALLOWED_TEXTS.some((each) => each.test(line)),
  );
  const isVisitorScreen =
    mayShowVisitorScreen && unknownLines.length === 0 && seen.lines.every((line) => isStrangers(line));
  const faults = wrong.map((line) => `says “${line}”`);
  if (isVisitorScreen) return { isUnchanged: false, isVisitorScreen, faults };
  if (unknownLines.length === 0)
    faults.push(`does not say that something is missing: ${seen.lines.slice(0, 12).join(' | ')}`);
  if (!seen.lines.some((line) => RETRY.test(line))) faults.push('offers no way to try again');
  return { isUnchanged: false, isVisitorScreen, faults };
}
