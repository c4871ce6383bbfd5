import { SAID } from './answers.ts';
import type { Sight } from './sight.ts';

/** Sentences that say that something is not known, with words for what. */
const TELLS = [
  /^Erro ao (carregar|comparar|verificar)\b/,
  /^Não deu para (carregar|atualizar|conferir|abrir)\b/,
  // A check of the system's state, in its own word.
  /^COM FALHA$/,
  /^Não conseguimos mostrar o código aqui\./,
  /^Sem conexão com o Prumo: mostrando os dados de \d\d\/\d\d às \d\d:\d\d, só para consulta\.$/,
];

/** What may stand beside them: advice, ways on, and signs for what is not known. */
const BESIDE = [
  /(^| = )–$/,
  /^(Tentar de novo|Voltar ao início|Verificar de novo)$/,
  /^Seus dados estão guardados\. Confira a conexão e tente de novo\.$/,
  /^O Prumo não respondeu\./,
  /^sem resposta$/,
  /^Degradado$/,
  /^Pessoa$/,
  /^O que protege a trilha$/,
  /^(Meus negócios|Onde a conta está aberta|Recibo)$/,
  // What such a cost is, where it is not known how much of the own sales it takes.
  /^O que cada venda leva consigo\b/,
  // What it is of, where it is not known whether there are channels to tell apart.
  /^Total sobre as vendas$/,
  // What is typed there by hand, and would be filled in for who is known.
  /^(Nome|E-mail) =$/,
];

/** The first page to somebody whose session has ended meanwhile, as specified. */
const ENDED = 'Você precisa fazer login primeiro';

/** By which somebody has it tried again. */
export const RETRY = /^(Tentar de novo|Verificar de novo|Já Paguei - Verificar Status)$/;

interface Case {
  readonly healthy: Sight;
  /** What somebody sees here who is not signed in; where the server says so the screen may become that. */
  readonly stranger: readonly Sight[];
  readonly mayBeStrangers: boolean;
}

export interface Verdict {
  /** Nothing that was needed is missing. */
  readonly isUnharmed: boolean;
  readonly hasBecomeStrangers: boolean;
  readonly faults: readonly string[];
}

/** Stands between what is told of one thing in one line: “R$ 19,25 por pacote de 500 g · em 2 pratos”. */
const PARTS = ' · ';

/** Does the line say less than the whole one, by parts that are not known, and nothing else? It begins with the same. */
function isShortened(line: string, whole: string): boolean {
  const [first, ...rest] = whole.split(PARTS);
  const [begins, ...others] = line.split(PARTS);
  if (begins !== first || others.length >= rest.length) return false;
  let from = 0;
  return others.every((part) => (from = rest.indexOf(part, from) + 1) > 0);
}

/**
 * Is a line one of these, as it is or with parts left out, and not more often than it is there? One zero is no reason for
 * another one.
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

/** Is everything that stands on a screen with failed reads either true or said to be unknown? */
export function judged(seen: Sight, { healthy, stranger, mayBeStrangers }: Case): Verdict {
  if (seen.lines.join('\n') === healthy.lines.join('\n'))
    return { isUnharmed: true, hasBecomeStrangers: false, faults: [] };
  const isWhole = countingDown(healthy.lines);
  const isStrangers = (line: string): boolean =>
    mayBeStrangers && (line === ENDED || stranger.some(({ lines }) => lines.includes(line)));
  const tells = seen.lines.filter((line) => TELLS.some((each) => each.test(line)));
  const wrong = seen.lines.filter(
    (line) =>
      !isStrangers(line) &&
      !tells.includes(line) &&
      !isWhole(line) &&
      !SAID.some((said) => line.includes(said)) &&
      !BESIDE.some((each) => each.test(line)),
  );
  const hasBecomeStrangers = mayBeStrangers && tells.length === 0 && seen.lines.every((line) => isStrangers(line));
  const faults = wrong.map((line) => `says “${line}”`);
  if (hasBecomeStrangers) return { isUnharmed: false, hasBecomeStrangers, faults };
  if (tells.length === 0) faults.push(`does not say that something is missing: ${seen.lines.slice(0, 12).join(' | ')}`);
  if (!seen.lines.some((line) => RETRY.test(line))) faults.push('offers no way to try again');
  return { isUnharmed: false, hasBecomeStrangers, faults };
}
