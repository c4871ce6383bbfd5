import { normalizeName } from '#domain/names.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { toOneLine } from '#domain/text.ts';
import {
  dateOrderOf,
  type DateOrder,
  provenDecimalMark,
  type DecimalMark,
  monthIn,
  numberIn,
} from '../files/cell-values.ts';
import { isError } from '../files/sheet.ts';
import type { LineNumbers } from '../files/totals.ts';
import type { SheetRows } from './find-layout.ts';
import { isNetHeading } from './heading-words.ts';
import type { ReportColumns, ReportColumn } from './report-columns.ts';

/** One sheet of one file; several of them form one report. */
export interface ReportPart {
  /** The name of the file or sheet; '' if there is only one. */
  readonly name: string;
  /** The rows from line 1; hidden rows that are left out are empty. */
  readonly rows: SheetRows;
  /** The index of the heading row; -1 if there is none. */
  readonly headingIndex: number;
  readonly columns: ReportColumns;
  /** Lines that are left out because the sheet hides them. */
  readonly hiddenLines: ReadonlySet<number>;
  /** Lines with a formula without a stored value. */
  readonly unknownLines: ReadonlySet<number>;
}

/** The kinds of rows, before products are matched with dishes. Each row has exactly one. */
export const ROW_KINDS = [
  'above',
  'heading',
  'total',
  'text',
  'empty',
  'hidden',
  'cancelled',
  'unanswered',
  'dropped',
  'problem',
  'sale',
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** A row below the headings, by column. */
export interface ReportRow {
  /** The row number in the spreadsheet, from 1. */
  readonly line: number;
  readonly product: string;
  readonly key: string;
  readonly cell: (column: ReportColumn) => string;
  readonly quantity: TenThousandths | undefined;
  /** The value before discounts; null without one. */
  readonly revenue: TenThousandths | null;
  readonly discount: TenThousandths;
  readonly hasUnknownValue: boolean;
  /** The first text of the row, as names are compared; '' if it begins with a number. */
  readonly firstText: string;
}

const AMBIGUOUS_NUMBER = /^[1-9]\d{0,2}\.\d{3}$/;

/** Reads the rows of a part by its columns. Pure. */
export class PartReader {
  readonly dateOrder: DateOrder;
  readonly #part: ReportPart;
  readonly #decimalMark: DecimalMark;
  /** Tells whether the value is net, which already has discounts subtracted. */
  readonly #isNet: boolean;
  readonly #heading: readonly string[];

  /** The first ambiguous quantity like '1.500', where its column does not show what the dot means. */
  readonly ambiguousQuantity: string | undefined;

  /** @param decimalMark the decimal mark of ambiguous numbers */
  constructor(part: ReportPart, decimalMark: DecimalMark = ',') {
    const { rows, headingIndex, columns } = part;
    const below = rows.slice(headingIndex + 1);
    this.#part = part;
    this.#heading = rows[headingIndex] ?? [];
    const detectedMark = provenDecimalMark(cellsOf(below, [columns.quantity, columns.revenue]));
    if (detectedMark === undefined)
      this.ambiguousQuantity = [...cellsOf(below, [columns.quantity])]
        .map((cell) => cell.trim())
        .find((cell) => AMBIGUOUS_NUMBER.test(cell));
    this.#decimalMark = detectedMark ?? decimalMark;
    this.dateOrder = dateOrderOf(cellsOf(below, [columns.date]));
    this.#isNet = isNetHeading(this.#heading[columns.revenue ?? -1] ?? '');
  }

  /** The kind of a row; undefined for one that may contain sales. */
  kindOf(index: number): RowKind | undefined {
    const { rows, headingIndex, hiddenLines, unknownLines } = this.#part;
    const cells = rows[index] ?? [];
    if (hiddenLines.has(index + 1)) return 'hidden';
    if (!unknownLines.has(index + 1) && cells.every((cell) => cell.trim() === '')) return 'empty';
    if (index < headingIndex) return 'above';
    return headingIndex >= 0 && isSameRow(cells, this.#heading) ? 'heading' : undefined;
  }

  row(index: number): ReportRow {
    const { rows, columns, unknownLines } = this.#part;
    const cells = rows[index] ?? [];
    const cell = (column: ReportColumn): string => cells[columns[column] ?? -1]?.trim() ?? '';
    const product = toOneLine(cell('product'));
    const first = cells.find((text) => text.trim() !== '') ?? '';
    return {
      line: index + 1,
      product,
      key: normalizeName(product),
      cell,
      quantity: columns.quantity === null ? undefined : numberIn(cell('quantity'), this.#decimalMark),
      revenue: columns.revenue === null ? null : (numberIn(cell('revenue'), this.#decimalMark) ?? null),
      discount: this.#isNet ? 0 : Math.abs(numberIn(cell('discount'), this.#decimalMark) ?? 0),
      hasUnknownValue: unknownLines.has(index + 1),
      firstText: numberIn(first) === undefined ? normalizeName(first) : '',
    };
  }

  month(row: ReportRow): string | undefined {
    return monthIn(row.cell('date'), this.dateOrder);
  }
}

function* cellsOf(rows: SheetRows, places: readonly (number | null)[]): Iterable<string> {
  for (const place of places) if (place !== null) for (const row of rows) yield row[place] ?? '';
}

const isSameRow = (row: readonly string[], other: readonly string[]): boolean =>
  row.length === other.length && row.every((cell, index) => cell === other[index]);

/** The numbers for comparing with totals: a code and a unit price are no sums. */
export function numbersOf({ quantity, revenue, discount }: ReportRow): LineNumbers {
  return [quantity ?? null, revenue, discount === 0 ? null : discount].flatMap((number, place) =>
    number === null ? [] : [[place, number] as const],
  );
}

/** The revenue of a row; a return's value and discount are subtracted. */
export const revenueAfterDiscount = ({
  revenue,
  discount,
}: Pick<ReportRow, 'revenue' | 'discount'>): TenThousandths | null =>
  revenue === null ? null : revenue < 0 ? revenue + discount : revenue - discount;

/** Tells whether the quantity is an integer number of pieces. */
export const isWhole = (quantity: TenThousandths): boolean => quantity % SCALE === 0;

/** The first cell with an error of the spreadsheet, such as '#REF!'. */
export const errorCell = ({ cell }: ReportRow, columns: ReportColumns): string | undefined =>
  (Object.keys(columns) as ReportColumn[]).map(cell).find(isError);

/** Tells whether the row was cancelled: its status is 'Cancelado' or 'Pedido recusado', but not 'Não cancelado'. */
export function isCancelled({ cell }: ReportRow): boolean {
  const status = normalizeName(cell('status'));
  return /\b(?:cancelad|estornad|recusad|devolvid)[oa]s?\b/.test(status) && !/\bnao\b/.test(status);
}
