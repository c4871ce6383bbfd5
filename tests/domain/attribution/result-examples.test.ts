import { type FigureChange, resultChange } from '#domain/attribution/figure-change.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { describe, expect, test } from 'vitest';
import {
  largestRounding,
  meansOverAllOrders,
  resultBetween,
  resultKeysBetween,
} from '#tests/support/reference/attribution.ts';
import { FIVE_DISHES } from '#tests/figures/worked-cases.ts';

const reais = (amount: number): number => Math.round(amount * 10_000);
const partsOf = (change: FigureChange | null) =>
  Object.fromEntries(change?.parts.map(({ cause, value }) => [cause.key, value]) ?? []);

/** The name of each dish is also its id. */
const DISHES = FIVE_DISHES.map(([name, ...rest]) => [name.toLowerCase(), ...rest] as const);

type Sold = Readonly<Record<string, number>>;

const sold = (
  quantities: Sold,
  { month = '2026-10', channelId = 'balcão', was }: { month?: string; channelId?: string; was?: Sold } = {},
): BusinessEvent => ({
  type: 'SalesRecorded',
  data: {
    month,
    channelId,
    channelName: channelId,
    rows: Object.entries(quantities).map(([dishId, quantity]) => {
      const from = was?.[dishId];
      return {
        dishId,
        from: from === undefined ? null : { quantity: from, revenue: null },
        to: { quantity, revenue: null },
      };
    }),
  },
});
const channel = (id: string, isMain = false): BusinessEvent => ({
  type: 'ChannelAdded',
  data: { id, name: id, isMain },
});
const mixMonths = (from: number | null, to: number): BusinessEvent => ({
  type: 'MixMonthsChanged',
  data: { from, to },
});

const OPENING: readonly BusinessEvent[] = [
  { type: 'BusinessOpened', data: { ownerId: 'ana' } },
  { type: 'FixedCostAdded', data: { id: 'aluguel', name: 'aluguel', value: reais(12_000) } },
  { type: 'ProductionLossChanged', data: { from: null, to: 0 } },
  mixMonths(null, 1),
  channel('balcão', true),
  ...DISHES.flatMap(([id, price, cost]): BusinessEvent[] => [
    { type: 'IngredientAdded', data: { id: `i ${id}`, name: id, unit: 'un', unitPrice: reais(cost) } },
    { type: 'DishAdded', data: { id, name: id, salePrice: reais(price) } },
    {
      type: 'DishIngredientAdded',
      data: { dishId: id, dishName: id, ingredientId: `i ${id}`, ingredientName: id, quantity: reais(1) },
    },
  ]),
];
const AVES_LINE = { ingredientId: 'i aves', ingredientName: 'aves', quantity: 10_000, version: 1 };
const QUANTITIES: Sold = Object.fromEntries(DISHES.map(([id, , , quantity]) => [id, quantity]));
const before = fold([...OPENING, sold(QUANTITIES)]);

const DEARER: BusinessEvent = {
  type: 'IngredientRepriced',
  data: { id: 'i feijoada', name: 'feijoada', unit: 'un', from: reais(15), to: reais(17) },
};
const FEWER = sold({ feijoada: 700 }, { was: QUANTITIES });
const PRICED: BusinessEvent = {
  type: 'DishPriced',
  data: { id: 'massas', name: 'massas', from: reais(15), to: reais(16) },
};
const RENT: BusinessEvent = {
  type: 'FixedCostAmountChanged',
  data: { id: 'aluguel', name: 'aluguel', from: reais(12_000), to: reais(13_000) },
};
const CHANGES = [DEARER, FEWER, PRICED, RENT];

describe('the result of five dishes after a dearer ingredient, fewer sales, a better price and a higher rent', () => {
  const PARTS = {
    'ingredient i feijoada': reais(-1_500),
    'dish_sales feijoada': reais(-900),
    'dish_price massas': reais(750),
    'fixed_cost aluguel': reais(-1_000),
  };
  const turned = Object.fromEntries(Object.entries(PARTS).map(([key, value]) => [key, -value]));

  const orders = (left: readonly BusinessEvent[]): readonly (readonly BusinessEvent[])[] =>
    left.length === 0 ? [[]] : left.flatMap((one, i) => orders(left.toSpliced(i, 1)).map((rest) => [one, ...rest]));

  test('is attributed exactly in any order of the events, with reversed signs for the reversed change', () => {
    const all = orders(CHANGES);
    expect(all).toHaveLength(24);
    for (const happened of all) {
      const after = fold(happened, before);
      const change = resultChange(before, after);
      expect(change).toMatchObject({ before: reais(16_150), after: reais(13_500), exact: true, error: 0 });
      expect(change?.difference).toBe(reais(-2_650));
      expect(partsOf(change)).toEqual(PARTS);
      const back = resultChange(after, before);
      expect(back).toMatchObject({ before: reais(13_500), after: reais(16_150), exact: true });
      expect(partsOf(back)).toEqual(turned);
    }
  });

  test('is explained with the largest part first, with its values before and after', () => {
    const change = resultChange(before, fold(CHANGES, before));
    expect(change?.parts.map(({ cause: { kind, from, to } }) => [kind, from, to])).toEqual([
      ['ingredient', reais(15), reais(17)],
      ['fixed_cost', reais(12_000), reais(13_000)],
      ['dish_sales', 8_000_000, 7_000_000],
      ['dish_price', reais(15), reais(16)],
    ]);
  });

  test('is attributed by the mean of the displayed result over all orders of the causes', () => {
    const happened = new Map(Object.keys(PARTS).map((key, i) => [key, CHANGES[i] ?? RENT]));
    const shownAfter = (chosen: ReadonlySet<string>): number => {
      const events = [...happened].flatMap(([key, event]) => (chosen.has(key) ? [event] : []));
      return businessFigures(fold(events, before)).mix?.result ?? 0;
    };
    const means = meansOverAllOrders([...happened.keys()], shownAfter);
    expect(Object.fromEntries(means)).toEqual(PARTS);
  });
});

