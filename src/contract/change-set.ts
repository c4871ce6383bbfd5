import * as v from 'valibot';
import { fields } from './body.ts';
import { dataEndpoints } from './data.ts';
import { endpoints } from './endpoint.ts';
import { Id } from './fields.ts';

/** As many as an import has rows. */
export const CHANGE_SET_LIMIT = 1_000;

/** One call of a set; `id` names the thing that it adds, so that a later one of the set can speak of it. */
const calls = [
  v.object({ call: v.literal('addFixedCost'), id: v.optional(Id), body: dataEndpoints.addFixedCost.body }),
  v.object({
    call: v.literal('changeFixedCost'),
    params: dataEndpoints.changeFixedCost.params,
    body: dataEndpoints.changeFixedCost.body,
  }),
  v.object({ call: v.literal('removeFixedCost'), params: dataEndpoints.removeFixedCost.params }),
  v.object({ call: v.literal('addVariableCost'), id: v.optional(Id), body: dataEndpoints.addVariableCost.body }),
  v.object({
    call: v.literal('changeVariableCost'),
    params: dataEndpoints.changeVariableCost.params,
    body: dataEndpoints.changeVariableCost.body,
  }),
  v.object({ call: v.literal('removeVariableCost'), params: dataEndpoints.removeVariableCost.params }),
  v.object({ call: v.literal('recordMonthRevenue'), body: dataEndpoints.recordMonthRevenue.body }),
  v.object({ call: v.literal('stateAverageTicket'), body: dataEndpoints.stateAverageTicket.body }),
  v.object({ call: v.literal('addIngredient'), id: v.optional(Id), body: dataEndpoints.addIngredient.body }),
  v.object({
    call: v.literal('changeIngredient'),
    params: dataEndpoints.changeIngredient.params,
    body: dataEndpoints.changeIngredient.body,
  }),
  v.object({ call: v.literal('removeIngredient'), params: dataEndpoints.removeIngredient.params }),
  v.object({ call: v.literal('addDish'), id: v.optional(Id), body: dataEndpoints.addDish.body }),
  v.object({
    call: v.literal('changeDish'),
    params: dataEndpoints.changeDish.params,
    body: dataEndpoints.changeDish.body,
  }),
  v.object({ call: v.literal('removeDish'), params: dataEndpoints.removeDish.params }),
  v.object({ call: v.literal('addDishIngredient'), body: dataEndpoints.addDishIngredient.body }),
  v.object({
    call: v.literal('changeDishIngredient'),
    params: dataEndpoints.changeDishIngredient.params,
    body: dataEndpoints.changeDishIngredient.body,
  }),
  v.object({ call: v.literal('removeDishIngredient'), params: dataEndpoints.removeDishIngredient.params }),
] as const;

const ChangeSet = v.pipe(
  v.array(v.variant('call', calls, 'Esta chamada não faz parte de um conjunto.'), 'Envie as mudanças em uma lista.'),
  v.minLength(1, 'Envie ao menos uma mudança.'),
  v.maxLength(CHANGE_SET_LIMIT, 'O limite é de 1.000 mudanças de uma vez.'),
);

/** One call of a set as it arrives: in domain values. */
export type CallInSet = v.InferOutput<typeof ChangeSet>[number];

/** Several changes that are one: an import, a model, a tried-out plan. */
export const changeSetEndpoints = endpoints({
  applyChanges: {
    method: 'POST',
    path: '/api/change-sets',
    access: 'owner',
    tag: 'Mudanças',
    summary: 'Faz várias mudanças de uma vez: ou todas, ou nenhuma.',
    changes: 'data',
    bodyKilobytes: 512,
    body: fields({ calls: ChangeSet }),
    reply: v.object({
      ids: v.pipe(
        v.array(v.nullable(v.string())),
        v.description('O que cada chamada incluiu, na ordem; null onde nada foi incluído.'),
      ),
    }),
  },
});
