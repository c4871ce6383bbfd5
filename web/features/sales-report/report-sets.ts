import { salesKey, type SoldDish } from '#domain/business/sales/fields.ts';
import type { Business, Dish } from '#domain/business/state.ts';
import { SCALE } from '#domain/decimal.ts';
import { formatQuantity as quantityText } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import { LIMITS } from '#domain/limits.ts';
import type { SoldProduct, Totals, ReportContents } from './read-report.ts';

/** The dish of a name in the file; open until answered. */
export type DishMatch =
  | { readonly kind: 'dish'; readonly dish: Dish; readonly isExact: boolean }
  | { readonly kind: 'out' }
  | { readonly kind: 'open' };

/** The dish's id; null if the product is left out; undefined if unanswered. */
export const dishIdOf = (match: DishMatch | undefined): string | null | undefined =>
  match?.kind === 'dish' ? match.dish.id : match?.kind === 'out' ? null : undefined;

/** The rule for existing sales of a month and channel: replace those of the report's dishes, or add to them. */
export type MergeRule = 'replace' | 'add';

/** The imported sales of one month and channel. */
export interface ReportSet extends Totals {
  readonly month: string;
  readonly channelId: string;
  /** The resulting rows. */
  readonly rows: readonly SoldDish[];
  /** Tells whether the month and channel already have sales. */
  readonly hasSavedSales: boolean;
  readonly rule: MergeRule;
  /** The number of dishes whose saved sales change. */
  readonly replacedCount: number;
  /** The number of saved dishes that the report does not contain. */
  readonly unchangedCount: number;
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

/** The sales of a report by month and channel, and the sums of all lines that are imported or not. */
export interface SortedSales {
  readonly sets: readonly ReportSet[];
  readonly refusals: readonly RefusedSum[];
  /**
   * The sums of the lines that are imported, that are no dish, whose channel is left out, whose sum is too large for a
   * row, and that are unanswered.
   */
  readonly imported: LineTotals;
  readonly notDishes: LineTotals;
  readonly notChannels: LineTotals;
  readonly refusedTotals: LineTotals;
  readonly unanswered: LineTotals;
}

interface SortInput {
  readonly contents: ReportContents;
  /** The dish's id of a product; null if it is none; undefined if unanswered. */
  readonly dishOf: (product: number) => string | null | undefined;
  readonly channelOf: (text: string) => string | null | undefined;
  readonly ruleOf: (set: { readonly month: string; readonly channelId: string }) => MergeRule;
  readonly sales: Business['sales'];
}

/** Sorts the sales of a report by month and channel, with each dish once. Pure. */
export function sortReport({ contents, dishOf, channelOf, ruleOf, sales }: SortInput): SortedSales {
  const nothing: LineTotals = { quantity: 0, revenue: contents.salesTotals.revenue === null ? null : 0n, lines: 0 };
  let notDishes = nothing;
  let notChannels = nothing;
  let unanswered = nothing;
  const sums: SumsOfSets = new Map();
  for (const soldProduct of contents.sales) {
    const dishId = dishOf(soldProduct.product);
    const channelId = channelOf(soldProduct.channel);
    if (dishId === null) notDishes = addTotals(notDishes, soldProduct);
    else if (channelId === null) notChannels = addTotals(notChannels, soldProduct);
    else if (dishId === undefined || channelId === undefined) unanswered = addTotals(unanswered, soldProduct);
    else addToSet(sums, { ...soldProduct, dishId, channelId });
  }
  const refusals: (RefusedSum & LineTotals)[] = [];
  const sets = [...sums.values()]
    .toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0))
    .map((sum) => setOf({ ...sum, rule: ruleOf(sum) }, sales, refusals));
  return {
    sets: sets.filter(({ rows }) => rows.length > 0),
    refusals,
    imported: sets.reduce<LineTotals>(addTotals, nothing),
    notDishes,
    notChannels,
    refusedTotals: refusals.reduce<LineTotals>(addTotals, nothing),
    unanswered,
  };
}

interface SumsOfSet {
  readonly month: string;
  readonly channelId: string;
  readonly dishes: Map<string, LineTotals>;
}
type SumsOfSets = Map<string, SumsOfSet>;

