import { salesKey, type SoldDish } from '#domain/business/sales.ts';
import type { Business } from '#domain/business/state.ts';
import { isSameValue } from '#domain/same-value.ts';
import { LIMITS } from '#domain/limits.ts';
import type { SoldProduct, Totals, Understood } from './understand.ts';

/** What comes into one month of one channel. */
export interface ReportSet extends Totals {
  readonly month: string;
  readonly channelId: string;
  readonly rows: readonly SoldDish[];
  /** Dishes that are saved with something else and change. */
  readonly replaced: number;
  /** Saved dishes of which the report says nothing. */
  readonly kept: number;
}

/** A sum that no row can hold. */
export interface RefusedSum {
  readonly dishId: string;
  readonly month: string;
  readonly sentence: string;
}

export interface Sorted {
  readonly sets: readonly ReportSet[];
  readonly refused: readonly RefusedSum[];
  /** What comes in. */
  readonly taken: Totals;
  /** What somebody said is no dish, or no channel of theirs; and what nobody has said anything of yet. */
  readonly leftOut: Totals;
  readonly undecided: Totals;
}

interface Sorting {
  readonly understood: Understood;
  /** By its place: the dish; null: none; undefined: not said yet. */
  readonly dishOf: (product: number) => string | null | undefined;
  readonly channelOf: (text: string) => string | null | undefined;
  readonly sales: Business['sales'];
}

/** What a report would make of the sales, each dish once in each month and channel. Pure. */
export function sortReport({ understood, dishOf, channelOf, sales }: Sorting): Sorted {
  const nothing: Totals = { quantity: 0, revenue: understood.read.revenue === null ? null : 0n };
  let leftOut = nothing;
  let undecided = nothing;
  let taken = nothing;
  const sums = new Map<string, { month: string; channelId: string; dishes: Map<string, Totals> }>();
  for (const sold of understood.sold) {
    const dishId = dishOf(sold.product);
    const channelId = channelOf(sold.channel);
    if (dishId === null || channelId === null) leftOut = plus(leftOut, sold);
    else if (dishId === undefined || channelId === undefined) undecided = plus(undecided, sold);
    else {
      taken = plus(taken, sold);
      put(sums, { ...sold, dishId, channelId });
    }
  }
  const refused: RefusedSum[] = [];
  const sets = [...sums.values()]
    .toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0))
    .map((sum) => setOf(sum, sales, refused));
  return { sets: sets.filter(({ rows }) => rows.length > 0), refused, taken, leftOut, undecided };
}

type SumsOfSets = Map<string, { month: string; channelId: string; dishes: Map<string, Totals> }>;

function put(sums: SumsOfSets, sold: SoldProduct & { readonly dishId: string; readonly channelId: string }): void {
  const { month, channelId, dishId } = sold;
  const key = salesKey({ month, channelId });
  const set = sums.get(key) ?? { month, channelId, dishes: new Map<string, Totals>() };
  sums.set(key, set);
  const { quantity, revenue } = sold;
  const before = set.dishes.get(dishId);
  set.dishes.set(dishId, before ? plus(before, sold) : { quantity, revenue });
}

/** A part without a revenue makes a sum without one: half of it would be taken for all. */
const plus = (a: Totals, b: Totals): Totals => ({
  quantity: a.quantity + b.quantity,
  revenue: a.revenue === null || b.revenue === null ? null : a.revenue + b.revenue,
});

function setOf(
  { month, channelId, dishes }: { month: string; channelId: string; dishes: Map<string, Totals> },
  sales: Business['sales'],
  refused: RefusedSum[],
): ReportSet {
  const known = new Map(
    (sales.get(salesKey({ month, channelId }))?.rows ?? []).map((row) => [row.dishId, row] as const),
  );
  const rows: SoldDish[] = [];
  let total: Totals = { quantity: 0, revenue: 0n };
  for (const [dishId, sum] of dishes) {
    const sentence = wrongSum(sum);
    if (sentence !== undefined) refused.push({ dishId, month, sentence });
    // Nothing sold clears what is saved; where nothing is, there is nothing to say.
    else if (sum.quantity > 0 || known.has(dishId)) {
      const { quantity, revenue } = sum;
      rows.push({ dishId, quantity, revenue: revenue === null || quantity === 0 ? null : Number(revenue) });
      total = plus(total, sum);
    }
  }
  const said = new Set(rows.map(({ dishId }) => dishId));
  return {
    month,
    channelId,
    rows,
    ...total,
    replaced: rows.filter((row) => known.has(row.dishId) && !isSameValue(known.get(row.dishId), row)).length,
    kept: [...known.keys()].filter((dishId) => !said.has(dishId)).length,
  };
}

function wrongSum({ quantity, revenue }: Totals): string | undefined {
  if (quantity < 0) return 'Há mais cancelamentos que vendas.';
  if (quantity > LIMITS.sold.max) return 'São vendas demais para um mês.';
  if (revenue !== null && revenue < 0n) return 'O valor vendido é menor que zero.';
  return revenue !== null && revenue > BigInt(LIMITS.soldRevenue.max) ? 'O valor vendido é alto demais.' : undefined;
}
