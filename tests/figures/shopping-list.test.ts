import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { linesIn, mainChannelOf } from '#domain/business/channel/channels.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { weeklySales } from '#domain/figures/mix.ts';
import { multiplyAmount } from '#domain/figures/needed-preparations.ts';
import { needsOf, type PlannedDish, shoppingItem } from '#domain/figures/shopping-list.ts';
import { rounded } from '#domain/fraction.ts';
import { anyStep, type CommandStep } from '#tests/support/arbitraries.ts';
import { historyOf, testId } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import { batchCost, boughtPrice } from '#tests/support/reference/costs.ts';
import { isAbove, minus, over, type Ratio, ratio, sum, times } from '#tests/support/reference/ratio.ts';

const OPENED = fold([{ type: 'BusinessOpened', data: { ownerId: 'ana' } }]);

const execute = (commands: readonly BusinessCommand[], from: Business = OPENED): Business =>
  commands.reduce((state, command) => {
    const decision = decide(state, command);
    if (isRefusal(decision)) throw new Error(`${command.type}: ${decision.refusal}`);
    return fold(decision, state);
  }, from);

const addIngredient = (id: string, unit: string, rest: object = {}): BusinessCommand => ({
  type: 'AddIngredient',
  id,
  name: id,
  unit,
  unitPrice: 40_000,
  ...rest,
});
const dish = (id: string, rest: object = {}): BusinessCommand => ({
  type: 'AddDish',
  id,
  name: id,
  salePrice: 500_000,
  ...rest,
});
const line = (dishId: string, ingredientId: string, quantity: number, rest: object = {}): BusinessCommand => ({
  type: 'AddDishIngredient',
  dishId,
  ingredientId,
  quantity,
  ...rest,
});
const inPreparation = (
  preparationId: string,
  ingredientId: string,
  quantity: number,
  unit: string,
): BusinessCommand => ({
  type: 'AddPreparationIngredient',
  preparationId,
  ingredientId,
  quantity,
  unit,
});

