import { toSafeNumber, SCALE } from '#domain/decimal.ts';
import { formatCount, formatMoney, formatQuantity as quantityText } from '#domain/format.ts';
import { linesText } from '../files/table.ts';
import type { SortedSales } from './report-sets.ts';
import type { Totals, ReportContents } from './read-report.ts';

/** A quantity of sales as text: '1 venda', '1.234 vendas', '2,5 vendas'. */
export const soldText = (quantity: number): string =>
  `${piecesText(quantity)} ${Math.abs(quantity) === 1 ? 'venda' : 'vendas'}`;

/** A quantity without its unit: '3', '2,5', '−1'. */
export const piecesText = (quantity: number): string => {
  const text = Number.isInteger(quantity)
    ? formatCount(Math.abs(quantity))
    : quantityText(Math.round(Math.abs(quantity) * SCALE));
  return quantity < 0 ? `\u2212${text}` : text;
};

const reais = (value: bigint): string => formatMoney(toSafeNumber(value));

/** Quantity and revenue as text: '340 vendas, R$ 12.345,00'. */
export const totalsText = ({ quantity, revenue }: Totals): string =>
  revenue === null ? soldText(quantity) : `${soldText(quantity)}, ${reais(revenue)}`;

/** Compares the file's own totals with the sum of its lines. */
export function checkSentence({ fileTotals, salesTotals, rows, isPerOrder }: ReportContents): {
  isRight: boolean;
  sentence: string;
} {
  const problemsNote = rows.problem === 0 ? '' : ' As linhas com problema estão logo abaixo.';
  const sum = isPerOrder ? reais(salesTotals.revenue ?? 0n) : totalsText(salesTotals);
  if (!fileTotals) return { isRight: true, sentence: `As linhas do arquivo somam ${sum}. ${NO_TOTAL}` };
  const differences = [
    isPerOrder || fileTotals.quantity === null || fileTotals.quantity === salesTotals.quantity
      ? undefined
      : `o total do arquivo diz ${soldText(fileTotals.quantity)} e as linhas somam ${soldText(salesTotals.quantity)}`,
    fileTotals.revenue === null || salesTotals.revenue === null || fileTotals.revenue === salesTotals.revenue
      ? undefined
      : `o total do arquivo diz ${reais(fileTotals.revenue)} e as linhas somam ${reais(salesTotals.revenue)} (diferença de ${reais(absoluteDifference(fileTotals.revenue, salesTotals.revenue))})`,
  ].filter((difference) => difference !== undefined);
  if (differences.length === 0) return { isRight: true, sentence: `Confere com o total do arquivo: ${sum}.` };
  return { isRight: false, sentence: `Não confere: ${differences.join('; ')}.${problemsNote}` };
}

const NO_TOTAL = 'Ele não tem uma linha de total para conferir.';

const absoluteDifference = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/** Tells how many sales are imported, left out and still unanswered. */
export function importedSentence({ imported, notDishes, notChannels, unanswered }: SortedSales): string {
  const leftOut = {
    quantity: notDishes.quantity + notChannels.quantity,
    revenue:
      notDishes.revenue === null || notChannels.revenue === null ? null : notDishes.revenue + notChannels.revenue,
  };
  const parts = [
    `Entram ${totalsText(imported)}`,
    ...(isNothing(leftOut) ? [] : [`ficam de fora ${totalsText(leftOut)}`]),
    ...(isNothing(unanswered) ? [] : [`falta dizer o que são ${totalsText(unanswered)}`]),
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
            : `Em ${formatCount(unknownValues)} linhas o valor não é conhecido: estes pratos contam pelo preço do canal.`,
        ]
      : []),
    ...(wrongTotals.length > 0
      ? [`Há totais que não são a soma das linhas acima deles (${linesText(wrongTotals.map(({ line }) => line))}).`]
      : []),
    ...(isMonthFirst ? ['As datas estão com o mês na frente: 10/31/2026 é 31 de outubro.'] : []),
    ...(rows.dropped > 0
      ? [`${lineCountText(rows.dropped)} com um número negativo só ${rows.dropped === 1 ? 'fica' : 'ficam'} de fora.`]
      : []),
  ];
}

const lineCountText = (lines: number): string => `${formatCount(lines)} ${lines === 1 ? 'linha' : 'linhas'}`;

/**
 * Counts the rows of the file by kind: '12 linhas no arquivo: 1 acima do cabeçalho, 1 cabeçalho, 9 entram e 1 total.'
 * Every row has exactly one kind.
 */
export function rowsSentence({ rows, isPerOrder }: ReportContents, sorted: SortedSales): string {
  const { imported, notDishes, notChannels, refusedTotals, unanswered } = sorted;
  const parts: readonly (readonly [lines: number, one: string, many: string])[] = [
    [rows.above, 'acima do cabeçalho', 'acima do cabeçalho'],
    [rows.heading, 'de cabeçalho', 'de cabeçalho'],
    isPerOrder ? [rows.sale, 'de pedido', 'de pedidos'] : [imported.lines, 'entra', 'entram'],
    [unanswered.lines, 'por dizer o que é', 'por dizer o que são'],
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
  const texts = parts.flatMap(([lines, one, many]) =>
    lines === 0 ? [] : [`${formatCount(lines)} ${lines === 1 ? one : many}`],
  );
  const total = Object.values(rows).reduce((sum, lines) => sum + lines, 0);
  const list = texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} e ${texts.at(-1)}`;
  return `${lineCountText(total)} no arquivo: ${list}.`;
}

/** The number of rows that may contain sales. */
export const salesRows = ({ rows }: ReportContents): number =>
  rows.sale + rows.problem + rows.unanswered + rows.dropped + rows.cancelled;
