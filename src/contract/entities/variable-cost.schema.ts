import * as v from 'valibot';
import { allOptional, fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { OwnId } from '../fields.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { answeredFields, writtenFields, ById, ScopeReply, Version } from './field.schema.ts';
import { AsOf } from '../moments.ts';
import { ChannelScope } from './channel.schema.ts';
import { adding, changing, removing } from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';

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
    ...viewRoutes.listVariableCosts,
    access: 'owner',
    tag: 'Custos',
    summary: 'Custos variáveis, em por cento do faturamento.',
    query: AsOf,
    reply: v.array(VariableCostReply),
  },
  addVariableCost: {
    ...changeRoutes.addVariableCost,
    access: 'owner',
    tag: 'Custos',
    summary: 'Cadastra um custo variável.',
    status: 201,
    body: fields({ id: OwnId, ...written, channels: v.optional(ChannelScope) }),
    reply: VariableCostReply,
  },
  changeVariableCost: {
    ...changeRoutes.changeVariableCost,
    access: 'owner',
    tag: 'Custos',
    summary: 'Muda nome ou percentual de um custo variável.',
    versioned: true,
    params: ById,
    body: fields(allOptional(written)),
    reply: VariableCostReply,
  },
  removeVariableCost: {
    ...changeRoutes.removeVariableCost,
    access: 'owner',
    tag: 'Custos',
    summary: 'Exclui um custo variável.',
    status: 204,
    versioned: true,
    params: ById,
  },
});

export const variableCostSetCalls = [
  adding('addVariableCost', variableCostEndpoints),
  changing('changeVariableCost', variableCostEndpoints),
  removing('removeVariableCost', variableCostEndpoints),
] as const;
