import { saleRevenue, MAIN, type SoldDish } from '#domain/business/sales/fields.ts';
import { priceIn } from '#domain/business/channel/channels.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { Business, MonthRevenue } from '#domain/business/state.ts';
import { LIMITS } from '#domain/limits.ts';
import type { ReportSet } from './report-sets.ts';
import type { ReportMonth, ReportContents } from './read-report.ts';

/** An offer to set a month's revenue to the resulting sales of all its channels. */
export interface RevenueOffer {
  readonly month: string;
  readonly value: bigint;
  /** The number of orders; null leaves the existing one. */
  readonly orders: number | null;
  /** Tells whether the existing revenue differs by more than 1 %. */
  readonly differsClearly: boolean;
  /** Channels with earlier sales and none in this month, so that the sum may be incomplete. */
  readonly missing: readonly string[];
}

interface RevenueContext {
  readonly state: Business;
  readonly sets: readonly ReportSet[];
  readonly months: ReportContents['months'];
  /** The last twelve months: a month is a slot for one year. */
  readonly lastMonths: readonly string[];
}

/** The revenue offers of a report by dishes. Pure. */
export function revenueOffers({ state, sets, months, lastMonths }: RevenueContext): readonly RevenueOffer[] {
  const affectedMonths = [...new Set(sets.map(({ month }) => month))].filter((month) => lastMonths.includes(month));
  return affectedMonths.flatMap((month) => {
    const channelSums = salesOf(month, { state, sets });
    const value = channelSums.reduce((all, { revenue }) => all + revenue, 0n);
    if (value <= 0n || value > BigInt(LIMITS.monthlyRevenue.max)) return [];
    const savedRevenue = BigInt(state.months.get(Number(month.slice(5)))?.value ?? 0);
    const difference = value > savedRevenue ? value - savedRevenue : savedRevenue - value;
    return [
      {
        month,
        value,
        orders: channelSums.length === 1 ? ordersIn(months, month) : null,
        differsClearly: difference * 100n > savedRevenue,
        missing: missingChannels(month, { state, sold: new Set(channelSums.map(({ channelId }) => channelId)) }),
      },
    ];
  });
}

function ordersIn(months: readonly ReportMonth[], month: string): number | null {
  const orders = months.find((each) => each.month === month)?.orders ?? null;
  return orders === null || orders === 0 || orders > LIMITS.orders.max ? null : orders;
}

interface ChannelSum {
  readonly channelId: string;
  readonly revenue: bigint;
}

/** The resulting sales of each channel with sales in the month. */
function salesOf(month: string, { state, sets }: Pick<RevenueContext, 'state' | 'sets'>): readonly ChannelSum[] {
  const rows = new Map<string, Map<string, SoldDish>>();
  const addRows = (channelId: string, soldDishes: readonly SoldDish[]): void => {
    const rowsByDish = rows.get(channelId) ?? new Map<string, SoldDish>();
    rows.set(channelId, rowsByDish);
    for (const row of soldDishes) rowsByDish.set(row.dishId, row);
  };
  for (const set of state.sales.values()) if (set.month === month) addRows(set.channelId, set.rows);
  for (const set of sets) if (set.month === month) addRows(set.channelId, set.rows);
  return Array.from(rows, ([channelId, rowsByDish]) => ({ channelId, sold: [...rowsByDish.values()].filter(isSold) }))
    .filter(({ sold }) => sold.length > 0)
    .map(({ channelId, sold }) => {
      const isMain = channelId === MAIN || state.channels.get(channelId)?.isMain === true;
      const revenues = sold.map((row) => {
        const dish = state.dishes.get(row.dishId);
        return saleRevenue(row, dish ? priceIn(dish, { id: channelId, isMain }) : 0);
      });
      return { channelId, revenue: revenues.reduce((all, each) => all + each, 0n) };
    });
}

const isSold = ({ quantity }: SoldDish): boolean => quantity > 0;

function missingChannels(
  month: string,
  { state, sold }: { readonly state: Business; readonly sold: ReadonlySet<string> },
): readonly string[] {
  const before = [...state.sales.values()].filter((set) => set.month < month && set.rows.some(isSold));
  const missing = new Set(before.map(({ channelId }) => channelId).filter((id) => !sold.has(id)));
  return [...missing].flatMap((id) => state.channels.get(id)?.name ?? []);
}

/** The rule of a report by orders: its revenue replaces the existing one or is added to it. */
export type OrdersRule = 'replace' | 'add';

/** The resulting month by a rule; undefined if the sum exceeds a field's limit. */
export function monthAfterImport(
  saved: Pick<MonthRevenue, 'value' | 'orders'> | undefined,
  { revenue, orders }: ReportMonth,
  rule: OrdersRule,
): { readonly value: number; readonly orders: number } | undefined {
  const before = rule === 'add' ? saved : undefined;
  const value = (revenue ?? 0n) + BigInt(before?.value ?? 0);
  const totalOrders = (orders ?? 0) + (before?.orders ?? 0);
  if (value <= 0n || value > BigInt(LIMITS.monthlyRevenue.max) || totalOrders > LIMITS.orders.max) return undefined;
  return { value: Number(value), orders: totalOrders };
}

/** The command that sets the revenue of a month. @param yearMonth `YYYY-MM` */
export const revenueCommand = (
  yearMonth: string,
  { value, orders }: { readonly value: number; readonly orders: number },
): SingleCommand => ({ type: 'RecordMonthRevenue', month: Number(yearMonth.slice(5)), value, orders });
