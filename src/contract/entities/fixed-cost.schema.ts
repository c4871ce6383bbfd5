import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import * as v from 'valibot';
import { allOptional, fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { AsOf } from '../moments.ts';
import { answeredFields, writtenFields } from './field.schema.ts';
import { ById } from './params.schema.ts';
import { Version } from './reply-values.schema.ts';
import { adding, changing, removing } from './set-calls.schema.ts';

export const FixedCostReply = v.object({ id: v.string(), ...answeredFields(fixedCostFields), version: Version });
export type FixedCostBody = v.InferOutput<typeof FixedCostReply>;

const written = writtenFields(fixedCostFields);

export const fixedCostEndpoints = endpoints({
  listFixedCosts: {
    method: 'GET',
    path: '/api/fixed-costs',
    access: 'owner',
    tag: 'Custos',
    summary: 'Custos fixos por mês.',
    query: AsOf,
    reply: v.array(FixedCostReply),
  },
  addFixedCost: {
    method: 'POST',
    path: '/api/fixed-costs',
    access: 'owner',
    tag: 'Custos',
    summary: 'Cadastra um custo fixo.',
    status: 201,
    changes: 'data',
    body: fields(written),
    reply: FixedCostReply,
  },
  changeFixedCost: {
    method: 'PUT',
    path: '/api/fixed-costs/:id',
    access: 'owner',
    tag: 'Custos',
    summary: 'Muda nome ou valor de um custo fixo; o que não vem fica como está.',
    changes: 'data',
    versioned: true,
    params: ById,
    body: fields(allOptional(written)),
    reply: FixedCostReply,
  },
  removeFixedCost: {
    method: 'DELETE',
    path: '/api/fixed-costs/:id',
    access: 'owner',
    tag: 'Custos',
    summary: 'Exclui um custo fixo.',
    status: 204,
    changes: 'data',
    versioned: true,
    params: ById,
  },
});

export const fixedCostSetCalls = [
  adding('addFixedCost', fixedCostEndpoints),
  changing('changeFixedCost', fixedCostEndpoints),
  removing('removeFixedCost', fixedCostEndpoints),
] as const;
