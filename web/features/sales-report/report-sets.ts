import { salesKey, type SoldDish } from '#domain/business/sales/fields.ts';
import type { Business, Dish } from '#domain/business/state.ts';
import { SCALE } from '#domain/decimal.ts';
import { quantity as quantityText } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import { LIMITS } from '#domain/limits.ts';
import type { SoldProduct, Totals, ReportContents } from './understand.ts';

/** The dish of a name in the file; open until answered. */
export type Match =
  | { readonly kind: 'dish'; readonly dish: Dish; readonly isExact: boolean }
  | { readonly kind: 'out' }
  | { readonly kind: 'open' };

/** The dish's id; null if the product is left out; undefined if unanswered. */
export const dishIdOf = (match: Match | undefined): string | null | undefined =>
  match?.kind === 'dish' ? match.dish.id : match?.kind === 'out' ? null : undefined;

/** The rule for existing sales of a month and channel: replace those of the report's dishes, or add to them. */
export type MeetingRule = 'replace' | 'add';

/** The imported sales of one month and channel. */
export interface ReportSet extends Totals {
  readonly month: string;
  readonly channelId: string;
  /** The resulting rows. */
  readonly rows: readonly SoldDish[];
  /** Whether the month and channel already have sales. */
  readonly isMet: boolean;
  readonly rule: MeetingRule;
  /** The number of dishes whose saved sales change. */
  readonly replaced: number;
  /** The number of saved dishes that the report does not contain. */
  readonly kept: number;
  /** Dishes with a fractional sum, such as half pizzas; half a piece rounds up. */
  readonly rounded: readonly { readonly dishId: string; readonly from: number; readonly to: number }[];
}

/** A sum that exceeds the limit of a row. */
export interface RefusedSum {
  readonly dishId: string;
  readonly month: string;
  readonly sentence: string;
}

/** The lines with sales, and their sum. */
export interface LineTotals extends Totals {
  readonly lines: number;
}

export interface SortedSales {
  readonly sets: readonly ReportSet[];
  readonly refused: readonly RefusedSum[];
  /**
   * The sums of lines that are imported; answered as no dish; of a channel left out; too large for a row; unanswered.
   */
  readonly taken: LineTotals;
  readonly notDishes: LineTotals;
  readonly notChannels: LineTotals;
  readonly refusedTotals: LineTotals;
  readonly undecided: LineTotals;
}

interface Sorting {
  readonly understood: ReportContents;
  /** The dish's id of a product; null if it is none; undefined if unanswered. */
  readonly dishOf: (product: number) => string | null | undefined;
  readonly channelOf: (text: string) => string | null | undefined;
  readonly ruleOf: (set: { readonly month: string; readonly channelId: string }) => MeetingRule;
  readonly sales: Business['sales'];
}

/** Sorts a report into sales, each dish once per month and channel. Pure. */
export function sortReport({ understood, dishOf, channelOf, ruleOf, sales }: Sorting): SortedSales {
  const nothing: LineTotals = { quantity: 0, revenue: understood.read.revenue === null ? null : 0n, lines: 0 };
  let notDishes = nothing;
  let notChannels = nothing;
  let undecided = nothing;
  const sums: SumsOfSets = new Map();
  for (const sold of understood.sold) {
    const dishId = dishOf(sold.product);
    const channelId = channelOf(sold.channel);
    if (dishId === null) notDishes = plus(notDishes, sold);
    else if (channelId === null) notChannels = plus(notChannels, sold);
    else if (dishId === undefined || channelId === undefined) undecided = plus(undecided, sold);
    else put(sums, { ...sold, dishId, channelId });
  }
  const refused: (RefusedSum & LineTotals)[] = [];
  const sets = [...sums.values()]
    .toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0))
    .map((sum) => setOf({ ...sum, rule: ruleOf(sum) }, sales, refused));
  return {
    sets: sets.filter(({ rows }) => rows.length > 0),
    refused,
    taken: sets.reduce<LineTotals>(plus, nothing),
    notDishes,
    notChannels,
    refusedTotals: refused.reduce<LineTotals>(plus, nothing),
    undecided,
  };
}