describe('the attribution of ten causes whose costs are rounded on the way', () => {
  const commission = (from: number, to: number): BusinessEvent => ({
    type: 'VariableCostRateChanged',
    data: { id: 'taxa', name: 'taxa', from: reais(from), to: reais(to) },
  });
  const paid = fold(
    [{ type: 'VariableCostAdded', data: { id: 'taxa', name: 'taxa', percentage: reais(7.3) } }],
    fold([mixMonths(1, 3), sold({ ...QUANTITIES, carnes: 654 }, { month: '2026-11' })], before),
  );
  const repriced = (id: string, from: number, to: number): BusinessEvent => ({
    type: 'IngredientRepriced',
    data: { id: `i ${id}`, name: id, unit: 'un', from: reais(from), to: reais(to) },
  });
  const gone: BusinessEvent = {
    type: 'DishRemoved',
    data: { id: 'aves', name: 'aves', salePrice: reais(18), lines: [AVES_LINE], version: 2 },
  };
  const after = fold(
    [
      ...CHANGES,
      repriced('carnes', 13, 13.333),
      repriced('massas', 6, 5.4321),
      { type: 'ProductionLossChanged', data: { from: 0, to: reais(1.7) } },
      commission(7.3, 9.1),
      gone,
      mixMonths(3, 1),
    ],
    paid,
  );

  test.each([
    ['forwards', paid, after],
    ['backwards', after, paid],
  ])('gives each part the mean over all orders up to the roundings, %s', (_way, from, to) => {
    const keys = resultKeysBetween(from, to);
    const change = resultChange(from, to);
    const results = resultBetween(from, to, keys);
    const parts = partsOf(change);
    expect(change).toMatchObject({ exact: false });
    // Each of about three thousand pieces a month may be off by half a ten-thousandth at either end.
    expect(change?.error).toBeLessThan(reais(0.5));
    const means = meansOverAllOrders(keys, (chosen) => results(chosen).shown);
    const distances = [...means].map(([key, mean]) => Math.abs((parts[key] ?? 0) - mean));
    expect(Math.max(...distances)).toBeLessThan((change?.error ?? 0) + 1 + 2 * largestRounding(keys, results));
    expect(Object.keys(parts).toSorted()).toEqual(keys.filter((key) => parts[key] !== undefined).toSorted());
    expect(Object.keys(parts).length).toBeGreaterThan(8);
  });
});

const resultOf = (from: Business, to: Business) => resultChange(from, to);

describe('sales as a cause of a changed result', () => {
  test('are absent when a new month repeats the sales of the month before', () => {
    const wide = fold([mixMonths(1, 3)], before);
    const after = fold([sold(QUANTITIES, { month: '2026-11' })], wide);
    expect(resultOf(wide, after)).toMatchObject({ difference: 0, parts: [] });
  });

  test('are attributed by dish when the month in view changes', () => {
    const after = fold([sold({ ...QUANTITIES, feijoada: 700, aves: 400 }, { month: '2026-11' })], before);
    expect(partsOf(resultOf(before, after))).toEqual({
      'dish_sales feijoada': reais(-1_000),
      'dish_sales aves': reais(500),
    });
  });

  test('are separate from the number of months in view', () => {
    const two = fold([sold({ ...QUANTITIES, feijoada: 700 }, { month: '2026-11' })], before);
    const after = fold([mixMonths(1, 3)], two);
    const change = resultOf(two, after);
    expect(partsOf(change)).toEqual({ 'mix_months mix_months': reais(500) });
    expect(change?.parts[0]?.cause).toMatchObject({ from: 10_000, to: 30_000 });
  });

  test('of an added or removed dish belong to the dish', () => {
    const gone: BusinessEvent = {
      type: 'DishRemoved',
      data: {
        id: 'aves',
        name: 'aves',
        salePrice: reais(18),
        lines: [AVES_LINE],
        version: 2,
      },
    };
    const without = fold([gone], before);
    expect(partsOf(resultOf(before, without))).toEqual({ 'dish aves': reais(-3_500) });
    expect(partsOf(resultOf(without, before))).toEqual({ 'dish aves': reais(3_500) });
  });

  test('of a dish that had no price belong to its new price', () => {
    const free: BusinessEvent = { type: 'DishPriced', data: { id: 'aves', name: 'aves', from: reais(18), to: 0 } };
    expect(partsOf(resultOf(fold([free], before), before))).toEqual({ 'dish_price aves': reais(3_500) });
  });

  test('are attributed only if both states have sales', () => {
    const none = fold(OPENING);
    expect([resultOf(none, before), resultOf(before, none), resultOf(none, none)]).toEqual([null, null, null]);
  });
});

