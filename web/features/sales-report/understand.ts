import type { DecimalMark } from '../files/cell-values.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { money, quantity as quantityText } from '#domain/format.ts';
import { Totals as TotalLines } from '../files/totals.ts';
import { type Columns, isPerOrder, NO_COLUMNS } from './report-columns.ts';
import {
  brokenCell,
  isCancelled,
  numbersOf,
  PartReader,
  type ReportPart,
  type ReportRow,
  ROW_KINDS,
  type RowKind,
  worthOf,
} from './report-rows.ts';

/** The meaning of a line with a negative quantity or value, but not both. */
export type SignAnswer = 'return' | 'out';

export interface UnderstandOptions {
  /** The columns of all parts with the headings of the first part. */
  readonly columns: Columns;
  /** The month of the whole file, where it has no column for it. */
  readonly month: string;
  /** Compared names of dishes: 'Total Mix' may be a dish and not a total. */
  readonly dishes: readonly string[];
  /** The indexes of the included parts; all by default. */
  readonly parts?: readonly number[];
  readonly withCancelled?: boolean;
  /** Whether to ignore the values, because the app's fee is subtracted. */
  readonly withoutValues?: boolean;
  /** The decimal mark of ambiguous numbers; the Brazilian one by default. */
  readonly mark?: DecimalMark;
  /** The answers, by line key; '' applies to all lines without their own. */
  readonly signs?: Readonly<Record<string, SignAnswer>>;
}

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

export interface ReportMonth {
  readonly month: string;
  readonly revenue: bigint | null;
  /** The number of different orders, or of lines in a report by orders; null if unknown. */
  readonly orders: number | null;
}

/** The content of a report. */
export interface ReportContents {
  readonly products: readonly Product[];
  readonly sold: readonly SoldProduct[];
  readonly channels: readonly string[];
  readonly months: readonly ReportMonth[];
  /** The first problems; `rows` has the number of all. */
  readonly problems: readonly LineProblem[];
  /** The first questions, and the number of all. */
  readonly signs: readonly SignQuestion[];
  readonly signCount: number;
  /** The number of rows by kind, which together are all rows of the file up to the last one with content. */
  readonly rows: Readonly<Record<RowKind, number>>;
  /** The sum of the lines with sales. */
  readonly read: Totals;
  readonly cancelled: Totals;
  /** The number of lines with sales but without a value, where others have one. */
  readonly unknownValues: number;
  /** The totals in the file itself; null for a total that it does not contain. */
  readonly stated: { readonly quantity: number | null; readonly revenue: bigint | null } | null;
  /** Lines of other totals that agree with no sum above them. */
  readonly wrongTotals: readonly Omit<FileLine, 'product'>[];
  /** Whether its dates are written as 10/31/2026. */
  readonly isMonthFirst: boolean;
  readonly isPerOrder: boolean;
  /** An ambiguous quantity like '1.500', where the file does not show what the dot means. */
  readonly unclearQuantity: string | undefined;
}

const SHOWN_LINES = 50;

/** Reads a report. Pure; its run time grows with the file, so it runs in a worker. */
export function understand(parts: readonly ReportPart[], asked: UnderstandOptions): ReportContents {
  const sums = new Sums(asked);
  for (const part of parts) sums.read(part);
  return sums.result();
}

const NO_PART: ReportPart = {
  name: '',
  rows: [],
  headingAt: -1,
  columns: NO_COLUMNS,
  hidden: new Set(),
  unknown: new Set(),
};
const NOTHING = { quantity: 0, revenue: 0n };

class Sums {
  readonly #asked: UnderstandOptions;
  readonly #names: ReadonlySet<string>;
  readonly #places = new Map<string, number>();
  readonly #products: Product[] = [];
  readonly #sold = new Map<string, { -readonly [Part in keyof SoldProduct]: SoldProduct[Part] }>();
  readonly #months = new Map<string, { revenue: bigint; orders: Set<string> }>();
  readonly #problems: LineProblem[] = [];
  readonly #signs: SignQuestion[] = [];
  #signCount = 0;
  #unclear: string | undefined;
  readonly #rows = Object.fromEntries(ROW_KINDS.map((kind) => [kind, 0])) as Record<RowKind, number>;
  #read = { ...NOTHING };
  #cancelled = { ...NOTHING };
  /** The number of lines with sales and a value. */
  #known = 0;
  #unknown = 0;
  /** The sum of the parts' own totals; null as soon as one part has none. */
  #stated: ReportContents['stated'] | undefined = undefined;
  readonly #wrongTotals: Omit<FileLine, 'product'>[] = [];
  #isMonthFirst = false;
  #part: ReportPart = NO_PART;
  #reader = new PartReader(this.#part);

