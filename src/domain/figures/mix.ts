import { priceIn } from '../business/channels.ts';
import type { ChannelSales, Sold, SoldDish } from '../business/sales.ts';
import type { Business } from '../business/state.ts';
import { bounded, divideRounded, type Units } from '../decimal.ts';
import {
  type ChannelFigures,
  type CostBase,
  type DishFigures,
  fixedCostPercentage,
  HUNDRED_PERCENT,
} from './dish-result.ts';
import { type MenuItem, menuOf } from './menu.ts';
import { monthsBefore } from './months.ts';

/** The figures over what was really sold in the last months, at today's costs and prices. In units but for counts. */
export interface MixFigures {
  /** How many of the months that were looked at have a row that counts. */
  readonly months: number;
  readonly revenue: Units;
  /** What was sold in them of dishes that are gone, or for nothing. */
  readonly excludedQuantity: number;
  /** Percent of what was sold, like the next two. */
  readonly cmv: Units;
  readonly variableCosts: Units;
  readonly contributionMargin: Units;
  readonly profit: Units;
  /** Of a month, in reais. */
  readonly result: Units;
  readonly breakEven: Units;
  readonly breakEvenWithGoal: Units;
  /** By how many percent revenue may fall before nothing is earned. */
  readonly safetyMargin: Units;
  /** How many of each dish a month must sell for the goal; none where no quantity is enough. */
  readonly goalQuantities: readonly { readonly dishId: string; readonly quantity: number }[];
  readonly menu: readonly MenuItem[];
}

/** What was sold of one dish over the rows that count, exactly. */
export interface SoldInMix {
  readonly dishId: string;
  readonly quantity: bigint;
  /** What it left: revenue − costs − rates, in a hundred-percent-th of a unit. */
  readonly left: bigint;
}

/** Unless said otherwise, the mix is that of three months. */
export const DEFAULT_MIX_MONTHS = 3;

/** A row that counts, with the dish as it is in that channel. */
interface Counted {
  readonly dishId: string;
  readonly quantity: bigint;
  readonly revenue: bigint;
  readonly channel: ChannelFigures;
}

/** What was sold in a channel in a month, with its rows that count. */
interface LookedAt extends ChannelSales {
  readonly counted: readonly Counted[];
  /** What was sold in the other rows. */
  readonly excluded: number;
}

const broughtBy = ({ quantity, revenue }: Sold, price: Units): bigint =>
  revenue === null ? BigInt(quantity) * BigInt(price) : BigInt(revenue);

/** Is there a mix? Without looking at what anything costs. */
export const hasMix = ({ sales, dishes, channels }: Pick<Business, 'sales' | 'dishes' | 'channels'>): boolean =>
  [...sales.values()].some(({ channelId, rows }) => {
    const channel = channels.get(channelId);
    return rows.some((row) => {
      const dish = dishes.get(row.dishId);
      return dish !== undefined && channel !== undefined && broughtBy(row, priceIn(dish, channel)) > 0n;
    });
  });

/** A row counts when its quantity is above 0, its dish exists and it brings revenue. */
function counted(
  { dishId, quantity, revenue }: SoldDish,
  channelId: string,
  dishes: ReadonlyMap<string, DishFigures>,
): Counted | undefined {
  const channel = dishes.get(dishId)?.channels.find((each) => each.channelId === channelId);
  if (!channel || quantity === 0) return undefined;
  const brought = broughtBy({ quantity, revenue }, channel.price);
  return brought > 0n ? { dishId, quantity: BigInt(quantity), revenue: brought, channel } : undefined;
}

/** @returns null while no month has a row that counts */
export function mixOf(business: Business, dishes: ReadonlyMap<string, DishFigures>, base: CostBase): MixFigures | null {
  const sets = lookedAt(business, dishes);
  if (!sets) return null;
  const rows = sets.flatMap((set) => set.counted);
  const revenue = sum(rows.map((row) => row.revenue));
  const costs = sum(rows.map(({ quantity, channel }) => quantity * BigInt(channel.cmv)));
  const rates = sum(rows.map((row) => row.revenue * BigInt(row.channel.variableCostPercentage)));
  // R$ 42.400,00 − 14.146,72 of costs − 9.857,79 of rates; in a hundred-percent-th of a unit, as rates are percent of revenue.
  const left = (revenue - costs) * HUNDRED_PERCENT - rates;
  const months = monthsIn(sets);
  const share = (amount: bigint): bigint => divideRounded(amount, revenue);
  const [cmv, variable] = [share(costs * HUNDRED_PERCENT), share(rates)];
  const goal = BigInt(business.settings.profitGoal ?? 0);
  const breakEvenAt = (wanted: bigint): bigint =>
    left > 0n ? divideRounded(wanted * revenue * HUNDRED_PERCENT, left) : 0n;
  const breakEven = breakEvenAt(base.fixedCosts);
  const sold = soldOf(rows);
  return {
    months,
    revenue: bounded(revenue),
    excludedQuantity: sets.reduce((all, set) => all + set.excluded, 0),
    cmv: bounded(cmv),
    variableCosts: bounded(variable),
    contributionMargin: bounded(share(left)),
    profit: bounded(HUNDRED_PERCENT - fixedCostPercentage(base) - variable - cmv),
    result: bounded(resultOfMonth(left, BigInt(months), base)),
    breakEven: bounded(breakEven),
    breakEvenWithGoal: bounded(breakEvenAt(base.fixedCosts + goal)),
    safetyMargin: bounded(safetyMargin(base.averageRevenue, breakEven)),
    goalQuantities: left > 0n ? goalQuantities(business, sold, { wanted: base.fixedCosts + goal, left }) : [],
    menu: menuOf(business, dishes, sold),
  };
}

