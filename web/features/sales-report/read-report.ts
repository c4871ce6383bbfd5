import type { DecimalMark } from '../files/cell-values.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatMoney, formatQuantity } from '#domain/format.ts';
import { TotalLineDetector as TotalLines } from '../files/totals.ts';
import { type ReportColumns, isPerOrder, NO_COLUMNS } from './report-columns.ts';
import {
  errorCell,
  isCancelled,
  numbersOf,
  PartReader,
  type ReportPart,
  type ReportRow,
  ROW_KINDS,
  type RowKind,
  revenueAfterDiscount,
} from './report-rows.ts';

/** The meaning of a line with a negative quantity or value, but not both. */
export type SignAnswer = 'return' | 'out';

/** The owner's choices about a report. */
export interface ReadReportOptions {
  /** The columns of all parts with the headings of the first part. */
  readonly columns: ReportColumns;
  /** The month of the whole file, where it has no column for it. */
  readonly month: string;
  /** Compared names of dishes: 'Total Mix' may be a dish and not a total. */
  readonly dishes: readonly string[];
  /** The indexes of the included parts; all by default. */
  readonly parts?: readonly number[];
  readonly includesCancelled?: boolean;
  /** Tells whether to ignore the values, because the app's fee is already subtracted. */
  readonly ignoresValues?: boolean;
  /** The decimal mark of ambiguous numbers; the Brazilian one by default. */
  readonly decimalMark?: DecimalMark;
  /** The answers, by line key; '' applies to all lines without their own. */
  readonly signAnswers?: Readonly<Record<string, SignAnswer>>;
}

/** A sum of sales. */
export interface Totals {
  /** The number of pieces, with up to four decimals for half pizzas and kilos. */
  readonly quantity: number;
  /** The revenue; null without a column for it. */
  readonly revenue: bigint | null;
}

/** The lines of one product in one month and channel. */
export interface SoldProduct extends Totals {
  /** The index in `products`. */
  readonly product: number;
  readonly month: string;
  /** The channel's name in the file; '' without a column for it. */
  readonly channel: string;
  readonly lines: number;
}

/** A product as the file names it. */
export interface Product {
  /** The name as it first appears in the file. */
  readonly name: string;
  /** The compared name: products with equal ones are the same. */
  readonly key: string;
}

interface FileLine {
  /** The sheet or file, if there are several. */
  readonly part: string;
  /** The line number in the file, from 1. */
  readonly line: number;
  readonly product: string;
}

/** A line that is left out, with the reason. */
export interface LineProblem extends FileLine {
  readonly sentence: string;
}

/** A line with a negative quantity or value, but not both. */
export interface SignQuestion extends FileLine, Totals {
  readonly key: string;
  readonly answer: SignAnswer | undefined;
}

/** The sum of one month. */
export interface ReportMonth {
  readonly month: string;
  readonly revenue: bigint | null;
  /** The number of different orders, or of lines in a report by orders; null if unknown. */
  readonly orders: number | null;
}

/** The content of a report. */
export interface ReportContents {
  readonly products: readonly Product[];
  readonly sales: readonly SoldProduct[];
  readonly channels: readonly string[];
  readonly months: readonly ReportMonth[];
  /** The first problems; `rows` has the number of all. */
  readonly problems: readonly LineProblem[];
  /** The first questions, and the number of all. */
  readonly signQuestions: readonly SignQuestion[];
  readonly signQuestionCount: number;
  /** The number of rows by kind, which together are all rows of the file up to the last one with content. */
  readonly rows: Readonly<Record<RowKind, number>>;
  /** The sum of the lines with sales. */
  readonly salesTotals: Totals;
  readonly cancelled: Totals;
  /** The number of lines with sales but without a value, where others have one. */
  readonly unknownValues: number;
  /** The totals in the file itself; null for a total that it does not contain. */
  readonly fileTotals: { readonly quantity: number | null; readonly revenue: bigint | null } | null;
  /** Lines of other totals that agree with no sum above them. */
  readonly wrongTotals: readonly Omit<FileLine, 'product'>[];
  /** Tells whether its dates are written as 10/31/2026. */
  readonly isMonthFirst: boolean;
  readonly isPerOrder: boolean;
  /** An ambiguous quantity like '1.500', where the file does not show what the dot means. */
  readonly ambiguousQuantity: string | undefined;
}

