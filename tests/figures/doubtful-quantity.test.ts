import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { doubtfulUnits } from '#domain/figures/doubtful-quantity.ts';
import { units } from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

const box = { price: units(18), quantity: units(1), unit: 'kg', label: 'caixa 1 kg' };
const events: readonly BusinessEvent[] = [
  { type: 'BusinessOpened', data: { ownerId: 'ana' } },
  { type: 'IngredientAdded', data: { id: 'creme', name: 'Creme', unit: 'kg', unitPrice: units(18), purchase: box } },
  { type: 'IngredientAdded', data: { id: 'farinha', name: 'Farinha', unit: 'kg', unitPrice: units(5) } },
  { type: 'IngredientAdded', data: { id: 'ovo', name: 'Ovo', unit: 'dz', unitPrice: units(9) } },
  { type: 'IngredientAdded', data: { id: 'maço', name: 'Salsa', unit: 'maço', unitPrice: units(3) } },
  { type: 'PreparationAdded', data: { id: 'massa', name: 'Massa', yieldQuantity: units(2), yieldUnit: 'kg' } },
  { type: 'DishAdded', data: { id: 'bolo', name: 'Bolo', salePrice: units(10), portions: 2 } },
  { type: 'DishAdded', data: { id: 'torta', name: 'Torta', salePrice: 0 } },
];
const state = fold(events);

function doubt(id: string, quantity: number, into: string, unit?: string): readonly string[] | undefined {
  const component = state.ingredients.get(id);
  const recipe = state.dishes.get(into) ?? state.preparations.get(into);
  if (!component || !recipe) throw new Error(`no ${id} or ${into}`);
  const costing = createCosting(state);
  return doubtfulUnits({ quantity: units(quantity), unit: unit ?? component.unit, component, recipe, costing });
}

describe('a number without a unit is doubtful', () => {
  test.each([
    ['more than one box', 'creme', 200, 'torta', ['kg', 'g']],
    ['more than one dozen', 'ovo', 4, 'torta', ['dz', 'un']],
    ['more than the batch yields', 'farinha', 2.5, 'massa', ['kg', 'g']],
    // Of two portions for R$ 10,00: R$ 5,00 × 41 are more than ten times R$ 20,00.
    ['dearer than ten times the dish', 'farinha', 41, 'bolo', ['kg', 'g']],
  ])('%s', (_, id, quantity, into, asked) => {
    expect(doubt(id, quantity, into)).toEqual(asked);
  });

  test.each([
    ['one box', 'creme', 1, 'torta'],
    ['one dozen', 'ovo', 1, 'torta'],
    ['as much as the batch yields', 'farinha', 2, 'massa'],
    ['ten times the dish', 'farinha', 40, 'bolo'],
    ['any number of what has a plain price, in a dish without one', 'farinha', 200, 'torta'],
    ['what has no smaller unit', 'maço', 90, 'bolo'],
  ])('but not %s', (_, id, quantity, into) => {
    expect(doubt(id, quantity, into)).toBeUndefined();
  });

  test('in the smallest unit of its kind there is nothing else to be meant', () => {
    expect(doubt('creme', 2000, 'torta', 'g')).toBeUndefined();
  });
});
