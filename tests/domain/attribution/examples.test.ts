import { dishResultChange, type FigureChange, profitChange } from '#domain/attribution/figure-change.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business, Preparation } from '#domain/business/state.ts';
import { describe, expect, test } from 'vitest';
import { reversedChange } from './reversals.ts';

const valuesOf = ({ parts }: FigureChange) => Object.fromEntries(parts.map(({ cause, value }) => [cause.key, value]));
const reais = (amount: number): number => Math.round(amount * 10_000);

const fixedCost = (id: string, value: number): BusinessEvent => ({
  type: 'FixedCostAdded',
  data: { id, name: id, value: reais(value) },
});
const ingredient = (id: string, unitPrice: number, unit = 'kg'): BusinessEvent => ({
  type: 'IngredientAdded',
  data: { id, name: id, unit, unitPrice: reais(unitPrice) },
});
const dish = (id: string, salePrice: number, uses: Readonly<Record<string, number>>): readonly BusinessEvent[] => [
  { type: 'DishAdded', data: { id, name: id, salePrice: reais(salePrice) } },
  ...Object.entries(uses).map(([ingredientId, quantity]): BusinessEvent => ({
    type: 'DishIngredientAdded',
    data: { dishId: id, dishName: id, ingredientId, ingredientName: ingredientId, quantity: reais(quantity) },
  })),
];

