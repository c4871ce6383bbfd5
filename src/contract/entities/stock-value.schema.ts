import * as v from 'valibot';
import { AMOUNTS } from '#domain/amounts.ts';
import { bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { amount, AsOf } from '../fields.ts';
import { ByMonth, Percent, Reais } from './field.schema.ts';
import { changeRoutes, pastRoutes } from '../routes/owner.ts';
import { paramsCallSchema } from './set-calls.schema.ts';

const StockValueReply = v.object({
  month: v.pipe(v.string(), v.description('AAAA-MM')),
  value: v.pipe(Reais, v.description('Quanto valia o estoque no fim do mês.')),
});
export type StockValueBody = v.InferOutput<typeof StockValueReply>;

const owner = { access: 'owner', tag: 'Compras' } as const;

export const stockValueEndpoints = defineEndpoints({
  recordStockValue: {
    ...changeRoutes.recordStockValue,
    ...owner,
    summary: 'Informa quanto valia o estoque no fim de um mês.',
    params: ByMonth,
    body: bodySchema({ value: amount(AMOUNTS.stockValue) }),
    reply: StockValueReply,
  },
  clearStockValue: {
    ...changeRoutes.clearStockValue,
    ...owner,
    summary: 'Apaga o valor do estoque de um mês.',
    status: 204,
    params: ByMonth,
  },
});

export const stockValueSetCalls = [
  paramsCallSchema('recordStockValue', stockValueEndpoints),
  v.object({ call: v.literal('clearStockValue'), params: ByMonth }),
] as const;

const CMV_INPUTS = ['opening', 'closing', 'sales', 'purchases'] as const;

const CmvReply = v.object({
  month: v.string(),
  planned: v.pipe(v.nullable(Reais), v.description('O que foi vendido × o CMV no fim do mês.')),
  real: v.pipe(v.nullable(Reais), v.description('Estoque inicial + compras − estoque final.')),
  difference: v.pipe(v.nullable(Reais), v.description('Real − planejado.')),
  difference_percentage: v.pipe(v.nullable(Percent), v.description('Do planejado.')),
  opening: v.nullable(Reais),
  closing: v.nullable(Reais),
  purchases: v.nullable(Reais),
  missing: v.pipe(v.array(v.picklist(CMV_INPUTS)), v.description('O que falta informar.')),
});
export type CmvBody = v.InferOutput<typeof CmvReply>;

/** Reads that are computed from the history. */
export const stockValueReadEndpoints = defineEndpoints({
  listStockValues: {
    ...pastRoutes.listStockValues,
    ...owner,
    summary: 'Quanto valia o estoque no fim de cada mês.',
    query: AsOf,
    reply: v.array(StockValueReply),
  },
  monthCmv: {
    ...pastRoutes.monthCmv,
    ...owner,
    summary: 'O CMV real de um mês ao lado do planejado.',
    params: ByMonth,
    query: AsOf,
    reply: CmvReply,
  },
});
