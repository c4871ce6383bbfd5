import type { Purchase } from '#domain/business/purchase.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { numberFromUnits, SCALE } from '#domain/decimal.ts';
import { unitsFromWire } from '../units-from-wire.ts';
import { conversions } from './conversion.ts';
import { amount, type Field, fromWire, text, toWire, withDefault } from './field.ts';
import type { IngredientBody } from './ingredient.schema.ts';
import { type FieldsOf, listed } from './listed.ts';

const WHOLE = 100 * SCALE;

const purchase: Field<Purchase | null, 'purchase', IngredientBody['purchase']> = {
  wire: 'purchase',
  toWire: (value) =>
    value && {
      price: numberFromUnits(value.price),
      quantity: numberFromUnits(value.quantity),
      unit: value.unit,
      label: value.label,
    },
  fromWire: (sent) =>
    sent && {
      price: unitsFromWire(sent.price),
      quantity: unitsFromWire(sent.quantity),
      unit: sent.unit,
      label: sent.label,
    },
};

const free: Field<true | null, 'free', boolean> = {
  wire: 'free',
  toWire: (isFree) => isFree === true,
  fromWire: (sent) => (sent ? true : null),
};

const fields = {
  name: text('name'),
  unit: text('unit'),
  unitPrice: amount('unit_price'),
  purchase,
  yieldPercentage: withDefault(amount('yield'), WHOLE),
  conversions,
  free,
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