  constructor(asked: UnderstandOptions) {
    this.#asked = asked;
    this.#names = new Set(asked.dishes);
  }

  read(part: ReportPart): void {
    this.#part = part;
    this.#reader = new PartReader(part, this.#asked.mark);
    this.#unclear ??= this.#reader.unclear;
    this.#isMonthFirst ||= this.#reader.order === 'month';
    const totals = new TotalLines(this.#names);
    let stated: ReportContents['stated'] = null;
    let wrong: number | undefined;
    for (const index of part.rows.keys()) {
      const passed = this.#reader.kindOf(index);
      if (passed !== undefined) {
        this.#rows[passed] += 1;
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
        if (wrong !== undefined) this.#wrongTotals.push({ part: part.name, line: wrong });
        wrong = undefined;
        stated = null;
        continue;
      }
      this.#rows.total += 1;
      if (numbers.length === 0) continue;
      if (wrong !== undefined) this.#wrongTotals.push({ part: part.name, line: wrong });
      wrong = total === 'wrong' ? row.line : undefined;
      if (total !== 'part') stated = this.statedBy(row);
    }
    this.state(stated);
  }

  result(): ReportContents {
    const sold = [...this.#sold.values()].map((each) => ({ ...each, quantity: each.quantity / SCALE }));
    const isWorthKnown = this.#known > 0;
    const totals = ({ quantity, revenue }: { quantity: number; revenue: bigint }): Totals => ({
      quantity: quantity / SCALE,
      revenue: isWorthKnown ? revenue : null,
    });
    const perOrder = isPerOrder(this.#asked.columns);
    return {
      products: this.#products,
      sold,
      channels: [...new Set(sold.map(({ channel }) => channel))],
      months: Array.from(this.#months, ([month, { revenue, orders }]) => ({
        month,
        revenue: isWorthKnown ? revenue : null,
        orders: perOrder || this.#asked.columns.order !== null ? orders.size : null,
      })).toSorted((a, b) => (a.month < b.month ? -1 : 1)),
      problems: this.#problems,
      signs: this.#signs,
      unclearQuantity: this.#unclear,
      signCount: this.#signCount,
      rows: this.#rows,
      read: totals(this.#read),
      cancelled: totals(this.#cancelled),
      unknownValues: isWorthKnown ? this.#unknown : 0,
      stated: this.#stated ?? null,
      wrongTotals: this.#wrongTotals,
      isMonthFirst: this.#isMonthFirst,
      isPerOrder: perOrder,
    };
  }

  private statedBy(row: ReportRow): ReportContents['stated'] {
    const { quantity } = row;
    const worth = this.#asked.withoutValues === true ? null : worthOf(row);
    return {
      quantity: quantity === undefined ? null : quantity / SCALE,
      revenue: worth === null ? null : BigInt(worth),
    };
  }

  private state(stated: ReportContents['stated']): void {
    const before = this.#stated;
    if (before === undefined || stated === null) this.#stated = stated;
    else if (before !== null)
      this.#stated = {
        quantity: before.quantity === null || stated.quantity === null ? null : before.quantity + stated.quantity,
        revenue: before.revenue === null || stated.revenue === null ? null : before.revenue + stated.revenue,
      };
  }

  /** Adds a row below the headings that is no total. @returns its kind */
  private add(row: ReportRow): RowKind {
    const { columns } = this.#part;
    const broken = brokenCell(row, columns);
    if (broken !== undefined) return this.refuse(row, `A planilha tem “${broken}” nesta linha: a conta está quebrada.`);
    if (this.#asked.withCancelled !== true && isCancelled(row)) {
      this.#cancelled.quantity += row.quantity ?? 0;
      this.#cancelled.revenue += BigInt(worthOf(row) ?? 0);
      return 'cancelled';
    }
    return isPerOrder(columns) ? this.addOrder(row) : this.addSale(row);
  }

  private addSale(row: ReportRow): RowKind {
    const { quantity, revenue } = row;
    const written = row.cell('quantity');
    const isNothing = (quantity ?? 0) === 0 && (revenue ?? 0) === 0;
    if (row.key === '')
      return isNothing && !row.hasUnknown
        ? 'text'
        : this.refuse(
            row,
            `Sem produto: quantidade ${quantityText(quantity ?? 0)}${revenue === null ? '' : `, ${money(revenue)}`}.`,
          );
    if (written === '' && row.hasUnknown)
      return this.refuse(row, 'A quantidade é uma fórmula sem valor guardado: não dá para saber quanto é.');
    // A row with only a text is a group's name or a printed note.
    if (written === '' && (revenue ?? 0) === 0) return 'text';
    if (quantity === undefined)
      return this.refuse(row, written === '' ? 'Sem quantidade.' : `Não entendi a quantidade “${written}”.`);
    const worth = row.cell('revenue');
    if (revenue === null && worth !== '') return this.refuse(row, `Não entendi o valor “${worth}”.`);
    if (revenue === null || quantity < 0 === revenue < 0) return this.count(row, { quantity, worth: worthOf(row) });
    const answer = this.ask(row, { quantity, revenue });
    if (answer !== 'return') return answer === undefined ? 'unanswered' : 'dropped';
    return this.count(row, {
      quantity: -Math.abs(quantity),
      worth: worthOf({ revenue: -Math.abs(revenue), discount: row.discount }),
    });
  }

  private addOrder(row: ReportRow): RowKind {
    const written = row.cell('revenue');
    if (row.revenue === null && row.hasUnknown) return this.refuse(row, 'O valor é uma fórmula sem valor guardado.');
    if (written === '') return 'text';
    if (row.revenue === null) return this.refuse(row, `Não entendi o valor “${written}”.`);
    const month = this.monthOf(row);
    if (month === undefined) return this.refuseDate(row);
    this.countMonth(row, { month, worth: worthOf(row) });
    return 'sale';
  }

  private ask(
    row: ReportRow,
    { quantity, revenue }: { quantity: TenThousandths; revenue: TenThousandths },
  ): SignAnswer | undefined {
    const { signs = {} } = this.#asked;
    const key = `${this.#part.name} ${row.line}`;
    const answer = signs[key] ?? signs[''];
    this.#signCount += 1;
    if (this.#signs.length < SHOWN_LINES)
      this.#signs.push({
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

  private refuse(row: ReportRow, sentence: string): 'problem' {
    if (this.#problems.length < SHOWN_LINES) this.#problems.push({ ...this.fileLine(row), sentence });
    return 'problem';
  }

  private refuseDate(row: ReportRow): 'problem' {
    const date = row.cell('date');
    return this.refuse(row, date === '' ? 'Sem data.' : `Não entendi a data “${date}”.`);
  }

  private monthOf(row: ReportRow): string | undefined {
    return this.#part.columns.date === null ? this.#asked.month : this.#reader.month(row);
  }

  private count(
    row: ReportRow,
    { quantity, worth }: { quantity: TenThousandths; worth: TenThousandths | null },
  ): RowKind {
    const month = this.monthOf(row);
    if (month === undefined) return this.refuseDate(row);
    const isWorthOut = this.#asked.withoutValues === true;
    const product = this.placeOf(row);
    const channel = row.cell('channel');
    const key = `${product}\n${month}\n${channel}`;
    const revenue = worth === null || isWorthOut ? null : BigInt(worth);
    const sold = this.#sold.get(key);
    if (!sold) this.#sold.set(key, { product, month, channel, quantity, revenue, lines: 1 });
    else {
      sold.quantity += quantity;
      sold.revenue = sold.revenue === null || revenue === null ? null : sold.revenue + revenue;
      sold.lines += 1;
    }
    this.#read.quantity += quantity;
    this.countMonth(row, { month, worth: isWorthOut ? null : worth });
    return 'sale';
  }

  private countMonth(row: ReportRow, { month, worth }: { month: string; worth: TenThousandths | null }): void {
    const inMonth = this.#months.get(month) ?? { revenue: 0n, orders: new Set() };
    this.#months.set(month, inMonth);
    inMonth.revenue += BigInt(worth ?? 0);
    this.#read.revenue += BigInt(worth ?? 0);
    if (worth === null) this.#unknown += 1;
    else this.#known += 1;
    const order = row.cell('order');
    if (order !== '') inMonth.orders.add(order);
    else if (isPerOrder(this.#part.columns)) inMonth.orders.add(`${this.#part.name} ${row.line}`);
  }

  private placeOf({ product, key }: ReportRow): number {
    const held = this.#places.get(key);
    if (held !== undefined) return held;
    const place = this.#products.push({ name: product, key }) - 1;
    this.#places.set(key, place);
    return place;
  }
}
