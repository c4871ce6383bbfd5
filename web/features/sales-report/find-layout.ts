import { headingRow } from '../files/table.ts';
import { monthIn, numberIn } from '../files/cell-values.ts';
import { headingScore } from './heading-words.ts';
import { type ReportColumns, isPerOrder, NO_COLUMNS, REPORT_COLUMNS, type ReportColumn } from './report-columns.ts';

/** The rows of a sheet, each with the texts of its cells. */
export type SheetRows = readonly (readonly string[])[];

/** The heading row of a sheet, and its columns as far as the headings name them. */
export interface ReportLayout {
  /** The index of the heading row; -1 if there is none. */
  readonly headingIndex: number;
  /** The headings of all columns; 'Coluna 3' for one without a heading. */
  readonly headings: readonly string[];
  readonly columns: ReportColumns;
}

/** Finds the heading row and the columns, by the headings first and then by the content. */
export function findLayout(rows: SheetRows): ReportLayout {
  const headingIndex = headingRow(rows, countReportColumns);
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const cells = rows[headingIndex] ?? [];
  const headings = Array.from({ length: width }, (_, index) => cells[index]?.trim() || `Coluna ${index + 1}`);
  const headingColumns = headingIndex < 0 ? NO_COLUMNS : columnsFrom(cells);
  const { order, date, quantity } = headingColumns;
  const isOrderReport = isPerOrder(headingColumns) && (order !== null || (date !== null && quantity === null));
  const hasNamedColumns = headingColumns.product !== null && headingColumns.quantity !== null;
  const columns =
    hasNamedColumns || isOrderReport
      ? headingColumns
      : withContentColumns(
          headingColumns,
          rows.slice(headingIndex + 1).filter((row) => row.length > 0),
        );
  return { headingIndex, headings, columns };
}

/** Counts the report columns that a row names. */
export const countReportColumns = (row: readonly string[]): number =>
  Object.values(columnsFrom(row)).filter((column) => column !== null).length;

/** Assigns each column to the heading with the surest match, the surest first. */
function columnsFrom(headings: readonly string[]): ReportColumns {
  const pairs = REPORT_COLUMNS.flatMap((column) =>
    headings.map((heading, index) => ({ column, index, score: headingScore(heading, column) })),
  ).filter(({ score }) => score > 0);
  const columns: Record<ReportColumn, number | null> = { ...NO_COLUMNS };
  const takenIndexes = new Set<number>();
  for (const { column, index } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (columns[column] !== null || takenIndexes.has(index)) continue;
    columns[column] = index;
    takenIndexes.add(index);
  }
  return columns;
}

/** The content of a column shows in its first rows; a report may have tens of thousands. */
const SAMPLED_ROWS = 200;

/**
 * Completes columns without headings by their content: names are in the first text column, quantities in the first
 * column of whole numbers.
 */
function withContentColumns(namedColumns: ReportColumns, rows: SheetRows): ReportColumns {
  const sample = rows.slice(0, SAMPLED_ROWS);
  const width = sample.reduce((widest, row) => Math.max(widest, row.length), 0);
  const takenIndexes = new Set(Object.values(namedColumns));
  const freeIndexes = Array.from({ length: width }, (_, index) => index).filter((index) => !takenIndexes.has(index));
  const mostCellsAre = (test: (cell: string) => boolean) => (index: number) => {
    const cells = sample.map((row) => row[index] ?? '').filter((cell) => cell.trim() !== '');
    return cells.length * 2 > sample.length && cells.filter(test).length * 2 > cells.length;
  };
  const isText = (cell: string): boolean => numberIn(cell) === undefined && monthIn(cell) === undefined;
  const isWhole = (cell: string): boolean => /^\d{1,7}(?:[.,]0+)?$/.test(cell.trim());
  return {
    ...namedColumns,
    product: namedColumns.product ?? freeIndexes.find(mostCellsAre(isText)) ?? null,
    quantity: namedColumns.quantity ?? freeIndexes.find(mostCellsAre(isWhole)) ?? null,
  };
}
