import { type ChannelSales, salesKey, type SoldDish } from '#domain/business/sales/fields.ts';
import type { Business, Channel } from '#domain/business/state.ts';
import type { KnownSales } from './sales-form.ts';

const NOTHING: KnownSales = new Map();
/** A set never changes: its rows are looked up once, and what shows them is drawn again only with another set. */
const rowsOf = new WeakMap<ChannelSales, KnownSales>();

/** What is saved of a month and channel; nothing is without a channel. */
export function rowsIn(sales: Business['sales'], month: string, channel: Channel | undefined): KnownSales {
  const set = channel && sales.get(salesKey({ month, channelId: channel.id }));
  if (!set) return NOTHING;
  const rows = rowsOf.get(set) ?? new Map(set.rows.map((row) => [row.dishId, row]));
  rowsOf.set(set, rows);
  return rows;
}

/** What the channel sold in the latest month before this one that has any. */
export function latestBefore(
  sales: Business['sales'],
  month: string,
  channel: Channel | undefined,
): ChannelSales | undefined {
  let latest: ChannelSales | undefined;
  for (const set of sales.values())
    if (set.channelId === channel?.id && set.month < month && set.month > (latest?.month ?? '')) latest = set;
  return latest;
}

/** The same after a save of these rows; quantity 0 clears one. */
export function withRows(known: KnownSales, rows: readonly SoldDish[]): KnownSales {
  const after = new Map(known);
  for (const row of rows)
    if (row.quantity === 0) after.delete(row.dishId);
    else after.set(row.dishId, row);
  return after;
}
