import * as v from 'valibot';
import { bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { Month, MonthlyRevenue, OrdersCount, AverageTicket, AsOf } from '../fields.ts';
import { Reais, Version } from './field.schema.ts';
import { versionedBodyCallSchema, bodyCallSchema } from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';
import { BusinessMetricsReply } from '../figures.schema.ts';

export const MonthRevenueReply = v.object({
  month: v.number(),
  value: Reais,
  orders_count: v.number(),
  version: Version,
});
export type MonthRevenueBody = v.InferOutput<typeof MonthRevenueReply>;

const owner = { access: 'owner', tag: 'Faturamento' } as const;

export const monthEndpoints = defineEndpoints({
  listMonthRevenues: {
    ...viewRoutes.listMonthRevenues,
    ...owner,
    summary: 'Meses com faturamento ou pedidos informados, de janeiro a dezembro.',
    query: AsOf,
    reply: v.array(MonthRevenueReply),
  },
  recordMonthRevenue: {
    ...changeRoutes.recordMonthRevenue,
    ...owner,
    summary: 'Informa faturamento e número de pedidos de um mês.',
    versioned: true,
    body: bodySchema({ month: Month, value: MonthlyRevenue, orders_count: OrdersCount }),
    reply: MonthRevenueReply,
  },
});

export const monthSetCalls = [versionedBodyCallSchema('recordMonthRevenue', monthEndpoints)] as const;

export const averageTicketEndpoints = defineEndpoints({
  stateAverageTicket: {
    ...changeRoutes.stateAverageTicket,
    ...owner,
    summary: 'Informa o ticket médio, usado enquanto nenhum mês tem faturamento e pedidos.',
    body: bodySchema({
      average_ticket: AverageTicket,
      update_ticket_only: v.optional(v.literal(true, 'Este campo só aceita true.')),
    }),
    reply: BusinessMetricsReply,
  },
});

export const averageTicketSetCalls = [bodyCallSchema('stateAverageTicket', averageTicketEndpoints)] as const;
