import type { ChannelEvent } from '../channel/channel.ts';
import { DEFAULT_CHANNEL_NAME, MAIN, salesKey, type Sale, type SoldDish } from './fields.ts';
import { QUOTAS } from '../../limits.ts';
import { FIRST_MONTH } from '../month/fields.ts';
import { mainChannelOf } from '../channel/channels.ts';
import { type Decisions, nothingChanged } from '../decision.ts';
import type { Evolution } from '../business-draft.ts';
import { changedSinceRefusal, type Inverses } from '../inverse.ts';
import type { Command, Event } from '../message.ts';
import type { Business } from '../state.ts';

/** `MAIN` for the main channel; quantity 0 clears a row. */
export type SalesCommand = Command<
  'RecordSales',
  {
    month: string;
    channelId: string;
    /** Id for the main channel that is created when none exists yet. */
    newChannelId: string;
    rows: readonly SoldDish[];
    /** `YYYY-MM` of the request, set by the server; left out in the browser and in samples. */
    currentMonth?: string | undefined;
  }
>;

export type SalesEvent = Event<
  'SalesRecorded',
  { month: string; channelId: string; channelName: string; rows: readonly SaleChange[] }
>;

/** The values of a row before and after a change; null where there is no such row. */
interface SaleChange {
  readonly dishId: string;
  readonly from: Sale | null;
  readonly to: Sale | null;
}

const salesByDish = (rows: readonly SoldDish[]): ReadonlyMap<string, Sale> =>
  new Map(rows.map(({ dishId, quantity, revenue }) => [dishId, { quantity, revenue }]));

const isSameSale = (a: Sale | null, b: Sale | null): boolean =>
  a === b || (a !== null && b !== null && a.quantity === b.quantity && a.revenue === b.revenue);

export const salesDecisions: Decisions<SalesCommand, SalesEvent | ChannelEvent> = {
  RecordSales: {
    decide(state, { month, channelId, newChannelId, rows, currentMonth }) {
      const isSold = rows.some(({ quantity }) => quantity > 0);
      if (isSold && month < FIRST_MONTH) return { refusal: 'month_too_early', month };
      if (isSold && currentMonth !== undefined && month > currentMonth) return { refusal: 'month_to_come', month };
      const existing = channelId === MAIN ? mainChannelOf(state) : state.channels.get(channelId);
      if (!existing && channelId !== MAIN) return { refusal: 'channel_unknown' };
      const channel = existing ?? { id: newChannelId, name: DEFAULT_CHANNEL_NAME };
      const key = salesKey({ month, channelId: channel.id });
      const recordedSales = state.sales.get(key);
      if (!recordedSales && state.sales.size >= QUOTAS.sales) return { refusal: 'too_many_sales', limit: QUOTAS.sales };
      const sold = salesByDish(recordedSales?.rows ?? []);
      const changes: SaleChange[] = [];
      for (const [index, { dishId, quantity, revenue }] of rows.entries()) {
        const from = sold.get(dishId) ?? null;
        if (from === null && !state.dishes.has(dishId)) return { refusal: 'sold_dish_unknown', index };
        const to = quantity === 0 ? null : { quantity, revenue };
        if (!isSameSale(from, to)) changes.push({ dishId, from, to });
      }
      if (changes.length === 0) return nothingChanged;
      const channelEvents: readonly ChannelEvent[] = existing
        ? []
        : [{ type: 'ChannelAdded', data: { id: channel.id, name: channel.name, isMain: true } }];
      const data = { month, channelId: channel.id, channelName: channel.name, rows: changes };
      return [...channelEvents, { type: 'SalesRecorded', data }];
    },
  },
};

export const salesEvolution: Evolution<SalesEvent, 'sales'> = {
  SalesRecorded({ sales }, { month, channelId, rows: changes }) {
    const key = salesKey({ month, channelId });
    const sold = new Map(salesByDish(sales.get(key)?.rows ?? []));
    for (const { dishId, to } of changes)
      if (to === null) sold.delete(dishId);
      else sold.set(dishId, to);
    if (sold.size === 0) sales.delete(key);
    else sales.set(key, { month, channelId, rows: Array.from(sold, ([dishId, row]) => ({ dishId, ...row })) });
  },
};

export const salesInverses: Inverses<SalesEvent> = {
  SalesRecorded(state: Business, { month, channelId, channelName, rows }) {
    const entity = { kind: 'sales', month, channelId, channelName } as const;
    const channel = state.channels.get(channelId);
    if (!channel) return changedSinceRefusal({ kind: 'channel', id: channelId, name: channelName }, 'gone', false);
    const sold = salesByDish(state.sales.get(salesKey({ month, channelId }))?.rows ?? []);
    if (rows.some(({ dishId, to }) => !isSameSale(sold.get(dishId) ?? null, to)))
      return changedSinceRefusal(entity, 'rows', true);
    const reversed = rows.map(({ dishId, from, to }) => ({ dishId, from: to, to: from }));
    return { type: 'SalesRecorded', data: { month, channelId, channelName: channel.name, rows: reversed } };
  },
};