interface SumsOfSet {
  readonly month: string;
  readonly channelId: string;
  readonly dishes: Map<string, LineTotals>;
}
type SumsOfSets = Map<string, SumsOfSet>;

function put(sums: SumsOfSets, sold: SoldProduct & { readonly dishId: string; readonly channelId: string }): void {
  const { month, channelId, dishId } = sold;
  const key = salesKey({ month, channelId });
  const set = sums.get(key) ?? { month, channelId, dishes: new Map<string, LineTotals>() };
  sums.set(key, set);
  const { quantity, revenue, lines } = sold;
  const before = set.dishes.get(dishId);
  set.dishes.set(dishId, before ? plus(before, sold) : { quantity, revenue, lines });
}

/** A part without revenue makes a sum without revenue: an incomplete sum would be taken for a complete one. */
const plus = (a: LineTotals, b: LineTotals): LineTotals => ({
  quantity: fourDecimals(a.quantity + b.quantity),
  revenue: a.revenue === null || b.revenue === null ? null : a.revenue + b.revenue,
  lines: a.lines + b.lines,
});

/** Rounds to four decimals, so that 0.1 + 0.2 of a pizza is 0.3 and not 0.30000000000000004. */
const fourDecimals = (pieces: number): number => Math.round(pieces * SCALE) / SCALE;

function setOf(
  { month, channelId, dishes, rule }: SumsOfSet & { readonly rule: MeetingRule },
  sales: Business['sales'],
  refused: (RefusedSum & LineTotals)[],
): ReportSet & LineTotals {
  const known = new Map(
    (sales.get(salesKey({ month, channelId }))?.rows ?? []).map((row) => [row.dishId, row] as const),
  );
  const rows: SoldDish[] = [];
  const rounded: { dishId: string; from: number; to: number }[] = [];
  let total: LineTotals = { quantity: 0, revenue: 0n, lines: 0 };
  for (const [dishId, sum] of dishes) {
    const before = known.get(dishId);
    const row = rowOf(dishId, sum, rule === 'add' ? before : undefined);
    if (typeof row === 'string') {
      refused.push({ dishId, month, sentence: row, ...sum });
      continue;
    }
    total = plus(total, sum);
    // A quantity of zero clears saved sales; without any there is nothing to clear.
    if (row.quantity === 0 && !before) continue;
    rows.push(row);
    const to = Math.round(sum.quantity);
    if (to !== sum.quantity) rounded.push({ dishId, from: sum.quantity, to });
  }
  const said = new Set(rows.map(({ dishId }) => dishId));
  return {
    month,
    channelId,
    rows,
    ...total,
    isMet: known.size > 0,
    rule,
    replaced: rows.filter((row) => known.has(row.dishId) && !isSameValue(known.get(row.dishId), row)).length,
    kept: [...known.keys()].filter((dishId) => !said.has(dishId)).length,
    rounded,
  };
}

/** The resulting row, or the reason why no row can hold the sum. */
function rowOf(dishId: string, sum: LineTotals, before: SoldDish | undefined): SoldDish | string {
  const pieces = Math.round(sum.quantity);
  if (pieces === 0 && sum.quantity > 0)
    return `A soma é ${quantityText(Math.round(sum.quantity * SCALE))}: menos de meia venda não conta.`;
  const quantity = pieces + (before?.quantity ?? 0);
  const earned = before === undefined ? 0n : before.revenue === null ? null : BigInt(before.revenue);
  const revenue = sum.revenue === null || earned === null ? null : sum.revenue + earned;
  const sentence = wrongSum({ quantity, revenue });
  if (sentence !== undefined) return sentence;
  return { dishId, quantity, revenue: revenue === null || quantity === 0 ? null : Number(revenue) };
}

function wrongSum({ quantity, revenue }: Totals): string | undefined {
  if (quantity < 0) return 'Há mais cancelamentos que vendas.';
  if (quantity > LIMITS.sold.max) return 'São vendas demais para um mês.';
  if (revenue !== null && revenue < 0n) return 'O valor vendido é menor que zero.';
  return revenue !== null && revenue > BigInt(LIMITS.soldRevenue.max) ? 'O valor vendido é alto demais.' : undefined;
}
