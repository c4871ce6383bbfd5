import * as v from 'valibot';
import { allOptional, fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { answeredFields, writtenFields } from './field.schema.ts';
import { AsOf } from '../moments.ts';
import { ChannelScope } from './channel.schema.ts';
import { ById } from './params.schema.ts';
import { ScopeReply, Version } from './reply-values.schema.ts';
import { adding, changing, removing } from './set-calls.schema.ts';

export const VariableCostReply = v.object({
  id: v.string(),
  ...answeredFields(variableCostFields),
  channels: ScopeReply,
  version: Version,
});
export type VariableCostBody = v.InferOutput<typeof VariableCostReply>;

const written = { ...writtenFields(variableCostFields), channels: ChannelScope };

export const variableCostEndpoints = endpoints({
  listVariableCosts: {
    method: 'GET',
    path: '/api/variable-costs',
    access: 'owner',
    tag: 'Custos',
    summary: 'Custos variáveis, em por cento do faturamento.',
    query: AsOf,
    reply: v.array(VariableCostReply),
  },
  addVariableCost: {
    method: 'POST',
    path: '/api/variable-costs',
    access: 'owner',
    tag: 'Custos',
    summary: 'Cadastra um custo variável.',
    status: 201,
    changes: 'data',
    body: fields({ ...written, channels: v.optional(ChannelScope) }),
    reply: VariableCostReply,
  },
  changeVariableCost: {
    method: 'PUT',
    path: '/api/variable-costs/:id',
    access: 'owner',
    tag: 'Custos',
    summary: 'Muda nome ou percentual de um custo variável.',
    changes: 'data',
    versioned: true,
    params: ById,
    body: fields(allOptional(written)),
    reply: VariableCostReply,
  },
  removeVariableCost: {
    method: 'DELETE',
    path: '/api/variable-costs/:id',
    access: 'owner',
    tag: 'Custos',
    summary: 'Exclui um custo variável.',
    status: 204,
    changes: 'data',
    versioned: true,
    params: ById,
  },
});

export const variableCostSetCalls = [
  adding('addVariableCost', variableCostEndpoints),
  changing('changeVariableCost', variableCostEndpoints),
  removing('removeVariableCost', variableCostEndpoints),
] as const;
