import { dishValues } from '#domain/business/recipe/dish.ts';
import { divideRounded, type TenThousandths } from '#domain/decimal.ts';
import { emptyBusiness } from '#domain/business/state.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { type SharedCosts, DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { highestPrice, roundUpToGrain, PRICE_GRAINS, type PriceGrain } from '#domain/figures/price-grain.ts';
import { type PriceGoal, suggestedPrice } from '#domain/figures/suggested-price.ts';
import { LIMITS } from '#domain/limits.ts';
import { units } from '#tests/support/given.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const { tenCents, fiftyCents, endingInNinety } = PRICE_GRAINS;
const base = (variable: number, fixedCosts = 0, averageRevenue = 0): SharedCosts => ({
  variablePercentage: BigInt(units(variable)),
  fixedCosts: BigInt(units(fixedCosts)),
  averageRevenue: BigInt(units(averageRevenue)),
  channels: [],
  productionLoss: BigInt(DEFAULT_LOSS),
});
const margin = (percentage: number): PriceGoal => ({ kind: 'margin', percentage: units(percentage) });
const profit = (amount: number): PriceGoal => ({ kind: 'profit', amount: units(amount) });

describe('the suggested price of a dish calculated by hand', () => {
  test.each<[string, number, SharedCosts, PriceGoal, PriceGrain, number]>([
    ['22,7607 ÷ 0,288 = 79,0302, in steps of ten cents', 22.7607, base(21.2), margin(50), tenCents, 79.1],
    ['22,7607 ÷ 0,288 = 79,0302, in steps of fifty cents', 22.7607, base(21.2), margin(50), fiftyCents, 79.5],
    ['22,7607 ÷ 0,288 = 79,0302, ending in ,90', 22.7607, base(21.2), margin(50), endingInNinety, 79.9],
    ['6 ÷ 0,30 = 20, which is not rounded up', 6, base(10), margin(60), tenCents, 20],
    ['6,0001 ÷ 0,30, which is rounded up', 6.0001, base(10), margin(60), tenCents, 20.1],
    ['9 ÷ 0,90 = 10 for a margin of 0', 9, base(10), margin(0), fiftyCents, 10],
    ['(6 + 4) ÷ (1 − 0,1 − 0,4) = 20', 6, base(10, 4000, 10_000), profit(4), tenCents, 20],
    [
      '(6 + 3) ÷ 0,9 = 10 without revenue, when there is no share of fixed costs',
      6,
      base(10, 4000),
      profit(3),
      tenCents,
      10,
    ],
  ])('is %s', (_name, cmv, costs, goal, grain, price) => {
    expect(suggestedPrice({ cmv: units(cmv), sharedCosts: costs, goal, grain })).toEqual({
      kind: 'price',
      salePrice: units(price),
    });
  });

  test('does not exist when the percentages leave nothing for the ingredients, or when it would be above the limit', () => {
    const ask = (costs: SharedCosts, goal: PriceGoal) =>
      suggestedPrice({ cmv: units(6), sharedCosts: costs, goal, grain: tenCents });
    expect(ask(base(40), margin(60))).toEqual({ kind: 'impossible', taken: units(100) });
    expect(ask(base(40), margin(75))).toEqual({ kind: 'impossible', taken: units(115) });
    expect(ask(base(30, 8000, 10_000), profit(1))).toEqual({ kind: 'impossible', taken: units(110) });
    expect(ask(base(40), margin(59.9999))).toEqual({ kind: 'too_dear' });
  });

  test('does not exist for a dish that costs nothing', () => {
    expect(suggestedPrice({ cmv: 0, sharedCosts: base(10), goal: margin(60), grain: tenCents })).toEqual({
      kind: 'no_cost',
    });
  });
});

const someGrain = fc.constantFrom<PriceGrain>(tenCents, fiftyCents, endingInNinety);
const someSharedCosts: fc.Arbitrary<SharedCosts> = fc
  .record({
    variablePercentage: fc.integer({ min: 0, max: 1_100_000 }),
    fixedCosts: fc.integer({ min: 0, max: 500_000_000 }),
    averageRevenue: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000_000 })),
  })
  .map(({ variablePercentage, fixedCosts, averageRevenue }) => ({
    variablePercentage: BigInt(variablePercentage),
    fixedCosts: BigInt(fixedCosts),
    averageRevenue: BigInt(averageRevenue),
    channels: [],
    productionLoss: BigInt(DEFAULT_LOSS),
  }));
