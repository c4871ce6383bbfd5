import type { Ingredient } from '#domain/business/state.ts';
import { amount, fromWire, text, toWire } from './field.ts';
import type { IngredientBody } from './ingredient.schema.ts';
import { type FieldsOf, listed } from './listed.ts';

const fields = {
  name: text('name'),
  unit: text('unit'),
  unitPrice: amount('unit_price'),
} as const satisfies FieldsOf<'Ingredient'>;

export const ingredientBody = (ingredient: Ingredient): IngredientBody => ({
  id: ingredient.id,
  ...toWire(fields, ingredient),
  version: ingredient.version,
});

export const ingredientRow = (body: IngredientBody, sequence: number): Ingredient => ({
  id: body.id,
  ...fromWire(fields, body),
  version: body.version,
  sequence,
});

export const ingredientCommands = listed({
  noun: 'Ingredient',
  table: 'ingredients',
  path: '/api/ingredients',
  fields,
  body: ingredientBody,
  row: ingredientRow,
});