function addToSet(
  sums: SumsOfSets,
  soldProduct: SoldProduct & { readonly dishId: string; readonly channelId: string },
): void {
  const { month, channelId, dishId } = soldProduct;
  const key = salesKey({ month, channelId });
  const set = sums.get(key) ?? { month, channelId, dishes: new Map<string, LineTotals>() };
  sums.set(key, set);
  const { quantity, revenue, lines } = soldProduct;
  const before = set.dishes.get(dishId);
  set.dishes.set(dishId, before ? addTotals(before, soldProduct) : { quantity, revenue, lines });
}

/** A part without revenue makes a sum without revenue: an incomplete sum would be taken for a complete one. */
const addTotals = (a: LineTotals, b: LineTotals): LineTotals => ({
  quantity: fourDecimals(a.quantity + b.quantity),
  revenue: a.revenue === null || b.revenue === null ? null : a.revenue + b.revenue,
  lines: a.lines + b.lines,
});

/** Rounds to four decimals, so that 0.1 + 0.2 of a pizza is 0.3 and not 0.30000000000000004. */
const fourDecimals = (pieces: number): number => Math.round(pieces * SCALE) / SCALE;

function setOf(
  { month, channelId, dishes, rule }: SumsOfSet & { readonly rule: MergeRule },
  sales: Business['sales'],
  refusals: (RefusedSum & LineTotals)[],
): ReportSet & LineTotals {
  const saved = new Map(
    (sales.get(salesKey({ month, channelId }))?.rows ?? []).map((row) => [row.dishId, row] as const),
  );
  const rows: SoldDish[] = [];
  const rounded: { dishId: string; from: number; to: number }[] = [];
  let total: LineTotals = { quantity: 0, revenue: 0n, lines: 0 };
  for (const [dishId, sum] of dishes) {
    const before = saved.get(dishId);
    const row = rowOf(dishId, sum, rule === 'add' ? before : undefined);
    if (typeof row === 'string') {
      refusals.push({ dishId, month, sentence: row, ...sum });
      continue;
    }
    total = addTotals(total, sum);
    // A quantity of zero clears saved sales; without any there is nothing to clear.
    if (row.quantity === 0 && !before) continue;
    rows.push(row);
    const to = Math.round(sum.quantity);
    if (to !== sum.quantity) rounded.push({ dishId, from: sum.quantity, to });
  }
  const rowIds = new Set(rows.map(({ dishId }) => dishId));
  return {
    month,
    channelId,
    rows,
    ...total,
    hasSavedSales: saved.size > 0,
    rule,
    replacedCount: rows.filter((row) => saved.has(row.dishId) && !isSameValue(saved.get(row.dishId), row)).length,
    unchangedCount: [...saved.keys()].filter((dishId) => !rowIds.has(dishId)).length,
    rounded,
  };
}

/** The resulting row, or the reason why no row can hold the sum. */
function rowOf(dishId: string, sum: LineTotals, before: SoldDish | undefined): SoldDish | string {
  const pieces = Math.round(sum.quantity);
  if (pieces === 0 && sum.quantity > 0)
    return `A soma é ${quantityText(Math.round(sum.quantity * SCALE))}: menos de meia venda não conta.`;
  const quantity = pieces + (before?.quantity ?? 0);
  const savedRevenue = before === undefined ? 0n : before.revenue === null ? null : BigInt(before.revenue);
  const revenue = sum.revenue === null || savedRevenue === null ? null : sum.revenue + savedRevenue;
  const sentence = sumProblem({ quantity, revenue });
  if (sentence !== undefined) return sentence;
  return { dishId, quantity, revenue: revenue === null || quantity === 0 ? null : Number(revenue) };
}

function sumProblem({ quantity, revenue }: Totals): string | undefined {
  if (quantity < 0) return 'Há mais cancelamentos que vendas.';
  if (quantity > LIMITS.sold.max) return 'São vendas demais para um mês.';
  if (revenue !== null && revenue < 0n) return 'O valor vendido é menor que zero.';
  return revenue !== null && revenue > BigInt(LIMITS.soldRevenue.max) ? 'O valor vendido é alto demais.' : undefined;
}
