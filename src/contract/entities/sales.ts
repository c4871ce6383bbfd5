import { type ChannelSales, MAIN, salesKey } from '#domain/business/sales/fields.ts';
import { mainChannelOf } from '#domain/business/channel/channels.ts';
import type { Business } from '#domain/business/state.ts';
import { fromTenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import type { CommandMappings } from './command-mapping.ts';
import type { ChannelSalesBody } from './sales.schema.ts';

export const channelSalesBody = ({ month, channelId, rows }: ChannelSales): ChannelSalesBody => ({
  month,
  channel_id: channelId,
  rows: rows.map(({ dishId, quantity, revenue }) => ({
    dish_id: dishId,
    quantity,
    revenue: revenue === null ? null : fromTenThousandths(revenue),
  })),
});

/** Sales are read separately from other data, by month and channel. */
export const salesFrom = (sets: readonly ChannelSalesBody[]): Business['sales'] =>
  new Map(sets.map(channelSalesRow).map((set) => [salesKey(set), set]));

const channelSalesRow = ({ month, channel_id, rows }: ChannelSalesBody): ChannelSales => ({
  month,
  channelId: channel_id,
  rows: rows.map(({ dish_id, quantity, revenue }) => ({
    dishId: dish_id,
    quantity,
    revenue: revenue === null ? null : requireTenThousandths(revenue),
  })),
});

/** The sales of a month and a channel, under the channel id of the request; an empty list if there are none. */
export function salesReply(
  after: Business,
  { month, channelId: requestedId }: Omit<ChannelSales, 'rows'>,
): ChannelSalesBody {
  const channelId = requestedId === MAIN ? (mainChannelOf(after)?.id ?? requestedId) : requestedId;
  return channelSalesBody(after.sales.get(salesKey({ month, channelId })) ?? { month, channelId, rows: [] });
}

export const salesCommands: CommandMappings<'RecordSales'> = {
  RecordSales: {
    endpoint: 'recordSales',
    kind: 'other',
    toRequest: ({ month, channelId, rows }) => ({
      params: { month, channelId },
      body: { rows: channelSalesBody({ month, channelId, rows }).rows },
    }),
    command: ({ params, body, newId, today }) => ({
      type: 'RecordSales',
      ...params,
      newChannelId: newId,
      rows: body.rows,
      currentMonth: today.slice(0, 7),
    }),
    reply: salesReply,
    readWriteSet: ({ month, channelId }) => ({ writes: [`sales of ${month} ${channelId}`], reads: [channelId] }),
  },
};
