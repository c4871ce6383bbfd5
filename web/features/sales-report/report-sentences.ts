import { toSafeNumber, SCALE } from '#domain/decimal.ts';
import { count, money, quantity as quantityText } from '#domain/format.ts';
import { linesText } from '../files/table.ts';
import type { SortedSales } from './report-sets.ts';
import type { Totals, ReportContents } from './understand.ts';

/** '1 venda', '1.234 vendas', '2,5 vendas' */
export const soldText = (quantity: number): string =>
  `${piecesText(quantity)} ${Math.abs(quantity) === 1 ? 'venda' : 'vendas'}`;

/** '3', '2,5', '−1' */
export const piecesText = (quantity: number): string => {
  const text = Number.isInteger(quantity)
    ? count(Math.abs(quantity))
    : quantityText(Math.round(Math.abs(quantity) * SCALE));
  return quantity < 0 ? `\u2212${text}` : text;
};

const reais = (value: bigint): string => money(toSafeNumber(value));

/** '340 vendas, R$ 12.345,00' */
export const totalsText = ({ quantity, revenue }: Totals): string =>
  revenue === null ? soldText(quantity) : `${soldText(quantity)}, ${reais(revenue)}`;

/** The comparison of the file's own totals with the lines. */
export function checkSentence({ stated, read, rows, isPerOrder }: ReportContents): {
  isRight: boolean;
  sentence: string;
} {
  const because = rows.problem === 0 ? '' : ' As linhas com problema estão logo abaixo.';
  const sum = isPerOrder ? reais(read.revenue ?? 0n) : totalsText(read);
  if (!stated) return { isRight: true, sentence: `As linhas do arquivo somam ${sum}. ${NO_TOTAL}` };
  const differences = [
    isPerOrder || stated.quantity === null || stated.quantity === read.quantity
      ? undefined
      : `o total do arquivo diz ${soldText(stated.quantity)} e as linhas somam ${soldText(read.quantity)}`,
    stated.revenue === null || read.revenue === null || stated.revenue === read.revenue
      ? undefined
      : `o total do arquivo diz ${reais(stated.revenue)} e as linhas somam ${reais(read.revenue)} (diferença de ${reais(distance(stated.revenue, read.revenue))})`,
  ].filter((said) => said !== undefined);
  if (differences.length === 0) return { isRight: true, sentence: `Confere com o total do arquivo: ${sum}.` };
  return { isRight: false, sentence: `Não confere: ${differences.join('; ')}.${because}` };
}

const NO_TOTAL = 'Ele não tem uma linha de total para conferir.';

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/** The number of lines that are imported and left out. */
export function importedSentence({ taken, notDishes, notChannels, undecided }: SortedSales): string {
  const leftOut = {
    quantity: notDishes.quantity + notChannels.quantity,
    revenue:
      notDishes.revenue === null || notChannels.revenue === null ? null : notDishes.revenue + notChannels.revenue,
  };
  const parts = [
    `Entram ${totalsText(taken)}`,
    ...(isNothing(leftOut) ? [] : [`ficam de fora ${totalsText(leftOut)}`]),
    ...(isNothing(undecided) ? [] : [`falta dizer o que são ${totalsText(undecided)}`]),
  ];
  return `${parts.join('; ')}.`;
}

const isNothing = ({ quantity, revenue }: Totals): boolean => quantity === 0 && (revenue ?? 0n) === 0n;

/** Notes about how the lines were read. */
export function readingNotes({ unknownValues, wrongTotals, isMonthFirst, rows }: ReportContents): readonly string[] {
  return [
    ...(unknownValues > 0
      ? [
          unknownValues === 1
            ? 'Em 1 linha o valor não é conhecido: este prato conta pelo preço do canal.'
            : `Em ${count(unknownValues)} linhas o valor não é conhecido: estes pratos contam pelo preço do canal.`,
        ]
      : []),
    ...(wrongTotals.length > 0
      ? [`Há totais que não são a soma das linhas acima deles (${linesText(wrongTotals.map(({ line }) => line))}).`]
      : []),
    ...(isMonthFirst ? ['As datas estão com o mês na frente: 10/31/2026 é 31 de outubro.'] : []),
    ...(rows.dropped > 0
      ? [`${linesOf(rows.dropped)} com um número negativo só ${rows.dropped === 1 ? 'fica' : 'ficam'} de fora.`]
      : []),
  ];
}

const linesOf = (lines: number): string => `${count(lines)} ${lines === 1 ? 'linha' : 'linhas'}`;

/** '12 linhas no arquivo: 1 acima do cabeçalho, 1 cabeçalho, 9 entram e 1 total.' Every row has exactly one kind. */
export function rowsSentence({ rows, isPerOrder }: ReportContents, sorted: SortedSales): string {
  const { taken, notDishes, notChannels, refusedTotals, undecided } = sorted;
  const parts: readonly (readonly [lines: number, one: string, many: string])[] = [
    [rows.above, 'acima do cabeçalho', 'acima do cabeçalho'],
    [rows.heading, 'de cabeçalho', 'de cabeçalho'],
    isPerOrder ? [rows.sale, 'de pedido', 'de pedidos'] : [taken.lines, 'entra', 'entram'],
    [undecided.lines, 'por dizer o que é', 'por dizer o que são'],
    [notDishes.lines, 'que não é um prato', 'que não são pratos'],
    [notChannels.lines, 'de canal que não entra', 'de canais que não entram'],
    [rows.problem + refusedTotals.lines, 'com problema', 'com problema'],
    [rows.unanswered, 'sem resposta', 'sem resposta'],
    [rows.dropped, 'que você deixou de fora', 'que você deixou de fora'],
    [rows.cancelled, 'cancelada', 'canceladas'],
    [rows.hidden, 'escondida', 'escondidas'],
    [rows.total, 'de total', 'de total'],
    [rows.text, 'só de texto', 'só de texto'],
    [rows.empty, 'vazia', 'vazias'],
  ];
  const said = parts.flatMap(([lines, one, many]) =>
    lines === 0 ? [] : [`${count(lines)} ${lines === 1 ? one : many}`],
  );
  const all = Object.values(rows).reduce((sum, lines) => sum + lines, 0);
  const list = said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} e ${said.at(-1)}`;
  return `${linesOf(all)} no arquivo: ${list}.`;
}

/** The number of rows that may contain sales. */
export const salesRows = ({ rows }: ReportContents): number =>
  rows.sale + rows.problem + rows.unanswered + rows.dropped + rows.cancelled;
