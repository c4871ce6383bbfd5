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

describe('a quantity that was typed without a unit', () => {
  test.each([
    ['is more than one box', 'creme', 200, 'torta', ['kg', 'g']],
    ['is more than one dozen', 'ovo', 4, 'torta', ['dz', 'un']],
    ['is more than the batch of the preparation yields', 'farinha', 2.5, 'massa', ['kg', 'g']],
    // R$ 5,00 × 41 is more than ten times R$ 20,00, the price of the two portions.
    ['makes the line cost more than ten times the price of the dish', 'farinha', 41, 'bolo', ['kg', 'g']],
  ])('is doubtful when it %s', (_, id, quantity, into, asked) => {
    expect(doubt(id, quantity, into)).toEqual(asked);
  });

  test.each([
    ['is one box', 'creme', 1, 'torta'],
    ['is one dozen', 'ovo', 1, 'torta'],
    ['is as much as the batch of the preparation yields', 'farinha', 2, 'massa'],
    ['makes the line cost ten times the price of the dish', 'farinha', 40, 'bolo'],
    ['has a plain price, in a dish without a price', 'farinha', 200, 'torta'],
    ['has no smaller unit', 'maço', 90, 'bolo'],
  ])('is not doubtful when it %s', (_, id, quantity, into) => {
    expect(doubt(id, quantity, into)).toBeUndefined();
  });

  test('is not doubtful in the smallest unit of its kind', () => {
    expect(doubt('creme', 2000, 'torta', 'g')).toBeUndefined();
  });
});
