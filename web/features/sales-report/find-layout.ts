import { headingRow } from '../files/heading-row.ts';
import { monthIn, numberIn } from '../files/cell-values.ts';
import { likeness } from './heading-words.ts';
import { type Columns, isPerOrder, NO_COLUMNS, REPORT_COLUMNS, type ReportColumn } from './report-columns.ts';

export type Rows = readonly (readonly string[])[];

/** The heading row of a sheet, and its columns as far as the headings name them. */
export interface Layout {
  /** The index of the heading row; -1 if there is none. */
  readonly headingAt: number;
  /** The headings of all columns; 'Coluna 3' for one without a heading. */
  readonly headings: readonly string[];
  readonly columns: Columns;
}

export function findLayout(rows: Rows): Layout {
  const headingAt = headingRow(rows, reportColumnsIn);
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const cells = rows[headingAt] ?? [];
  const headings = Array.from({ length: width }, (_, index) => cells[index]?.trim() || `Coluna ${index + 1}`);
  const fromHeadings = headingAt < 0 ? NO_COLUMNS : columnsFrom(cells);
  const { order, date, quantity } = fromHeadings;
  const isByOrders = isPerOrder(fromHeadings) && (order !== null || (date !== null && quantity === null));
  const isNamed = fromHeadings.product !== null && fromHeadings.quantity !== null;
  const columns =
    isNamed || isByOrders
      ? fromHeadings
      : withContents(
          fromHeadings,
          rows.slice(headingAt + 1).filter((row) => row.length > 0),
        );
  return { headingAt, headings, columns };
}

/** The number of report columns that a row names. */
export const reportColumnsIn = (row: readonly string[]): number =>
  Object.values(columnsFrom(row)).filter((column) => column !== null).length;

/** Assigns each column to the heading with the surest match, the surest first. */
function columnsFrom(headings: readonly string[]): Columns {
  const pairs = REPORT_COLUMNS.flatMap((column) =>
    headings.map((heading, index) => ({ column, index, like: likeness(heading, column) })),
  ).filter(({ like }) => like > 0);
  const columns: Record<ReportColumn, number | null> = { ...NO_COLUMNS };
  const taken = new Set<number>();
  for (const { column, index } of pairs.toSorted((a, b) => b.like - a.like)) {
    if (columns[column] !== null || taken.has(index)) continue;
    columns[column] = index;
    taken.add(index);
  }
  return columns;
}

/**
 * Completes columns without headings by their content: names are in the first text column, quantities in the first
 * column of whole numbers.
 */
function withContents(known: Columns, rows: Rows): Columns {
  const sample = rows.slice(0, 200);
  const width = sample.reduce((widest, row) => Math.max(widest, row.length), 0);
  const taken = new Set(Object.values(known));
  const places = Array.from({ length: width }, (_, index) => index).filter((index) => !taken.has(index));
  const mostly = (is: (cell: string) => boolean) => (index: number) => {
    const cells = sample.map((row) => row[index] ?? '').filter((cell) => cell.trim() !== '');
    return cells.length * 2 > sample.length && cells.filter(is).length * 2 > cells.length;
  };
  const isText = (cell: string): boolean => numberIn(cell) === undefined && monthIn(cell) === undefined;
  const isWhole = (cell: string): boolean => /^\d{1,7}(?:[.,]0+)?$/.test(cell.trim());
  return {
    ...known,
    product: known.product ?? places.find(mostly(isText)) ?? null,
    quantity: known.quantity ?? places.find(mostly(isWhole)) ?? null,
  };
}
