import * as v from 'valibot';
import { bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { Id, Quantity, shortText } from '../fields.ts';
import { readUnit } from '#domain/names.ts';
import { ChannelScope } from './channel.schema.ts';
import { ByDishLine, Reais, ScopeReply, Version } from './field.schema.ts';
import { changeCallSchema, removalCallSchema, bodyCallSchema } from './set-calls.schema.ts';
import { changeRoutes } from '../routes/owner.ts';

export const DishLineReply = v.object({
  ingredient_id: v.string(),
  ingredient_name: v.string(),
  quantity: v.number(),
  unit: v.pipe(v.string(), v.description('Em que a quantidade é contada.')),
  component_unit: v.pipe(v.string(), v.description('Em que o insumo tem preço.')),
  unit_price: v.pipe(Reais, v.description('De uma `component_unit`.')),
  cost: v.pipe(Reais, v.description('Da receita inteira, sem a perda.')),
  channels: ScopeReply,
  version: Version,
});
export type DishLineBody = v.InferOutput<typeof DishLineReply>;

/** A unit that converts to the component's; left out, or null, the component's own. */
export const LineUnit = v.optional(
  v.pipe(
    v.nullable(shortText(readUnit)),
    v.transform((unit) => unit ?? undefined),
  ),
);

const owner = { access: 'owner', tag: 'Pratos' } as const;

export const dishLineEndpoints = defineEndpoints({
  addDishIngredient: {
    ...changeRoutes.addDishIngredient,
    ...owner,
    summary: 'Põe um insumo ou um preparo na ficha técnica de um prato.',
    status: 201,
    body: bodySchema({
      dish_id: Id,
      ingredient_id: Id,
      quantity: Quantity,
      unit: LineUnit,
      channels: v.optional(ChannelScope),
    }),
    reply: DishLineReply,
  },
  changeDishIngredient: {
    ...changeRoutes.changeDishIngredient,
    ...owner,
    summary: 'Muda a quantidade ou a unidade de um insumo na ficha técnica.',
    versioned: true,
    params: ByDishLine,
    body: bodySchema({ quantity: v.optional(Quantity), unit: LineUnit, channels: v.optional(ChannelScope) }),
    reply: DishLineReply,
  },
  removeDishIngredient: {
    ...changeRoutes.removeDishIngredient,
    ...owner,
    summary: 'Tira um insumo da ficha técnica.',
    status: 204,
    versioned: true,
    params: ByDishLine,
  },
});

export const dishLineSetCalls = [
  bodyCallSchema('addDishIngredient', dishLineEndpoints),
  changeCallSchema('changeDishIngredient', dishLineEndpoints),
  removalCallSchema('removeDishIngredient', dishLineEndpoints),
] as const;