describe('channels as a cause of a changed result', () => {
  const delivered = fold([channel('app'), sold({ feijoada: 100 }, { channelId: 'app' })], before);
  const appPrice = (from: number | null, to: number | null): BusinessEvent => ({
    type: 'DishChannelPriced',
    data: {
      id: 'feijoada',
      name: 'feijoada',
      channelId: 'app',
      channelName: 'app',
      from: from && reais(from),
      to: to && reais(to),
    },
  });
  const dearer: BusinessEvent = {
    type: 'DishPriced',
    data: { id: 'feijoada', name: 'feijoada', from: reais(25), to: reais(26) },
  };

  test('have parts for their own prices, and the sale price has the part of all channels without one', () => {
    const after = fold([appPrice(null, 30), dearer], delivered);
    const change = resultOf(delivered, after);
    expect(partsOf(change)).toEqual({
      'channel_price feijoada app': reais(500),
      'dish_price feijoada': reais(800),
    });
    expect(change?.parts[1]?.cause).toMatchObject({ id: 'feijoada', channelId: 'app', from: reais(25), to: reais(30) });
    expect(partsOf(resultOf(delivered, fold([dearer], delivered)))).toEqual({ 'dish_price feijoada': reais(900) });
  });

  test('have no part when only the main channel changes', () => {
    const own = fold([appPrice(null, 30)], delivered);
    const turned = fold(
      [{ type: 'MainChannelChanged', data: { id: 'app', name: 'app', from: 'balcão', fromName: 'balcão' } }],
      own,
    );
    expect(resultOf(own, turned)).toMatchObject({ difference: 0, parts: [] });
  });

  test('have a part for a commission that moves to them, and none for a commission without sales', () => {
    const commission = (channels: readonly string[]): BusinessEvent => ({
      type: 'VariableCostAdded',
      data: { id: 'taxa', name: 'taxa', percentage: 100_000, channels },
    });
    const scoped = fold([channel('salão'), commission(['salão'])], delivered);
    const after = fold(
      [
        {
          type: 'VariableCostChannelsChanged',
          data: { id: 'taxa', name: 'taxa', from: ['salão'], to: ['app'], names: ['app'] },
        },
      ],
      scoped,
    );
    expect(partsOf(resultOf(scoped, after))).toEqual({ 'variable_cost taxa': reais(-250) });
    const unheard = fold([commission(['salão'])], fold([channel('salão')], delivered));
    expect(resultOf(delivered, unheard)).toMatchObject({ parts: [] });
  });

  test('have a part for a recipe line only where the line belongs to the channel', () => {
    const boxed = fold(
      [
        { type: 'IngredientAdded', data: { id: 'caixa', name: 'caixa', unit: 'un', unitPrice: reais(2) } },
        {
          type: 'DishIngredientAdded',
          data: {
            dishId: 'feijoada',
            dishName: 'feijoada',
            ingredientId: 'caixa',
            ingredientName: 'caixa',
            quantity: 10_000,
            channels: ['app'],
          },
        },
      ],
      delivered,
    );
    expect(partsOf(resultOf(delivered, boxed))).toEqual({ 'dish_recipe feijoada': reais(-200) });
  });
});

test('a dish whose cost is rounded down is attributed with its displayed cost', () => {
  const dear = fold(
    [
      { type: 'IngredientAdded', data: { id: 'trufa', name: 'trufa', unit: 'kg', unitPrice: 5_484_297_502 } },
      { type: 'DishAdded', data: { id: 'banquete', name: 'banquete', salePrice: reais(600_000) } },
      {
        type: 'DishIngredientAdded',
        data: {
          dishId: 'banquete',
          dishName: 'banquete',
          ingredientId: 'trufa',
          ingredientName: 'trufa',
          quantity: reais(0.9998),
        },
      },
      sold({ banquete: 100 }, {}),
    ],
    before,
  );
  const after = fold([FEWER, sold({ banquete: 445 }, { was: { banquete: 100 } })], dear);
  // 5 484 297 502 × 0,9998 = 5 483 200 642,4996, which is shown as …642.
  const left = reais(600_000) - 5_483_200_642;
  expect(resultChange(dear, after)).toMatchObject({ exact: true, error: 0 });
  expect(partsOf(resultChange(dear, after))['dish_sales banquete']).toBe(345 * left);
});
