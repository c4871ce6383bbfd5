import { toRefusedCall } from '#contract/refused-calls.ts';
import type { BusinessCommand, SingleCommand, ChangeToUndo } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { businessAfter } from '#tests/figures/worked-cases.ts';
import { units } from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

const ingredientInPack = (id: string, unit: string, price: number, perPiece?: number): SingleCommand => ({
  type: 'AddIngredient',
  id,
  name: id,
  unit,
  unitPrice: units(price),
  ...(perPiece === undefined ? {} : { conversions: [{ unit: 'un', quantity: units(perPiece), equalsUnit: 'g' }] }),
});
const dish = (id: string): SingleCommand => ({ type: 'AddDish', id, name: id, salePrice: units(30) });
const has = (dishId: string, ingredientId: string, quantity: number, unit: string): SingleCommand => ({
  type: 'AddDishIngredient',
  dishId,
  ingredientId,
  quantity: units(quantity),
  unit,
});
const takes = (preparationId: string, ingredientId: string, quantity: number, unit: string): SingleCommand => ({
  type: 'AddPreparationIngredient',
  preparationId,
  ingredientId,
  quantity: units(quantity),
  unit,
});
const replace = (id: string, byId: string, merge = false): SingleCommand => ({
  type: 'ReplaceIngredient',
  id,
  byId,
  merge,
});

function after(before: Business, command: BusinessCommand) {
  const events = decide(before, command);
  if (isRefusal(events)) throw new Error(JSON.stringify(events));
  return { state: fold(events, before), change: { events, before, undoneBy: null } };
}

function refusalOf(state: Business, command: BusinessCommand) {
  const decision = decide(state, command);
  if (!isRefusal(decision)) throw new Error(`not refused: ${command.type}`);
  const { status, detail, fields } = toRefusedCall(decision);
  return { status, detail, fields };
}

/** The decision to take a change back. */
const undo = (state: Business, change: ChangeToUndo) => decide(state, { type: 'UndoChange', change });

function undone(state: Business, change: ReturnType<typeof after>['change']): Business {
  const events = undo(state, change);
  if ('refusal' in events) throw new Error(JSON.stringify(events));
  return fold(events, state);
}

const linesOf = (state: Business, id: string) =>
  (state.dishes.get(id) ?? state.preparations.get(id))?.lines.map(({ ingredientId, quantity, ownUnit }) => [
    ingredientId,
    quantity / 10_000,
    ownUnit,
  ]);

/** The rows without their versions. */
const content = ({ dishes, preparations, ingredients }: Business) =>
  [dishes, preparations, ingredients].map((rows) =>
    Array.from<object>(rows.values()).map(
      (row) =>
        JSON.parse(JSON.stringify(row), (key, value: unknown) => (key === 'version' ? undefined : value)) as object,
    ),
  );

const kitchen = businessAfter([
  ingredientInPack('nata', 'kg', 20),
  ingredientInPack('creme', 'l', 18),
  ingredientInPack('creme de leite', 'kg', 15),
  { type: 'AddPreparation', id: 'molho', name: 'molho', yieldQuantity: units(1), yieldUnit: 'kg' },
  takes('molho', 'nata', 500, 'g'),
  dish('bolo'),
  has('bolo', 'nata', 0.2, 'kg'),
  has('bolo', 'creme', 1, 'l'),
  has('bolo', 'creme de leite', 300, 'g'),
  dish('torta'),
  has('torta', 'nata', 120, 'g'),
  has('torta', 'molho', 100, 'g'),
]);

