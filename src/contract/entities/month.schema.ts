import * as v from 'valibot';
import { fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { Month, MonthlyRevenue, OrdersCount } from '../fields.ts';
import { AsOf } from '../moments.ts';
import { Reais, Version } from './reply-values.schema.ts';
import { restating } from './set-calls.schema.ts';

export const MonthRevenueReply = v.object({
  month: v.number(),
  value: Reais,
  orders_count: v.number(),
  version: Version,
});
export type MonthRevenueBody = v.InferOutput<typeof MonthRevenueReply>;

export const monthEndpoints = endpoints({
  listMonthRevenues: {
    method: 'GET',
    path: '/api/revenue-projections',
    access: 'owner',
    tag: 'Faturamento',
    summary: 'Meses com faturamento ou pedidos informados, de janeiro a dezembro.',
    query: AsOf,
    reply: v.array(MonthRevenueReply),
  },
  recordMonthRevenue: {
    method: 'POST',
    path: '/api/revenue-projections',
    access: 'owner',
    tag: 'Faturamento',
    summary: 'Informa faturamento e número de pedidos de um mês.',
    changes: 'data',
    versioned: true,
    body: fields({ month: Month, value: MonthlyRevenue, orders_count: OrdersCount }),
    reply: MonthRevenueReply,
  },
});

export const monthSetCalls = [restating('recordMonthRevenue', monthEndpoints)] as const;
