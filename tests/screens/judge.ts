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

/** Is a line one of these, and not more often than it is there? One zero is no reason for another one. */
function countingDown(lines: readonly string[]): (line: string) => boolean {
  const left = new Map<string, number>();
  for (const line of lines) left.set(line, (left.get(line) ?? 0) + 1);
  return (line) => {
    const times = left.get(line) ?? 0;
    left.set(line, times - 1);
    return times > 0;
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