describe('the replacement of an ingredient', () => {
  test('changes every recipe in one event and adds up quantities where both were used', () => {
    const { state, change } = after(kitchen, replace('nata', 'creme de leite'));
    expect(change.events.map(({ type }) => type)).toEqual(['IngredientReplaced']);
    expect(linesOf(state, 'molho')).toEqual([['creme de leite', 500, 'g']]);
    expect(linesOf(state, 'bolo')).toEqual([
      ['creme', 1, 'l'],
      ['creme de leite', 500, 'g'],
    ]);
    expect(linesOf(state, 'torta')?.[0]).toEqual(['creme de leite', 120, 'g']);
    expect(state.ingredients.has('nata')).toBe(true);
    // 120 g × R$ 15 and 100 g of a sauce of 500 g × R$ 15: R$ 1,80 + R$ 0,75, and the loss of 10 %.
    expect(businessFigures(state).dishes.get('torta')?.cmv).toBe(units(2.805));
  });

  test('is undone completely, and the undo can be undone too', () => {
    for (const merge of [false, true]) {
      const { state, change } = after(kitchen, replace('nata', 'creme de leite', merge));
      const back = undone(state, change);
      expect(content(back)).toEqual(content(kitchen));
      const events = undo(state, change);
      const again = undone(back, { events: events as typeof change.events, before: state, undoneBy: null });
      expect(content(again)).toEqual(content(state));
    }
  });

  test('removes a merged ingredient, and undo restores it in its place', () => {
    const { state, change } = after(kitchen, replace('nata', 'creme de leite', true));
    expect([...state.ingredients.keys()]).toEqual(['creme', 'creme de leite']);
    expect([...undone(state, change).ingredients.keys()]).toEqual(['nata', 'creme', 'creme de leite']);
  });

  test('reserves the id of a merged ingredient until it is restored', () => {
    const { state, change } = after(kitchen, replace('nata', 'creme de leite', true));
    expect(decide(state, ingredientInPack('nata', 'kg', 9))).toEqual({ refusal: 'id_taken' });
    expect(undone(state, change).removed).toEqual(kitchen.removed);
  });

  test('cannot be undone after one of the recipes has changed', () => {
    const { state, change } = after(kitchen, replace('nata', 'creme de leite'));
    const { state: changed } = after(state, {
      type: 'ChangeDishIngredient',
      dishId: 'torta',
      ingredientId: 'creme de leite',
      quantity: units(90),
    });
    const refusal = undo(changed, change);
    expect('refusal' in refusal && toRefusedCall(refusal).detail).toBe(
      'A ficha de “torta” mudou de novo depois disso.',
    );
  });

  test('asks for the one conversion that is missing', () => {
    expect(refusalOf(kitchen, replace('nata', 'creme'))).toEqual({
      status: 422,
      detail: 'Quanto pesa 1 l de creme?',
      fields: { by: 'Quanto pesa 1 l de creme?' },
    });
  });

  test('converts with the new ingredient where it knows the unit, otherwise with the old one', () => {
    const eggs = businessAfter([
      ingredientInPack('ovo', 'kg', 12, 50),
      ingredientInPack('ovo grande', 'kg', 15, 60),
      ingredientInPack('ovo líquido', 'kg', 18),
      dish('omelete'),
      has('omelete', 'ovo', 3, 'un'),
    ]);
    expect(linesOf(after(eggs, replace('ovo', 'ovo grande')).state, 'omelete')).toEqual([['ovo grande', 3, 'un']]);
    expect(linesOf(after(eggs, replace('ovo', 'ovo líquido')).state, 'omelete')).toEqual([['ovo líquido', 0.15, 'kg']]);
  });

  test('refuses the same or an unknown ingredient, and changes nothing where no recipe uses it', () => {
    expect(refusalOf(kitchen, replace('nata', 'nata')).fields).toHaveProperty('by');
    expect(refusalOf(kitchen, replace('nata', 'molho')).fields).toEqual({ by: 'Este insumo não existe.' });
    expect(refusalOf(kitchen, replace('leite', 'nata')).status).toBe(404);
    const unused = businessAfter([ingredientInPack('sal', 'kg', 3), ingredientInPack('sal grosso', 'kg', 4)]);
    expect(decide(unused, replace('sal', 'sal grosso'))).toEqual([]);
  });

  test('is refused when it would exceed the size of one event', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `prato ${i} ${'x'.repeat(60)}`);
    const large = businessAfter([
      ingredientInPack('a'.repeat(80), 'kg', 3),
      ingredientInPack('b'.repeat(80), 'kg', 4),
      ...many.flatMap((id) => [dish(id), has(id, 'a'.repeat(80), 1, 'kg'), has(id, 'b'.repeat(80), 1, 'kg')]),
    ]);
    expect(refusalOf(large, replace('a'.repeat(80), 'b'.repeat(80)))).toMatchObject({ status: 422 });
  });

  test('is refused when the two belong to different channels', () => {
    const boxed = businessAfter([
      { type: 'AddChannel', id: 'balcão', name: 'Balcão', isMain: true },
      { type: 'AddChannel', id: 'app', name: 'App', isMain: false },
      ingredientInPack('caixa', 'un', 2),
      ingredientInPack('caixa grande', 'un', 3),
      dish('pizza'),
      { ...has('pizza', 'caixa', 1, 'un'), channels: ['app'] } as SingleCommand,
      has('pizza', 'caixa grande', 1, 'un'),
    ]);
    expect(refusalOf(boxed, replace('caixa', 'caixa grande'))).toMatchObject({ status: 409 });
  });
});

describe('repricing several ingredients by one percentage', () => {
  const reprice = (percentage: number, ...ids: string[]): SingleCommand => ({
    type: 'RepriceIngredients',
    ids,
    percentage: units(percentage),
  });
  const state = businessAfter([
    ingredientInPack('muçarela', 'kg', 38.9),
    {
      type: 'AddIngredient',
      id: 'leite condensado',
      name: 'leite condensado',
      unit: 'g',
      pack: { price: units(89.9), quantity: units(4740), unit: 'g', label: null },
    },
    { type: 'AddIngredient', id: 'água', name: 'água', unit: 'l', unitPrice: 0, free: true },
  ]);

  test('multiplies the typed price or the price of the pack, in one change', () => {
    const { state: dearer, change } = after(state, reprice(8, 'muçarela', 'leite condensado', 'água', 'muçarela'));
    expect(change.events.map(({ type }) => type)).toEqual(['IngredientRepriced', 'IngredientPurchaseChanged']);
    expect(dearer.ingredients.get('muçarela')).toMatchObject({ unitPrice: units(42.012) });
    expect(dearer.ingredients.get('leite condensado')?.pack?.price).toBe(units(97.092));
    expect(dearer.ingredients.get('água')).toMatchObject({ unitPrice: 0, free: true });
    expect(content(undone(dearer, change))).toEqual(content(state));
  });

  test('rounds to four decimals, half away from zero, and may lower prices', () => {
    expect(after(state, reprice(-12.3455, 'muçarela')).state.ingredients.get('muçarela')?.unitPrice).toBe(340_976);
    expect(after(state, reprice(0, 'muçarela')).change.events).toEqual([]);
  });

  test('is refused as a whole for an unknown ingredient or a price above the limit', () => {
    expect(refusalOf(state, reprice(8, 'muçarela', 'sal')).fields).toHaveProperty(['ids.1']);
    const gold = businessAfter([ingredientInPack('ouro', 'g', 500_000)]);
    expect(refusalOf(gold, reprice(200, 'ouro')).fields).toHaveProperty('percentage');
  });
});
