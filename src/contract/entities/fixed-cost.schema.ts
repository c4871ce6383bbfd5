import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import * as v from 'valibot';
import { allOptional, fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { OwnId } from '../fields.ts';
import { AsOf } from '../moments.ts';
import { answeredFields, writtenFields, ById, Version } from './field.schema.ts';
import { adding, changing, removing } from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';

export const FixedCostReply = v.object({ id: v.string(), ...answeredFields(fixedCostFields), version: Version });
export type FixedCostBody = v.InferOutput<typeof FixedCostReply>;

const written = writtenFields(fixedCostFields);

export const fixedCostEndpoints = endpoints({
  listFixedCosts: {
    ...viewRoutes.listFixedCosts,
    access: 'owner',
    tag: 'Custos',
    summary: 'Custos fixos por mês.',
    query: AsOf,
    reply: v.array(FixedCostReply),
  },
  addFixedCost: {
    ...changeRoutes.addFixedCost,
    access: 'owner',
    tag: 'Custos',
    summary: 'Cadastra um custo fixo.',
    status: 201,
    body: fields({ id: OwnId, ...written }),
    reply: FixedCostReply,
  },
  changeFixedCost: {
    ...changeRoutes.changeFixedCost,
    access: 'owner',
    tag: 'Custos',
    summary: 'Muda nome ou valor de um custo fixo; o que não vem fica como está.',
    versioned: true,
    params: ById,
    body: fields(allOptional(written)),
    reply: FixedCostReply,
  },
  removeFixedCost: {
    ...changeRoutes.removeFixedCost,
    access: 'owner',
    tag: 'Custos',
    summary: 'Exclui um custo fixo.',
    status: 204,
    versioned: true,
    params: ById,
  },
});

export const fixedCostSetCalls = [
  adding('addFixedCost', fixedCostEndpoints),
  changing('changeFixedCost', fixedCostEndpoints),
  removing('removeFixedCost', fixedCostEndpoints),
] as const;
