import * as v from 'valibot';
import { optionalFields, bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { NewId, AsOf } from '../fields.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { replySchemas, inputSchemas, ById, ScopeReply, Version } from './field.schema.ts';
import { ChannelScope } from './channel.schema.ts';
import { additionCallSchema, changeCallSchema, removalCallSchema } from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';

export const VariableCostReply = v.object({
  id: v.string(),
  ...replySchemas(variableCostFields),
  channels: ScopeReply,
  version: Version,
});
export type VariableCostBody = v.InferOutput<typeof VariableCostReply>;

const inputFields = { ...inputSchemas(variableCostFields), channels: ChannelScope };

const owner = { access: 'owner', tag: 'Custos' } as const;

export const variableCostEndpoints = defineEndpoints({
  listVariableCosts: {
    ...viewRoutes.listVariableCosts,
    ...owner,
    summary: 'Custos variáveis, em por cento do faturamento.',
    query: AsOf,
    reply: v.array(VariableCostReply),
  },
  addVariableCost: {
    ...changeRoutes.addVariableCost,
    ...owner,
    summary: 'Cadastra um custo variável.',
    status: 201,
    body: bodySchema({ id: NewId, ...inputFields, channels: v.optional(ChannelScope) }),
    reply: VariableCostReply,
  },
  changeVariableCost: {
    ...changeRoutes.changeVariableCost,
    ...owner,
    summary: 'Muda nome ou percentual de um custo variável.',
    versioned: true,
    params: ById,
    body: bodySchema(optionalFields(inputFields)),
    reply: VariableCostReply,
  },
  removeVariableCost: {
    ...changeRoutes.removeVariableCost,
    ...owner,
    summary: 'Exclui um custo variável.',
    status: 204,
    versioned: true,
    params: ById,
  },
});

export const variableCostSetCalls = [
  additionCallSchema('addVariableCost', variableCostEndpoints),
  changeCallSchema('changeVariableCost', variableCostEndpoints),
  removalCallSchema('removeVariableCost', variableCostEndpoints),
] as const;
