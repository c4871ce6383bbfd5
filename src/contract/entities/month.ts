import type { MonthRevenue } from '#domain/business/state.ts';
import type { CommandMappings } from './command-mapping.ts';
import { amount, count, fromWire, toWire } from './field.ts';
import type { MonthRevenueBody } from './month.schema.ts';
import { fromTenThousandths } from '#domain/decimal.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { businessMetricsBody } from '../figures.ts';

const fields = { month: count('month'), value: amount('value'), orders: count('orders_count') } as const;

export const monthRevenueBody = (revenue: MonthRevenue): MonthRevenueBody => ({
  ...toWire(fields, revenue),
  version: revenue.version,
});

export const monthRevenueRow = (body: MonthRevenueBody): MonthRevenue => ({
  ...fromWire(fields, body),
  version: body.version,
});

export const monthCommands: CommandMappings<'RecordMonthRevenue'> = {
  RecordMonthRevenue: {
    endpoint: 'recordMonthRevenue',
    kind: 'changes',
    toRequest: (command) => ({ body: toWire(fields, command) }),
    command: ({ body, version }) => ({
      type: 'RecordMonthRevenue',
      month: body.month,
      value: body.value,
      orders: body.orders_count,
      version,
    }),
    reply: ({ months }, { month }) => monthRevenueBody(months.get(month) ?? { month, value: 0, orders: 0, version: 0 }),
    readWriteSet: ({ month }) => ({ writes: [`month ${month}`], reads: [] }),
  },
};

export const averageTicketCommands: CommandMappings<'StateAverageTicket'> = {
  StateAverageTicket: {
    endpoint: 'stateAverageTicket',
    kind: 'other',
    toRequest: ({ ticket }) => ({ body: { average_ticket: fromTenThousandths(ticket), update_ticket_only: true } }),
    command: ({ body }) => ({ type: 'StateAverageTicket', ticket: body.average_ticket }),
    reply: (after) => businessMetricsBody(businessFigures(after)),
    readWriteSet: () => ({ writes: ['ticket'], reads: [] }),
  },
};
