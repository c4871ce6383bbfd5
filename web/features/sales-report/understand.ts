import { plainText } from '#contract/plain-text.ts';
import { SCALE, type Units } from '#domain/decimal.ts';
import { quantity as quantityText } from '#domain/format.ts';
import { decimalMarkOf, type DecimalMark, monthIn, numberIn } from '../files/cell-values.ts';
import { oneLine } from '#contract/text.ts';
import { isError } from '../files/sheet.ts';
import type { Rows } from './find-layout.ts';
import type { Columns } from './report-columns.ts';

export interface Asked {
  readonly columns: Columns;
  /** Of all of the file, where no column says it. */
  readonly month: string;
  /** Plain names of dishes: 'Total Mix' is one, and no total. */
  readonly dishes: readonly string[];
}

export interface Totals {
  readonly quantity: number;
  /** null where no column says it. */
  readonly revenue: bigint | null;
}

/** All lines of one product in one month and channel. */
export interface SoldProduct extends Totals {
  /** Its place in `products`. */
  readonly product: number;
  readonly month: string;
  /** As the file has it; '' where no column says it. */
  readonly channel: string;
}

export interface Product {
  /** As it first stands in the file. */
  readonly name: string;
  /** Plain: two products of one are the same. */
  readonly key: string;
}

/** A line that is left out, with the reason. */
export interface LineProblem {
  /** Of the line in the file, from 1. */
  readonly line: number;
  readonly product: string;
  readonly sentence: string;
}

export interface ReportMonth {
  readonly month: string;
  readonly revenue: bigint | null;
  /** Different order numbers; null where no column says them. */
  readonly orders: number | null;
}

/** What a report says. */
export interface Understood {
  readonly products: readonly Product[];
  readonly sold: readonly SoldProduct[];
  readonly channels: readonly string[];
  readonly months: readonly ReportMonth[];
  /** The first of them; `problemCount` are all. */
  readonly problems: readonly LineProblem[];
  readonly problemCount: number;
  /** Lines with a sale. */
  readonly lines: number;
  /** Their sum. */
  readonly read: Totals;
  /** What the file's own line of totals says; a part that it does not say is null. */
  readonly stated: { readonly quantity: number | null; readonly revenue: bigint | null } | null;
}

const SHOWN_PROBLEMS = 50;
const TOTAL = /^(?:sub\s?-?total|total|totais|soma)\b/;

interface Line {
  readonly number: number;
  readonly product: string;
  readonly key: string;
  readonly cell: (column: keyof Columns) => string;
}

/** Pure, and all the work that grows with the file: made for a worker. @param first the line after the headings, from 0 */
export function understand(rows: Rows, first: number, { columns, month, dishes }: Asked): Understood {
  const sums = new Sums(columns);
  const known = new Set(dishes);
  const mark = decimalMarkOf(numbersOf(rows.slice(first), columns));
  for (let at = first; at < rows.length; at += 1) {
    const line = lineOf(rows[at] ?? [], at + 1, columns);
    const isTotal = isTotalLine(line, rows[at] ?? [], known);
    const quantity = numberIn(line.cell('quantity'), mark);
    const revenue = columns.revenue === null ? null : (numberIn(line.cell('revenue'), mark) ?? null);
    if (isTotal) sums.state(quantity, revenue);
    else if (line.key !== '') sums.add(line, { quantity, revenue, mark, month });
  }
  return sums.result();
}

function* numbersOf(rows: Rows, { quantity, revenue }: Columns): Iterable<string> {
  for (const row of rows) {
    if (quantity !== null) yield row[quantity] ?? '';
    if (revenue !== null) yield row[revenue] ?? '';
  }
}

function lineOf(row: readonly string[], number: number, columns: Columns): Line {
  const cell = (column: keyof Columns): string => row[columns[column] ?? -1]?.trim() ?? '';
  const product = oneLine(cell('product'));
  return { number, product, key: plainText(product), cell };
}

/** 'Total geral' stands under the names, or in whatever column is the first. */
function isTotalLine({ key }: Line, row: readonly string[], dishes: ReadonlySet<string>): boolean {
  if (key !== '') return TOTAL.test(key) && !dishes.has(key);
  return TOTAL.test(plainText(row.find((cell) => cell.trim() !== '')?.trim() ?? ''));
}

interface Said {
  readonly quantity: Units | undefined;
  readonly revenue: Units | null;
  readonly mark: DecimalMark;
  readonly month: string;
}