const someGoal: fc.Arbitrary<PriceGoal> = fc.oneof(
  fc.record({ kind: fc.constant('margin' as const), percentage: fc.integer({ min: 0, max: 1_000_000 }) }),
  fc.record({ kind: fc.constant('profit' as const), amount: fc.integer({ min: 0, max: 1_000_000 }) }),
);
const someQuestion = fc.record({
  cmv: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 2_000_000 })),
  sharedCosts: someSharedCosts,
  goal: someGoal,
  grain: someGrain,
});

/** Returns the displayed figures of a dish at that price whose only ingredient costs the CMV, loss included. */
function shownAt(salePrice: TenThousandths, cmv: TenThousandths, costs: SharedCosts) {
  const dish = { id: 'p', ...dishValues({ name: 'p', salePrice }), version: 1, sequence: 0, lines: [] };
  const { figures } = dishFigures(dish, createCosting(emptyBusiness), costs);
  return { margin: figures.contributionMargin - cmv, profit: figures.netProfit - cmv, percentage: percent(figures) };
  function percent({ contributionMargin }: { contributionMargin: number }): TenThousandths {
    return Number(divideRounded(BigInt(contributionMargin - cmv) * 1_000_000n, BigInt(salePrice)));
  }
}

const isReached = (goal: PriceGoal, price: TenThousandths, cmv: TenThousandths, costs: SharedCosts): boolean => {
  const shown = shownAt(price, cmv, costs);
  return goal.kind === 'margin'
    ? BigInt(shown.margin) * 1_000_000n >= BigInt(goal.percentage) * BigInt(price)
    : shown.profit >= goal.amount;
};

describe('any suggested price', () => {
  test('reaches the goal, and the next lower price on its grain does not', () => {
    const answered = someQuestion.filter((question) => suggestedPrice(question).kind === 'price');
    fc.assert(
      fc.property(answered, ({ cmv, sharedCosts: costs, goal, grain }) => {
        const answer = suggestedPrice({ cmv, sharedCosts: costs, goal, grain });
        if (answer.kind !== 'price') throw new Error('only those with an answer were asked');
        const { salePrice } = answer;
        expect((salePrice - grain.first) % grain.step).toBe(0);
        expect(isReached(goal, salePrice, cmv, costs)).toBe(true);
        const wanted = goal.kind === 'margin' ? goal.percentage : -Infinity;
        expect(shownAt(salePrice, cmv, costs).percentage).toBeGreaterThanOrEqual(wanted);
        const isLowest = salePrice === grain.first || !isReached(goal, salePrice - grain.step, cmv, costs);
        expect(isLowest).toBe(true);
      }),
      runs(1_000),
    );
  });

  test('for a margin is cmv ÷ (1 − rates − margin) raised to its grain, up to one step for rounded taxes', () => {
    fc.assert(
      fc.property(someQuestion, ({ cmv, sharedCosts: costs, goal, grain }) => {
        const answer = suggestedPrice({ cmv, sharedCosts: costs, goal, grain });
        if (answer.kind !== 'price' || goal.kind !== 'margin') return;
        const left = 1_000_000 - Number(costs.variablePercentage) - goal.percentage;
        if (left < 1_000) return; // under 0,1 % a ten-thousandth of tax is worth several steps
        const exact = roundUpToGrain(Math.ceil((cmv * 1_000_000) / left), grain);
        expect(Math.abs(answer.salePrice - exact)).toBeLessThanOrEqual(grain.step);
      }),
      runs(1_000),
    );
  });

  test('is refused only when no allowed price reaches the goal', () => {
    fc.assert(
      fc.property(someQuestion, ({ cmv, sharedCosts: costs, goal, grain }) => {
        const { kind } = suggestedPrice({ cmv, sharedCosts: costs, goal, grain });
        const isRefused = kind === 'impossible' || kind === 'too_dear';
        expect(isRefused && isReached(goal, highestPrice(grain), cmv, costs)).toBe(false);
      }),
      runs(1_000),
    );
  });
});

test('a price is raised to the price grain, and never above the limit of a sale price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LIMITS.salePrice.max }), someGrain, (amount, grain) => {
      const raised = roundUpToGrain(amount, grain);
      expect((raised - grain.first) % grain.step).toBe(0);
      expect(raised).toBeLessThanOrEqual(LIMITS.salePrice.max);
      expect(raised >= amount || raised === highestPrice(grain)).toBe(true);
      expect(raised - grain.step < amount || raised === grain.first).toBe(true);
    }),
    runs(500),
  );
});