const MAX_LISTED_LINES = 50;

/** Reads a report. Pure; its run time grows with the file, so it runs in a worker. */
export function readReport(parts: readonly ReportPart[], options: ReadReportOptions): ReportContents {
  const accumulator = new ReportAccumulator(options);
  for (const part of parts) accumulator.addPart(part);
  return accumulator.result();
}

const NO_PART: ReportPart = {
  name: '',
  rows: [],
  headingIndex: -1,
  columns: NO_COLUMNS,
  hiddenLines: new Set(),
  unknownLines: new Set(),
};
const NOTHING = { quantity: 0, revenue: 0n };

class ReportAccumulator {
  readonly #options: ReadReportOptions;
  readonly #dishNames: ReadonlySet<string>;
  readonly #productIndexes = new Map<string, number>();
  readonly #products: Product[] = [];
  readonly #sales = new Map<string, { -readonly [Part in keyof SoldProduct]: SoldProduct[Part] }>();
  readonly #months = new Map<string, { revenue: bigint; orders: Set<string> }>();
  readonly #problems: LineProblem[] = [];
  readonly #signQuestions: SignQuestion[] = [];
  #signQuestionCount = 0;
  #ambiguousQuantity: string | undefined;
  readonly #rows = Object.fromEntries(ROW_KINDS.map((kind) => [kind, 0])) as Record<RowKind, number>;
  #salesTotals = { ...NOTHING };
  #cancelled = { ...NOTHING };
  /** The number of lines with sales and a value. */
  #valueCount = 0;
  #missingValueCount = 0;
  /** The sum of the parts' own totals; null as soon as one part has none. */
  #fileTotals: ReportContents['fileTotals'] | undefined = undefined;
  readonly #wrongTotals: Omit<FileLine, 'product'>[] = [];
  #isMonthFirst = false;
  #part: ReportPart = NO_PART;
  #reader = new PartReader(this.#part);

  constructor(options: ReadReportOptions) {
    this.#options = options;
    this.#dishNames = new Set(options.dishes);
  }

