import type { Ingredient } from '#domain/business/state.ts';
import { unitsFromWire } from '../units-from-wire.ts';
import type { DishLineBody } from './dish-line.schema.ts';
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

/** Version of a thing known only from where it is used: no call can name the version it has in view. */
export const VERSION_UNKNOWN = 0;

/** What a dish's lines say about their ingredients, for when the list of ingredients itself did not come. */
export const ingredientOfLine = (line: DishLineBody, sequence: number): Ingredient => ({
  id: line.ingredient_id,
  name: line.ingredient_name,
  unit: line.unit,
  unitPrice: unitsFromWire(line.unit_price),
  version: VERSION_UNKNOWN,
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
