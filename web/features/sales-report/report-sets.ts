import { salesKey, type SoldDish } from '#domain/business/sales/fields.ts';
import type { Business, Dish } from '#domain/business/state.ts';
import { SCALE } from '#domain/decimal.ts';
import { quantity as quantityText } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import { LIMITS } from '#domain/limits.ts';
import type { SoldProduct, Totals, ReportContents } from './understand.ts';

/** What a name of the file is; open until somebody says so. */
export type Match =
  | { readonly kind: 'dish'; readonly dish: Dish; readonly isExact: boolean }
  | { readonly kind: 'out' }
  | { readonly kind: 'open' };

/** null: nothing that comes in; undefined: nobody has said it. */
export const dishIdOf = (match: Match | undefined): string | null | undefined =>
  match?.kind === 'dish' ? match.dish.id : match?.kind === 'out' ? null : undefined;

/** What becomes of sales that a month's channel has already: the report's dishes are set, or added to. */
export type MeetingRule = 'replace' | 'add';

/** What comes into one month of one channel. */
export interface ReportSet extends Totals {
  readonly month: string;
  readonly channelId: string;
  /** As they will be. */
  readonly rows: readonly SoldDish[];
  /** Has the month's channel sales already? */
  readonly isMet: boolean;
  readonly rule: MeetingRule;
  /** Dishes that are saved with something else and change. */
  readonly replaced: number;
  /** Saved dishes of which the report says nothing. */
  readonly kept: number;
  /** Dishes whose sum is not whole, as halves of pizzas are; half a piece counts as one. */
  readonly rounded: readonly { readonly dishId: string; readonly from: number; readonly to: number }[];
}

/** A sum that no row can hold. */
export interface RefusedSum {
  readonly dishId: string;
  readonly month: string;
  readonly sentence: string;
}

/** Lines with a sale, and what they sum up to. */
export interface LineTotals extends Totals {
  readonly lines: number;
}

export interface SortedSales {
  readonly sets: readonly ReportSet[];
  readonly refused: readonly RefusedSum[];
  /** What comes in; what somebody said is no dish; or no channel of theirs; what no row can hold; and what is open. */
  readonly taken: LineTotals;
  readonly notDishes: LineTotals;
  readonly notChannels: LineTotals;
  readonly refusedTotals: LineTotals;
  readonly undecided: LineTotals;
}

interface Sorting {
  readonly understood: ReportContents;
  /** The id of the dish that a product is; null: it is none; undefined: nobody has said it yet. */
  readonly dishOf: (product: number) => string | null | undefined;
  readonly channelOf: (text: string) => string | null | undefined;
  readonly ruleOf: (set: { readonly month: string; readonly channelId: string }) => MeetingRule;
  readonly sales: Business['sales'];
}

/** What a report would make of the sales, each dish once in each month and channel. Pure. */
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

/** A part without a revenue makes a sum without one: half of it would be taken for all. */
const plus = (a: LineTotals, b: LineTotals): LineTotals => ({
  quantity: fourDecimals(a.quantity + b.quantity),
  revenue: a.revenue === null || b.revenue === null ? null : a.revenue + b.revenue,
  lines: a.lines + b.lines,
});

/** Three tenths of a pizza stay three tenths, and not 0.30000000000000004. */
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
    // Nothing sold clears what is saved; where nothing is, there is nothing to say.
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

/** The row as it will be, or why no row can hold the sum. */
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