  addPart(part: ReportPart): void {
    this.#part = part;
    this.#reader = new PartReader(part, this.#options.decimalMark);
    this.#ambiguousQuantity ??= this.#reader.ambiguousQuantity;
    this.#isMonthFirst ||= this.#reader.dateOrder === 'month';
    const totals = new TotalLines(this.#dishNames);
    let fileTotals: ReportContents['fileTotals'] = null;
    let wrongTotalLine: number | undefined;
    for (const index of part.rows.keys()) {
      const kind = this.#reader.kindOf(index);
      if (kind !== undefined) {
        this.#rows[kind] += 1;
        continue;
      }
      const row = this.#reader.row(index);
      const numbers = numbersOf(row);
      const total = totals.kindOf(row.key === '' ? row.firstText : row.key, numbers);
      if (total === undefined) {
        if (numbers.length > 0) totals.add(numbers);
        this.#rows[this.add(row)] += 1;
        if (numbers.length === 0) continue;
        // A total with lines below it is not the grand total.
        if (wrongTotalLine !== undefined) this.#wrongTotals.push({ part: part.name, line: wrongTotalLine });
        wrongTotalLine = undefined;
        fileTotals = null;
        continue;
      }
      this.#rows.total += 1;
      if (numbers.length === 0) continue;
      if (wrongTotalLine !== undefined) this.#wrongTotals.push({ part: part.name, line: wrongTotalLine });
      wrongTotalLine = total === 'wrong' ? row.line : undefined;
      if (total !== 'subtotal') fileTotals = this.fileTotalsIn(row);
    }
    this.addFileTotals(fileTotals);
  }

  result(): ReportContents {
    const sales = [...this.#sales.values()].map((each) => ({ ...each, quantity: each.quantity / SCALE }));
    const hasValues = this.#valueCount > 0;
    const totals = ({ quantity, revenue }: { quantity: number; revenue: bigint }): Totals => ({
      quantity: quantity / SCALE,
      revenue: hasValues ? revenue : null,
    });
    const perOrder = isPerOrder(this.#options.columns);
    return {
      products: this.#products,
      sales,
      channels: [...new Set(sales.map(({ channel }) => channel))],
      months: Array.from(this.#months, ([month, { revenue, orders }]) => ({
        month,
        revenue: hasValues ? revenue : null,
        orders: perOrder || this.#options.columns.order !== null ? orders.size : null,
      })).toSorted((a, b) => (a.month < b.month ? -1 : 1)),
      problems: this.#problems,
      signQuestions: this.#signQuestions,
      ambiguousQuantity: this.#ambiguousQuantity,
      signQuestionCount: this.#signQuestionCount,
      rows: this.#rows,
      salesTotals: totals(this.#salesTotals),
      cancelled: totals(this.#cancelled),
      unknownValues: hasValues ? this.#missingValueCount : 0,
      fileTotals: this.#fileTotals ?? null,
      wrongTotals: this.#wrongTotals,
      isMonthFirst: this.#isMonthFirst,
      isPerOrder: perOrder,
    };
  }

  private fileTotalsIn(row: ReportRow): ReportContents['fileTotals'] {
    const { quantity } = row;
    const rowRevenue = this.#options.ignoresValues === true ? null : revenueAfterDiscount(row);
    return {
      quantity: quantity === undefined ? null : quantity / SCALE,
      revenue: rowRevenue === null ? null : BigInt(rowRevenue),
    };
  }

  private addFileTotals(fileTotals: ReportContents['fileTotals']): void {
    const before = this.#fileTotals;
    if (before === undefined || fileTotals === null) this.#fileTotals = fileTotals;
    else if (before !== null)
      this.#fileTotals = {
        quantity:
          before.quantity === null || fileTotals.quantity === null ? null : before.quantity + fileTotals.quantity,
        revenue: before.revenue === null || fileTotals.revenue === null ? null : before.revenue + fileTotals.revenue,
      };
  }

  /** Adds a row below the headings that is no total. @returns its kind */
  private add(row: ReportRow): RowKind {
    const { columns } = this.#part;
    const broken = errorCell(row, columns);
    if (broken !== undefined)
      return this.addProblem(row, `A planilha tem “${broken}” nesta linha: a conta está quebrada.`);
    if (this.#options.includesCancelled !== true && isCancelled(row)) {
      this.#cancelled.quantity += row.quantity ?? 0;
      this.#cancelled.revenue += BigInt(revenueAfterDiscount(row) ?? 0);
      return 'cancelled';
    }
    return isPerOrder(columns) ? this.addOrder(row) : this.addSale(row);
  }

  private addSale(row: ReportRow): RowKind {
    const { quantity, revenue } = row;
    const quantityText = row.cell('quantity');
    const isNothing = (quantity ?? 0) === 0 && (revenue ?? 0) === 0;
    if (row.key === '')
      return isNothing && !row.hasUnknownValue
        ? 'text'
        : this.addProblem(
            row,
            `Sem produto: quantidade ${formatQuantity(quantity ?? 0)}${revenue === null ? '' : `, ${formatMoney(revenue)}`}.`,
          );
    if (quantityText === '' && row.hasUnknownValue)
      return this.addProblem(row, 'A quantidade é uma fórmula sem valor guardado: não dá para saber quanto é.');
    // A row with only a text is a group's name or a printed note.
    if (quantityText === '' && (revenue ?? 0) === 0) return 'text';
    if (quantity === undefined)
      return this.addProblem(
        row,
        quantityText === '' ? 'Sem quantidade.' : `Não entendi a quantidade “${quantityText}”.`,
      );
    const revenueText = row.cell('revenue');
    if (revenue === null && revenueText !== '') return this.addProblem(row, `Não entendi o valor “${revenueText}”.`);
    if (revenue === null || quantity < 0 === revenue < 0)
      return this.addToSales(row, { quantity, rowRevenue: revenueAfterDiscount(row) });
    const answer = this.askSign(row, { quantity, revenue });
    if (answer !== 'return') return answer === undefined ? 'unanswered' : 'dropped';
    return this.addToSales(row, {
      quantity: -Math.abs(quantity),
      rowRevenue: revenueAfterDiscount({ revenue: -Math.abs(revenue), discount: row.discount }),
    });
  }

  private addOrder(row: ReportRow): RowKind {
    const revenueText = row.cell('revenue');
    if (row.revenue === null && row.hasUnknownValue)
      return this.addProblem(row, 'O valor é uma fórmula sem valor guardado.');
    if (revenueText === '') return 'text';
    if (row.revenue === null) return this.addProblem(row, `Não entendi o valor “${revenueText}”.`);
    const month = this.monthOf(row);
    if (month === undefined) return this.addDateProblem(row);
    this.addToMonth(row, { month, rowRevenue: revenueAfterDiscount(row) });
    return 'sale';
  }

  private askSign(
    row: ReportRow,
    { quantity, revenue }: { quantity: TenThousandths; revenue: TenThousandths },
  ): SignAnswer | undefined {
    const { signAnswers = {} } = this.#options;
    const key = `${this.#part.name} ${row.line}`;
    const answer = signAnswers[key] ?? signAnswers[''];
    this.#signQuestionCount += 1;
    if (this.#signQuestions.length < MAX_LISTED_LINES)
      this.#signQuestions.push({
        ...this.fileLine(row),
        key,
        answer,
        quantity: quantity / SCALE,
        revenue: BigInt(revenue),
      });
    return answer;
  }

  private fileLine({ line, product }: ReportRow): FileLine {
    return { part: this.#part.name, line, product };
  }

  private addProblem(row: ReportRow, sentence: string): 'problem' {
    if (this.#problems.length < MAX_LISTED_LINES) this.#problems.push({ ...this.fileLine(row), sentence });
    return 'problem';
  }

  private addDateProblem(row: ReportRow): 'problem' {
    const date = row.cell('date');
    return this.addProblem(row, date === '' ? 'Sem data.' : `Não entendi a data “${date}”.`);
  }

  private monthOf(row: ReportRow): string | undefined {
    return this.#part.columns.date === null ? this.#options.month : this.#reader.month(row);
  }

  private addToSales(
    row: ReportRow,
    { quantity, rowRevenue }: { quantity: TenThousandths; rowRevenue: TenThousandths | null },
  ): RowKind {
    const month = this.monthOf(row);
    if (month === undefined) return this.addDateProblem(row);
    const ignoresValues = this.#options.ignoresValues === true;
    const product = this.productIndex(row);
    const channel = row.cell('channel');
    const key = `${product}\n${month}\n${channel}`;
    const revenue = rowRevenue === null || ignoresValues ? null : BigInt(rowRevenue);
    const existing = this.#sales.get(key);
    if (!existing) this.#sales.set(key, { product, month, channel, quantity, revenue, lines: 1 });
    else {
      existing.quantity += quantity;
      existing.revenue = existing.revenue === null || revenue === null ? null : existing.revenue + revenue;
      existing.lines += 1;
    }
    this.#salesTotals.quantity += quantity;
    this.addToMonth(row, { month, rowRevenue: ignoresValues ? null : rowRevenue });
    return 'sale';
  }

  private addToMonth(
    row: ReportRow,
    { month, rowRevenue }: { month: string; rowRevenue: TenThousandths | null },
  ): void {
    const monthTotals = this.#months.get(month) ?? { revenue: 0n, orders: new Set() };
    this.#months.set(month, monthTotals);
    monthTotals.revenue += BigInt(rowRevenue ?? 0);
    this.#salesTotals.revenue += BigInt(rowRevenue ?? 0);
    if (rowRevenue === null) this.#missingValueCount += 1;
    else this.#valueCount += 1;
    const order = row.cell('order');
    if (order !== '') monthTotals.orders.add(order);
    else if (isPerOrder(this.#part.columns)) monthTotals.orders.add(`${this.#part.name} ${row.line}`);
  }

  private productIndex({ product, key }: ReportRow): number {
    const existing = this.#productIndexes.get(key);
    if (existing !== undefined) return existing;
    const index = this.#products.push({ name: product, key }) - 1;
    this.#productIndexes.set(key, index);
    return index;
  }
}
