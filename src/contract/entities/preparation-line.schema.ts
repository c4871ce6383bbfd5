import * as v from 'valibot';
import { bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { Id, Quantity } from '../fields.ts';
import { DishLineReply, LineUnit } from './dish-line.schema.ts';
import { ByPreparation, ByPreparationLine } from './field.schema.ts';
import { changeCallSchema, paramsCallSchema, removalCallSchema } from './set-calls.schema.ts';
import { changeRoutes } from '../routes/owner.ts';

const owner = { access: 'owner', tag: 'Preparos' } as const;

export const preparationLineEndpoints = defineEndpoints({
  addPreparationIngredient: {
    ...changeRoutes.addPreparationIngredient,
    ...owner,
    summary: 'Põe um insumo ou outro preparo na receita de um preparo.',
    status: 201,
    params: ByPreparation,
    body: bodySchema({ ingredient_id: Id, quantity: Quantity, unit: LineUnit }),
    reply: DishLineReply,
  },
  changePreparationIngredient: {
    ...changeRoutes.changePreparationIngredient,
    ...owner,
    summary: 'Muda a quantidade ou a unidade de um insumo na receita.',
    versioned: true,
    params: ByPreparationLine,
    body: bodySchema({ quantity: v.optional(Quantity), unit: LineUnit }),
    reply: DishLineReply,
  },
  removePreparationIngredient: {
    ...changeRoutes.removePreparationIngredient,
    ...owner,
    summary: 'Tira um insumo da receita de um preparo.',
    status: 204,
    versioned: true,
    params: ByPreparationLine,
  },
});

export const preparationLineSetCalls = [
  paramsCallSchema('addPreparationIngredient', preparationLineEndpoints),
  changeCallSchema('changePreparationIngredient', preparationLineEndpoints),
  removalCallSchema('removePreparationIngredient', preparationLineEndpoints),
] as const;