describe('the attribution of a dearer ingredient, a better price and a higher rent among five dishes', () => {
  const PRICES = [15, 22, 25, 15, 18];
  const COSTS = [6, 13, 15, 6, 8];
  const before = fold([
    { type: 'BusinessOpened', data: { ownerId: 'ana' } },
    fixedCost('aluguel', 12_000),
    { type: 'MonthRevenueRecorded', data: { month: 1, from: null, to: { value: reais(58_950), orders: 3_000 } } },
    ...COSTS.map((cost, i) => ingredient(`insumo ${i + 1}`, cost)),
    ...PRICES.flatMap((price, i) => dish(`prato ${i + 1}`, price, { [`insumo ${i + 1}`]: 1 })),
  ]);
  const dearer: BusinessEvent = {
    type: 'IngredientRepriced',
    data: { id: 'insumo 3', name: 'insumo 3', unit: 'kg', from: reais(15), to: reais(17) },
  };
  const priced: BusinessEvent = {
    type: 'DishPriced',
    data: { id: 'prato 4', name: 'prato 4', from: reais(15), to: reais(16) },
  };
  const rent: BusinessEvent = {
    type: 'FixedCostAmountChanged',
    data: { id: 'aluguel', name: 'aluguel', from: reais(12_000), to: reais(13_000) },
  };
  const after = fold([dearer, priced, rent], before);

  /*
   * CMV of the dishes, with 10 % of loss, as percent of the price:
   *   6,60 ÷ 15 = 44   14,30 ÷ 22 = 65   16,50 ÷ 25 = 66   6,60 ÷ 15 = 44   8,80 ÷ 18 = 48,8888…
   *   mean 267,8888… ÷ 5 = 53,57777… → 53,5778
   * Fixed costs: 12 000 ÷ 58 950 = 20,35623… → 20,3562 %.      Profit: 100 − 20,3562 − 53,5778 = 26,0660
   *
   * Ingredient at 17: 18,70 ÷ 25 = 74,8, 8,8 more, ÷ 5: the mean goes up by 1,76, whatever else happens.
   * Price at 16: 6,60 ÷ 16 = 41,25, 2,75 less, ÷ 5: the mean goes down by 0,55, whatever else happens.
   *   All four means end in …7777… and are rounded up by the same, so the differences stay exact.
   * Rent: 13 000 ÷ 58 950 = 22,05258… → 22,0526 %, 1,6964 more, whatever else happens.
   *   Profit: 100 − 22,0526 − 54,7878 = 23,1596; −1,76 + 0,55 − 1,6964 = −2,9064 = 23,1596 − 26,0660
   */
  test('gives the parts of the mean profit that were calculated by hand', () => {
    const change = profitChange(before, after);
    expect(change).toMatchObject({ before: 260_660, after: 231_596, difference: -29_064, exact: true, error: 0 });
    expect(change.parts.map(({ cause, value }) => [cause.key, value])).toEqual([
      ['ingredient insumo 3', -17_600],
      ['fixed_cost aluguel', -16_964],
      ['dish_price prato 4', 5_500],
    ]);
    expect(change.parts[0]?.cause).toMatchObject({ kind: 'ingredient', id: 'insumo 3', from: 150_000, to: 170_000 });
  });

  /*
   * Third dish: 25 − 16,50 − 25 × 12 000 ÷ 58 950 (5,0890… → 5,0891) = 3,4109; the ingredient takes 2,20;
   *   25 × 13 000 ÷ 58 950 = 5,5131…, so the rent takes 0,4240. Neither changes what the other takes. 0,7869 is left.
   * Fourth dish, whose price and rent play together (fixed costs are a share of the price):
   *   neither 15 − 6,60 − 3,0534 = 5,3466      price alone 16 − 6,60 − 3,2570 = 6,1430
   *   rent alone 15 − 6,60 − 3,3079 = 5,0921   both        16 − 6,60 − 3,5284 = 5,8716
   *   price: half of (6,1430 − 5,3466) + (5,8716 − 5,0921) = 0,78795
   *   rent: half of (5,0921 − 5,3466) + (5,8716 − 6,1430) = −0,26295
   *   0,5250 in all: cut off towards zero, 0,7879 − 0,2629 is 0,5250 already.
   */
  test('gives the parts of two dishes’ results that were calculated by hand', () => {
    const third = dishResultChange(before, after, 'prato 3');
    expect(third).toMatchObject({ before: 34_109, after: 7_869, exact: true });
    expect(valuesOf(third)).toEqual({ 'ingredient insumo 3': -22_000, 'fixed_cost aluguel': -4_240 });
    const fourth = dishResultChange(before, after, 'prato 4');
    expect(fourth).toMatchObject({ before: 53_466, after: 58_716, difference: 5_250, exact: true });
    expect(valuesOf(fourth)).toEqual({ 'dish_price prato 4': 7_879, 'fixed_cost aluguel': -2_629 });
  });

  test('does not depend on the order of the changes, or on a change that was reverted', () => {
    const back: BusinessEvent = {
      type: 'DishPriced',
      data: { id: 'prato 1', name: 'prato 1', from: reais(15), to: reais(19) },
    };
    const again: BusinessEvent = {
      type: 'DishPriced',
      data: { id: 'prato 1', name: 'prato 1', from: reais(19), to: reais(15) },
    };
    const other = fold([rent, back, priced, again, dearer], before);
    expect(profitChange(before, other)).toEqual(profitChange(before, after));
  });

  test('has no part for a new name', () => {
    const renamed = fold([{ type: 'DishRenamed', data: { id: 'prato 1', from: 'prato 1', to: 'X' } }], before);
    expect(profitChange(before, renamed)).toMatchObject({ difference: 0, parts: [] });
  });
});

describe('the attribution of an ingredient in another unit', () => {
  const menu = (quantity: number, ...price: Parameters<typeof ingredient>): Business =>
    fold([ingredient(...price), ...dish('pizza', 40, { muçarela: quantity })]);

  test('names no cause when price and quantities are converted exactly', () => {
    const change = profitChange(menu(0.3, 'muçarela', 40), menu(300, 'muçarela', 0.04, 'g'));
    expect(change).toMatchObject({ difference: 0, parts: [] });
  });

  test('has one part for its price and its quantities together', () => {
    const change = profitChange(menu(0.3, 'muçarela', 40), menu(350, 'muçarela', 0.04, 'g'));
    // 13,20 of 40 was 33 %, 15,40 is 38,5 %.
    expect(valuesOf(change)).toEqual({ 'ingredient muçarela': -55_000 });
  });

  test('has no part when only a new dish uses it in the new unit', () => {
    const before = menu(0.3, 'muçarela', 40);
    const after = fold([...dish('calzone', 40, { muçarela: 300 })], menu(300, 'muçarela', 0.04, 'g'));
    expect(profitChange(before, after)).toMatchObject({ difference: 0, parts: [] });
  });
});