/**
 * What a month leaves once the fixed costs are paid, rounded once: R$ 38,9009 of two months and R$ 100,00 of fixed costs
 * are −80,54955, which is −80,5496 and not 19,4505 − 100.
 * @param left of all months, in a hundred-percent-th of a unit
 */
export function resultOfMonth(left: bigint, months: bigint, { fixedCosts }: Pick<CostBase, 'fixedCosts'>): bigint {
  const divisor = HUNDRED_PERCENT * months;
  return divideRounded(left - fixedCosts * divisor, divisor);
}

/**
 * The sales of the last months, up to the latest that has a row that counts. The newest are looked at first: years of
 * sales cost no more than the months that matter.
 */
export function lookedAt(
  { sales, settings }: Pick<Business, 'sales' | 'settings'>,
  dishes: ReadonlyMap<string, DishFigures>,
): readonly LookedAt[] | undefined {
  const newestFirst = [...sales.values()].toSorted((a, b) => (a.month > b.month ? -1 : 1));
  const sets: LookedAt[] = [];
  let span: { readonly first: string; readonly latest: string } | undefined;
  for (const set of newestFirst) {
    if (span && set.month < span.first) break;
    const { month } = set;
    const rows = split(set, dishes);
    sets.push({ ...set, ...rows });
    if (!span && rows.counted.length > 0)
      span = { first: monthsBefore(month, (settings.mixMonths ?? DEFAULT_MIX_MONTHS) - 1), latest: month };
  }
  const latest = span?.latest;
  return latest === undefined ? undefined : sets.filter(({ month }) => month <= latest);
}

/** How many months of those have a row that counts. */
export const monthsIn = (sets: readonly LookedAt[]): number =>
  new Set(sets.filter((set) => set.counted.length > 0).map(({ month }) => month)).size;

function split({ rows, channelId }: ChannelSales, dishes: ReadonlyMap<string, DishFigures>) {
  const all = rows.map((row) => ({ row, counts: counted(row, channelId, dishes) }));
  return {
    counted: all.flatMap(({ counts }) => counts ?? []),
    excluded: all.reduce((sold, { row, counts }) => (counts ? sold : sold + row.quantity), 0),
  };
}

function soldOf(rows: readonly Counted[]): ReadonlyMap<string, SoldInMix> {
  const sold = new Map<string, SoldInMix>();
  for (const { dishId, quantity, revenue, channel } of rows) {
    const known = sold.get(dishId) ?? { dishId, quantity: 0n, left: 0n };
    const left =
      (revenue - quantity * BigInt(channel.cmv)) * HUNDRED_PERCENT - revenue * BigInt(channel.variableCostPercentage);
    sold.set(dishId, { dishId, quantity: known.quantity + quantity, left: known.left + left });
  }
  return sold;
}

/** So many of each, rounded up, bring what is wanted: 710 pizzas leave R$ 18.395,49, R$ 7.630,00 are wanted → 295. */
function goalQuantities(
  { dishes }: Business,
  sold: ReadonlyMap<string, SoldInMix>,
  { wanted, left }: { readonly wanted: bigint; readonly left: bigint },
): MixFigures['goalQuantities'] {
  return [...dishes.keys()].flatMap((dishId) => {
    const row = sold.get(dishId);
    if (!row) return [];
    const needed = row.quantity * wanted * HUNDRED_PERCENT;
    return [{ dishId, quantity: bounded((needed + left - 1n) / left) }];
  });
}

const safetyMargin = (revenue: bigint, breakEven: bigint): bigint =>
  revenue === 0n || breakEven === 0n ? 0n : divideRounded((revenue - breakEven) * HUNDRED_PERCENT, revenue);

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n);
