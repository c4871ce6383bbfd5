import { saleRevenue, type ChannelSales, type SoldDish } from '../business/sales/fields.ts';
import { priceIn } from '../business/channel/channels.ts';
import type { Business, Channel } from '../business/state.ts';
import { toSafeNumber, divideRounded, type TenThousandths, HUNDRED_PERCENT_N } from '../decimal.ts';
import { roundFractionUp } from '../fraction.ts';
import { type ChannelFigures, type SharedCosts, type DishFigures, fixedCostPercentage } from './dish-result.ts';
import { type MenuItem, menuOf, type DishSales } from './menu.ts';

/**
 * The mix is the share of each dish in recent sales. These are the figures weighted by it, over the last months, at
 * today's costs and prices; in ten-thousandths except for counts.
 */
export interface MixFigures {
  /** The number of months with a row that counts. */
  readonly months: number;
  readonly revenue: TenThousandths;
  /** Quantity sold in them of deleted dishes, or without revenue. */
  readonly excludedQuantity: number;
  /** Percent of these sales, like the next two. */
  readonly cmv: TenThousandths;
  readonly variableCosts: TenThousandths;
  readonly contributionMargin: TenThousandths;
  readonly profit: TenThousandths;
  /** The result of a month in ten-thousandths of a real. */
  readonly result: TenThousandths;
  readonly breakEven: TenThousandths;
  readonly breakEvenWithGoal: TenThousandths;
  /** Percentage by which revenue may fall before the result reaches zero. */
  readonly safetyMargin: TenThousandths;
  /** Monthly quantity of each dish that reaches the goal; empty where no quantity does. */
  readonly goalQuantities: readonly { readonly dishId: string; readonly quantity: number }[];
  readonly menu: readonly MenuItem[];
}

/** The default number of months in the mix. */
export const DEFAULT_MIX_MONTHS = 3;

/** A row that counts, with the channel's figures of its dish. */
interface CountedSale {
  readonly dishId: string;
  readonly quantity: bigint;
  readonly revenue: bigint;
  readonly channel: ChannelFigures;
}

/** Channels and prices; costs are not used. */
type SalesData = Pick<Business, 'sales' | 'dishes' | 'channels'>;

/**
 * The revenue of a row, 0 if it does not count: it counts where quantity and revenue are above 0 and the dish exists.
 */
function countedRevenue({ dishes }: SalesData, channel: Channel | undefined, row: SoldDish): bigint {
  const dish = dishes.get(row.dishId);
  return dish && channel && row.quantity > 0 ? saleRevenue(row, priceIn(dish, channel)) : 0n;
}

function hasCountedSales(business: SalesData, { channelId, rows }: ChannelSales): boolean {
  const channel = business.channels.get(channelId);
  return rows.some((row) => countedRevenue(business, channel, row) > 0n);
}

/** Tells whether there are sales for a mix. */
export const hasMix = (business: SalesData): boolean =>
  [...business.sales.values()].some((set) => hasCountedSales(business, set));

/** The sales of the mix; empty without a mix. */
export interface SalesOfMix {
  readonly sets: readonly ChannelSales[];
  /** The months with a row that counts, `YYYY-MM`. */
  readonly months: ReadonlySet<string>;
}

/** The sales of the last months, up to the latest with a row that counts; the settings determine their number. */
export function salesOfMix(business: SalesData & Pick<Business, 'settings'>): SalesOfMix {
  const { sales, settings } = business;
  // The newest come first, so that years of sales cost no more than the months of the mix.
  const newestFirst = [...sales.values()].toSorted((a, b) => (a.month > b.month ? -1 : 1));
  const latest = newestFirst.find((set) => hasCountedSales(business, set))?.month;
  if (latest === undefined) return { sets: [], months: new Set() };
  const first = monthsBefore(latest, (settings.mixMonths ?? DEFAULT_MIX_MONTHS) - 1);
  const sets = newestFirst.filter(({ month }) => month >= first && month <= latest);
  return { sets, months: new Set(sets.filter((set) => hasCountedSales(business, set)).map(({ month }) => month)) };
}

/** The weekly quantity of a dish in a channel. */
export interface WeeklySales {
  readonly dishId: string;
  readonly channelId: string;
  readonly quantity: number;
}

/** A week of the mix: 7 ÷ 30 of a mean month, rounded up. 710 pizzas in two months are 355 a month and 83 a week. */
export function weeklySales(business: SalesData & Pick<Business, 'settings'>): readonly WeeklySales[] {
  const { sets, months } = salesOfMix(business);
  const sold = new Map<string, Omit<WeeklySales, 'quantity'> & { readonly total: bigint }>();
  for (const { channelId, rows } of sets) {
    const channel = business.channels.get(channelId);
    for (const row of rows) {
      if (countedRevenue(business, channel, row) === 0n) continue;
      const { dishId, quantity } = row;
      const key = `${dishId} ${channelId}`;
      sold.set(key, { dishId, channelId, total: (sold.get(key)?.total ?? 0n) + BigInt(quantity) });
    }
  }
  const days = 30n * BigInt(months.size);
  return Array.from(sold.values(), ({ total, ...sale }) => ({
    ...sale,
    quantity: toSafeNumber(roundFractionUp({ n: 7n * total, d: days })),
  }));
}