describe('the attribution of added and removed dishes', () => {
  const menuOf = (prefix: string, count: number, salePrice: number): readonly BusinessEvent[] =>
    Array.from({ length: count }, (_, i) => dish(`${prefix} ${i}`, salePrice, { queijo: 0.1 })).flat();

  test('attributes the change of the mean profit to the added dish', () => {
    const before = fold([ingredient('queijo', 50), ...dish('pizza', 50, { queijo: 0.5 })]);
    const after = fold(dish('salada', 50, { queijo: 0.1 }), before);
    // 55 % alone; with 11 % beside it the mean is 33 %.
    expect(valuesOf(profitChange(before, after))).toEqual({ 'dish salada': 220_000 });
    expect(profitChange(before, after).parts[0]?.cause).toMatchObject({ from: null, to: 500_000 });
  });

  test('counts a dish that does not exist yet with a result of 0', () => {
    const before = fold([ingredient('queijo', 50)]);
    const after = fold(dish('salada', 50, { queijo: 0.1 }), before);
    expect(dishResultChange(before, after, 'salada')).toMatchObject({ before: 0, after: 445_000 });
    expect(valuesOf(dishResultChange(before, after, 'salada'))).toEqual({ 'dish salada': 445_000 });
  });

  test('has one part per dish for twenty added and ten removed ones, and equal dishes have equal parts', () => {
    const kept = [ingredient('queijo', 50), ...menuOf('fica', 10, 20)];
    const change = profitChange(fold([...kept, ...menuOf('vai', 10, 10)]), fold([...kept, ...menuOf('vem', 20, 40)]));
    const spreadOf = (kind: string): number => {
      const values = change.parts.filter(({ cause }) => cause.id.startsWith(kind)).map(({ value }) => value);
      return Math.max(...values) - Math.min(...values);
    };
    expect(change.parts).toHaveLength(30);
    expect([spreadOf('vem'), spreadOf('vai')].every((spread) => spread <= 1)).toBe(true);
    expect(change.error).toBeLessThan(2);
  });

  test('has one part per dish when six hundred are added to one', () => {
    const before = fold([ingredient('queijo', 50), ...menuOf('fica', 1, 20)]);
    const change = profitChange(before, fold(menuOf('vem', 600, 40), before));
    expect(change.parts).toHaveLength(600);
    expect(change).toMatchObject({ exact: true, error: 0 });
  });

  test('sums up all of them in one part when there are too many, and the parts still sum to the difference', () => {
    const kept = [ingredient('queijo', 50), ...menuOf('fica', 3, 20)];
    const before = fold([...kept, ...menuOf('vai', 150, 10)]);
    const after = fold([
      ...kept,
      ...menuOf('vem', 150, 40),
      { type: 'IngredientRepriced', data: { id: 'queijo', name: 'queijo', unit: 'kg', from: 500_000, to: 550_000 } },
    ]);
    const change = profitChange(before, after);
    expect(change.parts.map(({ cause }) => cause.key)).toEqual(['menu menu', 'ingredient queijo']);
    expect(change.parts.reduce((sum, { value }) => sum + value, 0)).toBe(change.difference);
    expect(profitChange(after, before).parts.map(({ value }) => -value)).toEqual(
      change.parts.map(({ value }) => value),
    );
  });
});