/** Returns the needed quantity of each ingredient in ten-thousandths of its unit. */
const needed = (state: Business, ...planned: readonly PlannedDish[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    needsOf(planned, state).ingredients.map(({ ingredient, need }) => [ingredient.id, Number(rounded(need))]),
  );

describe('the ingredients that planned dishes need', () => {
  test('include losses, yields, portions of a batch and conversions of units', () => {
    const state = execute([
      addIngredient('queijo', 'kg'),
      addIngredient('cebola', 'kg', { yieldPercentage: 800_000 }),
      dish('pizza'),
      line('pizza', 'queijo', 1_800_000, { unit: 'g' }),
      dish('sopa', { portions: 10, loss: 0 }),
      line('sopa', 'cebola', 20_000),
    ]);
    // 40 × 180 g × 1,10 = 7,92 kg; 5 of 10 portions of 2 kg are 1 kg in the pot, which is 1,25 kg at 80 %.
    expect(needed(state, { dishId: 'pizza', quantity: 40 }, { dishId: 'sopa', quantity: 5 })).toEqual({
      queijo: 79_200,
      cebola: 12_500,
    });
  });

  test('include those of preparations at every level, which are counted in batches', () => {
    const state = execute([
      addIngredient('farinha', 'kg'),
      { type: 'AddPreparation', id: 'fermento', name: 'Fermento', yieldQuantity: 10_000, yieldUnit: 'kg' },
      inPreparation('fermento', 'farinha', 5_000, 'kg'),
      { type: 'AddPreparation', id: 'massa', name: 'Massa', yieldQuantity: 20_000, yieldUnit: 'kg' },
      inPreparation('massa', 'farinha', 12_000, 'kg'),
      inPreparation('massa', 'fermento', 2_000_000, 'g'),
      dish('pizza'),
      line('pizza', 'massa', 3_500_000, { unit: 'g' }),
    ]);
    const planned = { dishId: 'pizza', quantity: 20 };
    // 20 × 350 g × 1,10 are 7,7 kg of dough, 3,85 batches: 770 g of starter and 3,85 × 1,2 + 0,77 ÷ 2 kg of flour.
    expect(needed(state, planned)).toEqual({ farinha: 50_050 });
    expect(
      needsOf([planned], state).preparations.map(({ preparation, quantity, times: batches }) => [
        preparation.id,
        quantity,
        multiplyAmount(10_000, batches),
      ]),
    ).toEqual([
      ['massa', 77_000, 38_500],
      ['fermento', 7_700, 7_700],
    ]);
  });

  test('are those of the main channel unless another one is named', () => {
    const state = execute([
      { type: 'AddChannel', id: 'balcao', name: 'Balcão' },
      { type: 'AddChannel', id: 'app', name: 'App' },
      addIngredient('caixa', 'un'),
      dish('pizza', { loss: 0 }),
      line('pizza', 'caixa', 10_000, { channels: ['app'] }),
    ]);
    expect(needed(state, { dishId: 'pizza', quantity: 7 })).toEqual({});
    expect(needed(state, { dishId: 'pizza', channelId: 'app', quantity: 7 })).toEqual({ caixa: 70_000 });
  });

  test('do not include those of a removed dish or of a quantity of 0', () => {
    const state = execute([addIngredient('sal', 'kg'), dish('pizza'), line('pizza', 'sal', 10_000)]);
    expect(needed(state, { dishId: 'sumida', quantity: 9 }, { dishId: 'pizza', quantity: 0 })).toEqual({});
  });
});

describe('an item of the shopping list', () => {
  const itemOf = (ingredient: BusinessCommand, need: number, atHome = 0) => {
    const [row] = execute([ingredient]).ingredients.values();
    if (!row) throw new Error('no ingredient');
    const { missing, packs, cost } = shoppingItem({ ingredient: row, need: { n: BigInt(need), d: 1n } }, atHome);
    return { missing, packs, cost };
  };
  const box = { unitPrice: undefined, pack: { price: 899_000, quantity: 47_400_000, unit: 'g', label: null } };

  test('is bought in the whole packs that are missing at home, at the price of those packs', () => {
    const milk = addIngredient('leite', 'kg', box);
    expect(itemOf(milk, 100_000)).toEqual({ missing: 100_000, packs: 3, cost: 2_697_000 });
    // 10 kg less 600 g are 9,4 kg: two boxes of 4,74 kg.
    expect(itemOf(milk, 100_000, 6_000)).toEqual({ missing: 94_000, packs: 2, cost: 1_798_000 });
    expect(itemOf(milk, 94_800)).toEqual({ missing: 94_800, packs: 2, cost: 1_798_000 });
    expect(itemOf(milk, 94_801)).toEqual({ missing: 94_801, packs: 3, cost: 2_697_000 });
    expect(itemOf(milk, 100_000, 100_000)).toEqual({ missing: 0, packs: 0, cost: 0 });
    expect(itemOf(milk, 100_000, 900_000)).toEqual({ missing: 0, packs: 0, cost: 0 });
  });

  test('is bought in the missing quantity when the ingredient has no pack', () => {
    expect(itemOf(addIngredient('sal', 'kg'), 15_000)).toEqual({ missing: 15_000, packs: undefined, cost: 60_000 });
    // R$ 4,00 × 0,3333 kg
    expect(itemOf(addIngredient('sal', 'kg'), 15_000, 11_667)).toEqual({
      missing: 3_333,
      packs: undefined,
      cost: 13_332,
    });
  });

  test('is bought in the missing quantity at the last known price when the unit of its pack does not convert', () => {
    const [salt] = execute([addIngredient('sal', 'kg', box)]).ingredients.values();
    if (!salt?.pack) throw new Error('no pack');
    const odd = { ...salt, unitPrice: 20_000, pack: { ...salt.pack, unit: 'maço' } };
    const item = shoppingItem({ ingredient: odd, need: { n: 10_000n, d: 1n } }, 0);
    expect([item.packs, item.cost]).toEqual([undefined, 20_000]);
  });

  test('needs no further pack for less than 10⁻³⁰ of one', () => {
    const [milk] = execute([addIngredient('leite', 'g', { ...box })]).ingredients.values();
    if (!milk) throw new Error('no ingredient');
    const huge = 10n ** 40n;
    const packsOf = (n: bigint) => shoppingItem({ ingredient: milk, need: { n, d: huge } }, 0).packs;
    const twoPacks = 94_800_000n * huge;
    expect([packsOf(twoPacks - 1n), packsOf(twoPacks), packsOf(twoPacks + 1n)]).toEqual([2, 2, 2]);
    expect(packsOf(twoPacks + huge)).toBe(3);
  });
});

describe('the planned dishes of one week of sales', () => {
  const sold = (
    month: string,
    channelId: string,
    ...rows: readonly (readonly [string, number])[]
  ): BusinessCommand => ({
    type: 'RecordSales',
    month,
    channelId,
    newChannelId: 'novo',
    rows: rows.map(([dishId, quantity]) => ({ dishId, quantity, revenue: null })),
  });

  test('are 7/30 of a mean month in each channel, rounded up', () => {
    const state = execute([
      { type: 'AddChannel', id: 'balcao', name: 'Balcão' },
      { type: 'AddChannel', id: 'app', name: 'App' },
      dish('pizza'),
      dish('suco'),
      dish('brinde', { salePrice: 0 }),
      sold('2026-01', 'balcao', ['pizza', 310], ['brinde', 90]),
      sold('2026-02', 'balcao', ['pizza', 400], ['suco', 1]),
      sold('2026-02', 'app', ['pizza', 60]),
    ]);
    // 710 in two months are 82,83 a week, and 60 are 7. The free gift has no revenue, so it is not part of the mix.
    expect(weeklySales(state).toSorted((a, b) => b.quantity - a.quantity)).toEqual([
      { dishId: 'pizza', channelId: 'balcao', quantity: 83 },
      { dishId: 'pizza', channelId: 'app', quantity: 7 },
      { dishId: 'suco', channelId: 'balcao', quantity: 1 },
    ]);
    expect(weeklySales(execute([{ type: 'RemoveDish', id: 'pizza' }], state)).map(({ dishId }) => dishId)).toEqual([
      'suco',
    ]);
  });

  test('are none while nothing is sold', () => {
    expect(weeklySales(execute([dish('pizza')]))).toEqual([]);
  });
});

/** Adds an ingredient, two nested preparations of it and a dish of those, to any business. */
const COOKED: readonly CommandStep[] = [
  (_, id) => ({
    type: 'AddIngredient',
    id,
    name: `insumo ${id}`,
    unit: 'kg',
    unitPrice: 35_000,
    yieldPercentage: 830_000,
  }),
  (_, id) => ({ type: 'AddPreparation', id, name: `base ${id}`, yieldQuantity: 70_000, yieldUnit: 'kg' }),
  ({ ingredients, preparations }) => ({
    type: 'AddPreparationIngredient',
    preparationId: lastOf(preparations),
    ingredientId: lastOf(ingredients),
    quantity: 12_345,
    unit: 'g',
  }),
  (_, id) => ({ type: 'AddPreparation', id, name: `preparo ${id}`, yieldQuantity: 30_000, yieldUnit: 'l' }),
  ({ preparations }) => ({
    type: 'AddPreparationIngredient',
    preparationId: lastOf(preparations),
    ingredientId: [...preparations.keys()].at(-2) ?? '',
    quantity: 7_777,
  }),
  (_, id) => ({ type: 'AddDish', id, name: `prato ${id}`, salePrice: 300_000, portions: 7, loss: 55_000 }),
  ({ dishes, preparations }) => ({
    type: 'AddDishIngredient',
    dishId: lastOf(dishes),
    ingredientId: lastOf(preparations),
    quantity: 3_333,
    unit: 'ml',
  }),
];
const lastOf = (rows: ReadonlyMap<string, unknown>): string => [...rows.keys()].at(-1) ?? '';

const amount = (units: number): Ratio => ratio(units, 10_000);
const hundred = ratio(100);

/** Returns Σ quantity × unrounded CMV, as the specification defines it. */
const costOfPlanned = (planned: readonly PlannedDish[], state: Business): Ratio =>
  sum(
    planned.flatMap(({ dishId, channelId = mainChannelOf(state)?.id, quantity }) => {
      const found = state.dishes.get(dishId);
      if (!found) return [];
      const loss = amount(found.loss ?? state.settings.productionLoss ?? 100_000);
      const batch = batchCost(state, linesIn(found.lines, channelId));
      const share = over(sum([hundred, loss]), times(hundred, ratio(found.portions ?? 1)));
      return [times(times(batch, share), ratio(quantity))];
    }),
  );

describe('the ingredients that the dishes of any business need', () => {
  test('cost, at exact prices, the unrounded cost of those dishes', () => {
    const someOf = fc.array(fc.tuple(fc.nat(9_999_999), fc.nat(20)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 120, size: 'max' }), someOf, (steps, wanted) => {
        const { state } = historyOf(testId('owner'), [...COOKED, ...steps, ...COOKED]);
        const dishes = [...state.dishes.keys()].toReversed();
        const channels = [undefined, ...state.channels.keys()];
        const planned = wanted.map(([quantity, at], i): PlannedDish => ({
          dishId: dishes[i % dishes.length] ?? '',
          channelId: channels[at % channels.length],
          quantity,
        }));
        const { ingredients } = needsOf(planned, state);
        const cost = sum(
          ingredients.map(({ ingredient, need }) => times(ratio(need.n, need.d * 10_000n), boughtPrice(ingredient))),
        );
        const expected = costOfPlanned(planned, state);
        const distance = minus(cost, expected);
        // Fractions keep 77 digits, so the two sums may differ by 10⁻⁶⁰ of the cost.
        const off = ratio(distance.top < 0n ? -distance.top : distance.top, distance.bottom);
        expect(isAbove(times(off, ratio(10n ** 60n)), expected)).toBe(false);
      }),
      runs(60),
    );
  });

  test('cost the CMV of the dish for one portion', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 80, size: 'max' }), (steps) => {
        const { state } = historyOf(testId('owner'), [...COOKED, ...steps, ...COOKED]);
        const dishId = lastOf(state.dishes);
        const whole = needsOf([{ dishId, quantity: 1 }], state).ingredients.reduce(
          (total, { ingredient, need }) => sum([total, times(ratio(need.n, need.d), boughtPrice(ingredient))]),
          ratio(0),
        );
        const cmv = businessFigures(state).dishes.get(dishId)?.cmv;
        expect(cmv).toBe(Number(rounded({ n: whole.top, d: whole.bottom })));
      }),
      runs(30),
    );
  });
});