/** @returns null while no month has a row that counts */
export function mixOf(
  business: Business,
  dishes: ReadonlyMap<string, DishFigures>,
  sharedCosts: SharedCosts,
): MixFigures | null {
  const { sets, months } = salesOfMix(business);
  if (months.size === 0) return null;
  const { rows, excluded } = countSales(business, sets, dishes);
  const revenue = sum(rows.map((row) => row.revenue));
  const costs = sum(rows.map(({ quantity, channel }) => quantity * BigInt(channel.cmv)));
  const rates = sum(rows.map((row) => row.revenue * BigInt(row.channel.variableCostPercentage)));
  // R$ 42.400,00 − 14.146,72 of costs − 9.857,79 of variable costs; multiplied by HUNDRED_PERCENT_N, because rates are
  // percent of revenue.
  const left = (revenue - costs) * HUNDRED_PERCENT_N - rates;
  const share = (amount: bigint): bigint => divideRounded(amount, revenue);
  const [cmv, variable] = [share(costs * HUNDRED_PERCENT_N), share(rates)];
  const goal = BigInt(business.settings.profitGoal ?? 0);
  const breakEvenAt = (required: bigint): bigint =>
    left > 0n ? divideRounded(required * revenue * HUNDRED_PERCENT_N, left) : 0n;
  const breakEven = breakEvenAt(sharedCosts.fixedCosts);
  const sold = salesPerDish(rows);
  return {
    months: months.size,
    revenue: toSafeNumber(revenue),
    excludedQuantity: excluded,
    cmv: toSafeNumber(cmv),
    variableCosts: toSafeNumber(variable),
    contributionMargin: toSafeNumber(share(left)),
    profit: toSafeNumber(HUNDRED_PERCENT_N - fixedCostPercentage(sharedCosts) - variable - cmv),
    result: toSafeNumber(monthlyResult(left, BigInt(months.size), sharedCosts)),
    breakEven: toSafeNumber(breakEven),
    breakEvenWithGoal: toSafeNumber(breakEvenAt(sharedCosts.fixedCosts + goal)),
    safetyMargin: toSafeNumber(safetyMargin(sharedCosts.averageRevenue, breakEven)),
    goalQuantities: left > 0n ? goalQuantities(business, sold, { required: sharedCosts.fixedCosts + goal, left }) : [],
    menu: menuOf(business, dishes, sold),
  };
}

/**
 * The monthly result after fixed costs, rounded once: R$ 38,9009 of two months and R$ 100,00 of fixed costs are
 * −80,54955, which is −80,5496 and not 19,4505 − 100.
 * @param left the sum over all months, multiplied by `HUNDRED_PERCENT_N`
 */
function monthlyResult(left: bigint, months: bigint, { fixedCosts }: Pick<SharedCosts, 'fixedCosts'>): bigint {
  const divisor = HUNDRED_PERCENT_N * months;
  return divideRounded(left - fixedCosts * divisor, divisor);
}

/** The rows that count, with their dishes in their channels; and the quantity sold in the other rows. */
function countSales(
  business: Business,
  sets: readonly ChannelSales[],
  dishes: ReadonlyMap<string, DishFigures>,
): { readonly rows: readonly CountedSale[]; readonly excluded: number } {
  const rows: CountedSale[] = [];
  let excluded = 0;
  for (const { channelId, rows: all } of sets) {
    const channelRow = business.channels.get(channelId);
    for (const row of all) {
      const { dishId, quantity } = row;
      const revenue = countedRevenue(business, channelRow, row);
      const channel = revenue > 0n && dishes.get(dishId)?.channels.find((each) => each.channelId === channelId);
      if (channel) rows.push({ dishId, quantity: BigInt(quantity), revenue, channel });
      else excluded += quantity;
    }
  }
  return { rows, excluded };
}

function salesPerDish(rows: readonly CountedSale[]): ReadonlyMap<string, DishSales> {
  const sold = new Map<string, DishSales>();
  for (const { dishId, quantity, revenue, channel } of rows) {
    const known = sold.get(dishId) ?? { dishId, quantity: 0n, left: 0n };
    const left =
      (revenue - quantity * BigInt(channel.cmv)) * HUNDRED_PERCENT_N - revenue * BigInt(channel.variableCostPercentage);
    sold.set(dishId, { dishId, quantity: known.quantity + quantity, left: known.left + left });
  }
  return sold;
}

/** The quantities, rounded up, that reach the goal: 710 pizzas leave R$ 18.395,49, the goal is R$ 7.630,00 → 295. */
function goalQuantities(
  { dishes }: Business,
  sold: ReadonlyMap<string, DishSales>,
  { required, left }: { readonly required: bigint; readonly left: bigint },
): MixFigures['goalQuantities'] {
  return [...dishes.keys()].flatMap((dishId) => {
    const row = sold.get(dishId);
    if (!row) return [];
    const needed = row.quantity * required * HUNDRED_PERCENT_N;
    return [{ dishId, quantity: toSafeNumber((needed + left - 1n) / left) }];
  });
}

const safetyMargin = (revenue: bigint, breakEven: bigint): bigint =>
  revenue === 0n || breakEven === 0n ? 0n : divideRounded((revenue - breakEven) * HUNDRED_PERCENT_N, revenue);

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n);

/** The month a number of months before another one: three before '2026-02' is '2025-11'. Months are `YYYY-MM`. */
export function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + number - 1 - count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}
