import * as v from 'valibot';
import { fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { Id, Quantity } from '../fields.ts';
import { ByLine } from './params.schema.ts';
import { Reais, Version } from './reply-values.schema.ts';
import { changing, removing, stating } from './set-calls.schema.ts';

export const DishLineReply = v.object({
  ingredient_id: v.string(),
  ingredient_name: v.string(),
  quantity: v.number(),
  unit: v.string(),
  unit_price: Reais,
  cost: Reais,
  version: Version,
});
export type DishLineBody = v.InferOutput<typeof DishLineReply>;

export const dishLineEndpoints = endpoints({
  addDishIngredient: {
    method: 'POST',
    path: '/api/recipe-ingredients',
    access: 'owner',
    tag: 'Pratos',
    summary: 'Põe um insumo na ficha técnica de um prato.',
    status: 201,
    changes: 'data',
    body: fields({ dish_id: Id, ingredient_id: Id, quantity: Quantity }),
    reply: DishLineReply,
  },
  changeDishIngredient: {
    method: 'PUT',
    path: '/api/recipe-ingredients/:dishId/:ingredientId',
    access: 'owner',
    tag: 'Pratos',
    summary: 'Muda a quantidade de um insumo na ficha técnica.',
    changes: 'data',
    versioned: true,
    params: ByLine,
    body: fields({ quantity: Quantity }),
    reply: DishLineReply,
  },
  removeDishIngredient: {
    method: 'DELETE',
    path: '/api/recipe-ingredients/:dishId/:ingredientId',
    access: 'owner',
    tag: 'Pratos',
    summary: 'Tira um insumo da ficha técnica.',
    status: 204,
    changes: 'data',
    versioned: true,
    params: ByLine,
  },
});

export const dishLineSetCalls = [
  stating('addDishIngredient', dishLineEndpoints),
  changing('changeDishIngredient', dishLineEndpoints),
  removing('removeDishIngredient', dishLineEndpoints),
] as const;