class Sums {
  readonly #columns: Columns;
  readonly #products = new Map<string, number>();
  readonly #names: Product[] = [];
  readonly #sold = new Map<string, { -readonly [Part in keyof SoldProduct]: SoldProduct[Part] }>();
  readonly #months = new Map<string, { revenue: bigint; orders: Set<string> }>();
  readonly #problems: LineProblem[] = [];
  #problemCount = 0;
  #lines = 0;
  #quantity = 0;
  #revenue = 0n;
  /** Does any line say what it brought? */
  #hasRevenue = false;
  #stated: Understood['stated'] = null;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /** Of several totals the last one is that of all. */
  state(quantity: Units | undefined, revenue: Units | null): void {
    if (quantity === undefined && revenue === null) return;
    const whole = quantity === undefined ? null : quantity / SCALE;
    this.#stated = { quantity: whole, revenue: revenue === null ? null : BigInt(revenue) };
  }

  add(line: Line, { quantity, revenue, month: ofAll }: Said): void {
    const broken = Object.keys(this.#columns)
      .map((column) => line.cell(column as keyof Columns))
      .find(isError);
    if (broken !== undefined)
      return this.refuse(line, `A planilha tem “${broken}” nesta linha: a conta está quebrada.`);
    const written = line.cell('quantity');
    // The name of a group of products, or what is printed below.
    if (written === '' && (revenue === null || revenue === 0)) return;
    if (quantity === undefined)
      return this.refuse(line, written === '' ? 'Sem quantidade.' : `Não entendi a quantidade “${written}”.`);
    if (quantity % SCALE !== 0)
      return this.refuse(line, `Quantidade quebrada (${quantityText(quantity)}): aqui só entram vendas inteiras.`);
    const worth = line.cell('revenue');
    if (revenue === null && worth !== '') return this.refuse(line, `Não entendi o valor “${worth}”.`);
    const date = line.cell('date');
    const month = this.#columns.date === null ? ofAll : monthIn(date);
    if (month === undefined) return this.refuse(line, date === '' ? 'Sem data.' : `Não entendi a data “${date}”.`);
    this.count(line, { quantity: quantity / SCALE, revenue, month });
  }

  result(): Understood {
    const { revenue, order } = this.#columns;
    const sold = [...this.#sold.values()];
    const isWorthKnown = revenue !== null && this.#hasRevenue;
    return {
      products: this.#names,
      sold,
      channels: [...new Set(sold.map(({ channel }) => channel))],
      months: Array.from(this.#months, ([month, sums]) => ({
        month,
        revenue: isWorthKnown ? sums.revenue : null,
        orders: order === null ? null : sums.orders.size,
      })).toSorted((a, b) => (a.month < b.month ? -1 : 1)),
      problems: this.#problems,
      problemCount: this.#problemCount,
      lines: this.#lines,
      read: { quantity: this.#quantity, revenue: isWorthKnown ? this.#revenue : null },
      stated: this.#stated,
    };
  }

  private refuse({ number, product }: Line, sentence: string): void {
    this.#problemCount += 1;
    if (this.#problems.length < SHOWN_PROBLEMS) this.#problems.push({ line: number, product, sentence });
  }

  private count(line: Line, said: { quantity: number; revenue: Units | null; month: string }): void {
    const { quantity, revenue, month } = said;
    const product = this.placeOf(line);
    const channel = line.cell('channel');
    const key = `${product}\n${month}\n${channel}`;
    const brought = revenue === null ? null : BigInt(revenue);
    const sold = this.#sold.get(key);
    if (!sold) this.#sold.set(key, { product, month, channel, quantity, revenue: brought });
    else {
      sold.quantity += quantity;
      sold.revenue = sold.revenue === null || brought === null ? null : sold.revenue + brought;
    }
    const inMonth = this.#months.get(month) ?? { revenue: 0n, orders: new Set() };
    this.#months.set(month, inMonth);
    inMonth.revenue += brought ?? 0n;
    const order = line.cell('order');
    if (order !== '') inMonth.orders.add(order);
    this.#lines += 1;
    this.#quantity += quantity;
    this.#revenue += brought ?? 0n;
    this.#hasRevenue ||= brought !== null;
  }

  private placeOf({ product, key }: Line): number {
    const held = this.#products.get(key);
    if (held !== undefined) return held;
    const place = this.#names.push({ name: product, key }) - 1;
    this.#products.set(key, place);
    return place;
  }
}