describe('the attribution of a pizza of dough and cheese', () => {
  const line = (dishId: string, ingredientId: string, quantity: number): BusinessEvent => ({
    type: 'DishIngredientAdded',
    data: { dishId, dishName: dishId, ingredientId, ingredientName: ingredientId, quantity: reais(quantity) },
  });
  const changePreparation = (business: Business, id: string, to: Partial<Preparation>): Business => {
    const row = business.preparations.get(id);
    return {
      ...business,
      preparations: new Map([...business.preparations, ...(row ? [[id, { ...row, ...to }] as const] : [])]),
    };
  };
  const opened = fold([
    ingredient('farinha', 4.5),
    ingredient('queijo', 40),
    { type: 'PreparationAdded', data: { id: 'massa', name: 'massa', yieldQuantity: reais(2), yieldUnit: 'kg' } },
    { type: 'DishAdded', data: { id: 'pizza', name: 'pizza', salePrice: reais(40) } },
    line('pizza', 'massa', 0.25),
    line('pizza', 'queijo', 0.3),
  ]);
  const before = changePreparation(opened, 'massa', {
    lines: [{ ingredientId: 'farinha', quantity: reais(1.2), ownUnit: null, channels: null, version: 1 }],
  });
  const change = (...events: readonly BusinessEvent[]) =>
    valuesOf(dishResultChange(before, fold(events, before), 'pizza'));

  // 0,25 kg of dough have 0,25 ÷ 2 × 1,2 = 0,15 kg of flour: R$ 0,675. With R$ 12,00 of cheese R$ 12,675, × 1,10 =
  // 13,9425.
  test('has a part for dearer flour, and none for the dough made of it', () => {
    // 0,15 kg × R$ 0,50 × 1,10 = R$ 0,0825
    const dearer: BusinessEvent = {
      type: 'IngredientRepriced',
      data: { id: 'farinha', name: 'farinha', unit: 'kg', from: reais(4.5), to: reais(5) },
    };
    expect(change(dearer)).toEqual({ 'ingredient farinha': -825 });
  });

  test('has a part for a dough recipe whose batch yields less', () => {
    // 1,5 kg of dough with 1,2 kg of flour: 0,25 kg cost R$ 0,90 instead of 0,675, × 1,10 = R$ 0,2475 more
    const after = changePreparation(before, 'massa', { yieldQuantity: reais(1.5) });
    expect(valuesOf(dishResultChange(before, after, 'pizza'))).toEqual({ 'preparation_recipe massa': -2_475 });
  });

  test('has parts for its portions, for the general loss, and for its own loss where that differs', () => {
    const portions: BusinessEvent = {
      type: 'DishPortionsChanged',
      data: { id: 'pizza', name: 'pizza', from: null, to: 2 },
    };
    const loss: BusinessEvent = {
      type: 'DishLossChanged',
      data: { id: 'pizza', name: 'pizza', from: null, to: reais(10) },
    };
    const general: BusinessEvent = { type: 'ProductionLossChanged', data: { from: null, to: reais(6) } };
    // 13,9425 ÷ 2 = 6,97125 → 6,9713
    expect(change(portions)).toEqual({ 'dish_portions pizza': 69_712 });
    const [part] = dishResultChange(before, fold([portions], before), 'pizza').parts;
    expect(part?.cause).toMatchObject({ from: 10_000, to: 20_000 });
    // 10 % as everybody: nothing has moved.
    expect(change(loss)).toEqual({});
    // 12,675 × 1,06 = 13,4355; a dish with its own loss stays as it is.
    expect(change(general)).toEqual({ 'production_loss production_loss': 5_070 });
    // The dish's own loss replaces the general loss, whichever of them comes first: half each of 0,507.
    expect(change(general, loss)).toEqual({ 'dish_portions pizza': -2_535, 'production_loss production_loss': 2_535 });
  });

  test('has no part for a new unit of the cheese when its recipe lines keep the old one', () => {
    const data = { id: 'queijo', name: 'queijo', from: 'kg', to: 'g' };
    const bought = { price: reais(40), quantity: reais(1), unit: 'kg', label: null };
    const converted: BusinessEvent = {
      type: 'IngredientUnitConverted',
      data: {
        ...data,
        before: { purchase: null, unitPrice: reais(40) },
        after: { purchase: bought, unitPrice: reais(0.04) },
      },
    };
    expect(profitChange(before, fold([converted], before))).toMatchObject({ difference: 0, parts: [] });
  });

  test('has one part for all recipes that would use each other in a cycle when only some of them change', () => {
    const two = (massa: string, molho: string): Business => {
      const preparation = (id: string, uses: string): Preparation => ({
        ...(before.preparations.get('massa') as Preparation),
        id,
        lines: [{ ingredientId: uses, quantity: reais(1), ownUnit: 'kg', channels: null, version: 1 }],
      });
      const preparations = new Map([
        ['massa', preparation('massa', massa)],
        ['molho', preparation('molho', molho)],
      ]);
      return { ...before, preparations };
    };
    const turned = dishResultChange(two('molho', 'farinha'), two('queijo', 'massa'), 'pizza');
    // 0,25 kg of dough are 0,125 kg of sauce and so 0,0625 kg of flour, R$ 0,28125; then 0,125 kg of cheese, R$ 5,00.
    // (12 + 0,28125) × 1,10 = 13,509375 → 13,5094 and 17 × 1,10 = 18,70
    expect(valuesOf(turned)).toEqual({ 'preparation_recipe massa': -51_906 });
  });

  test('has one part for recipes that would form such a cycle, even when one of them also changes its unit', () => {
    const use = (ingredientId: string, ownUnit: string | null = 'kg') => ({
      ingredientId,
      quantity: reais(1),
      ownUnit,
      channels: null,
      version: 1,
    });
    const three = (rows: Readonly<Record<string, Partial<Preparation>>>): Business => ({
      ...before,
      preparations: new Map(
        Object.entries(rows).map(([id, row]) => [
          id,
          { ...(before.preparations.get('massa') as Preparation), id, ...row },
        ]),
      ),
    });
    const kilos = three({
      creme: { lines: [use('queijo')] },
      massa: { lines: [use('creme', null)] },
      molho: { lines: [use('massa')] },
    });
    const grams = three({
      creme: { lines: [use('molho')], yieldUnit: 'g', yieldQuantity: reais(2_000) },
      massa: { lines: [use('creme', null), use('molho')] },
      molho: { lines: [use('farinha')] },
    });
    // 0,25 kg of dough are 0,125 kg of cream and so 0,0625 kg of cheese, R$ 2,50: 14,50 × 1,10 = 15,95.
    // Then 0,125 g of cream and 0,125 kg of sauce: 0,1250625 kg of sauce are 0,06253125 kg of flour, R$ 0,281390625:
    // 12,281390625 × 1,10 → 13,5095.
    const turned = dishResultChange(kilos, grams, 'pizza');
    expect(valuesOf(turned)).toEqual({ 'preparation_recipe creme': 24_405 });
    expect(dishResultChange(grams, kilos, 'pizza')).toEqual(reversedChange(turned));

    const revenue: BusinessEvent = {
      type: 'MonthRevenueRecorded',
      data: { month: 1, from: null, to: { value: reais(50_000), orders: 3_000 } },
    };
    const costs = Array.from({ length: 9 }, (_, i): BusinessEvent => fixedCost(`custo ${i}`, 100 + i));
    const [early, late] = [fold([revenue], kilos), fold([revenue, ...costs], grams)];
    const whole = [dishResultChange(early, late, 'pizza'), profitChange(early, late)];
    for (const { parts, difference } of whole) {
      expect(parts.map(({ cause }) => cause.key)).toContain('preparation_recipe creme');
      expect(parts.length).toBeGreaterThan(8);
      expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(difference);
    }
    expect([dishResultChange(late, early, 'pizza'), profitChange(late, early)]).toEqual(whole.map(reversedChange));
  });
});
