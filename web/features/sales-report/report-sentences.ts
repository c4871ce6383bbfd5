import { bounded } from '#domain/decimal.ts';
import { count, money } from '#domain/format.ts';
import type { Sorted } from './report-sets.ts';
import type { Totals, Understood } from './understand.ts';

/** '1 venda', '1.234 vendas' */
export const soldText = (quantity: number): string =>
  `${signed(quantity)} ${Math.abs(quantity) === 1 ? 'venda' : 'vendas'}`;

const signed = (value: number): string => (value < 0 ? `\u2212${count(-value)}` : count(value));

const reais = (value: bigint): string => money(bounded(value));

/** '340 vendas, R$ 12.345,00' */
export const totalsText = ({ quantity, revenue }: Totals): string =>
  revenue === null ? soldText(quantity) : `${soldText(quantity)}, ${reais(revenue)}`;

/** What the file's own totals say of what was read from it. */
export function checkSentence({ stated, read, problemCount }: Understood): { isRight: boolean; sentence: string } {
  const because = problemCount === 0 ? '' : ' As linhas com problema estão logo abaixo.';
  if (!stated) return { isRight: true, sentence: `As linhas do arquivo somam ${totalsText(read)}. ${NO_TOTAL}` };
  const differences = [
    stated.quantity === null || stated.quantity === read.quantity
      ? undefined
      : `o total do arquivo diz ${soldText(stated.quantity)} e as linhas somam ${soldText(read.quantity)}`,
    stated.revenue === null || read.revenue === null || stated.revenue === read.revenue
      ? undefined
      : `o total do arquivo diz ${reais(stated.revenue)} e as linhas somam ${reais(read.revenue)} (diferença de ${reais(distance(stated.revenue, read.revenue))})`,
  ].filter((said) => said !== undefined);
  if (differences.length === 0)
    return { isRight: true, sentence: `Confere com o total do arquivo: ${totalsText(read)}.` };
  return { isRight: false, sentence: `Não confere: ${differences.join('; ')}.${because}` };
}

const NO_TOTAL = 'Ele não tem uma linha de total para conferir.';

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/** What of it comes in, and what does not. */
export function takenSentence({ taken, leftOut, undecided }: Sorted): string {
  const parts = [
    `Entram ${totalsText(taken)}`,
    ...(isNothing(leftOut) ? [] : [`ficam de fora ${totalsText(leftOut)}`]),
    ...(isNothing(undecided) ? [] : [`falta dizer o que são ${totalsText(undecided)}`]),
  ];
  return `${parts.join('; ')}.`;
}

const isNothing = ({ quantity, revenue }: Totals): boolean => quantity === 0 && (revenue ?? 0n) === 0n;
