import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import * as v from 'valibot';
import { optionalFields, bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { NewId, AsOf } from '../fields.ts';
import { replySchemas, inputSchemas, ById, Version } from './field.schema.ts';
import { additionCallSchema, changeCallSchema, removalCallSchema } from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';

export const FixedCostReply = v.object({ id: v.string(), ...replySchemas(fixedCostFields), version: Version });
export type FixedCostBody = v.InferOutput<typeof FixedCostReply>;

const inputFields = inputSchemas(fixedCostFields);

const owner = { access: 'owner', tag: 'Custos' } as const;

export const fixedCostEndpoints = defineEndpoints({
  listFixedCosts: {
    ...viewRoutes.listFixedCosts,
    ...owner,
    summary: 'Custos fixos por mês.',
    query: AsOf,
    reply: v.array(FixedCostReply),
  },
  addFixedCost: {
    ...changeRoutes.addFixedCost,
    ...owner,
    summary: 'Cadastra um custo fixo.',
    status: 201,
    body: bodySchema({ id: NewId, ...inputFields }),
    reply: FixedCostReply,
  },
  changeFixedCost: {
    ...changeRoutes.changeFixedCost,
    ...owner,
    summary: 'Muda nome ou valor de um custo fixo; o que não vem fica como está.',
    versioned: true,
    params: ById,
    body: bodySchema(optionalFields(inputFields)),
    reply: FixedCostReply,
  },
  removeFixedCost: {
    ...changeRoutes.removeFixedCost,
    ...owner,
    summary: 'Exclui um custo fixo.',
    status: 204,
    versioned: true,
    params: ById,
  },
});

export const fixedCostSetCalls = [
  additionCallSchema('addFixedCost', fixedCostEndpoints),
  changeCallSchema('changeFixedCost', fixedCostEndpoints),
  removalCallSchema('removeFixedCost', fixedCostEndpoints),
] as const;
