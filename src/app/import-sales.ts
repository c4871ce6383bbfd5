import { salesReply } from '#contract/entities/sales.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { BusinessCall } from './business-call.ts';

/** Sales of several months and channels, and revenue of the same report, as one command. */
export const importSales: BusinessCall<OwnerContract['importSales']> = {
  command: ({ body, newId, today }) => ({
    type: 'ApplyChangeSet',
    commands: [
      ...body.sets.map(
        ({ month, channel_id, rows }) =>
          ({ type: 'RecordSales', month, channelId: channel_id, newChannelId: newId, rows, currentMonth: today.slice(0, 7) }) as const,
      ),
      ...body.revenue.map(
        ({ month, value, orders_count }) =>
          ({ type: 'RecordMonthRevenue', month, value, orders: orders_count }) as const,
      ),
    ],
  }),
  partOf:
    ({ sets }) =>
    (index) =>
      index < sets.length ? `sets.${index}` : `revenue.${index - sets.length}`,
  reply: (after, _command, { body }) =>
    body.sets.map(({ month, channel_id }) => salesReply(after, { month, channelId: channel_id })),
};
