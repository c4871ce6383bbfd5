import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import { businessFigures, type BusinessFigures } from '#domain/figures/business-figures.ts';
import { LIMITS, QUOTAS } from '#domain/limits.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referenceFigures } from '#tests/support/reference/figures.ts';
import { eventsOf, type Facts, someFacts } from './some-business.ts';

const figuresOf = (facts: Facts): BusinessFigures => businessFigures(fold(eventsOf(facts)));
const inOrder = (figures: BusinessFigures) => ({ ...figures, dishes: [...figures.dishes] });

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe('figures of any business', () => {
  test('equal those of the reference implementation, digit by digit', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const business = fold(eventsOf(facts));
        expect(inOrder(businessFigures(business))).toEqual(referenceFigures(business));
      }),
      runs(400),
    );
  });

  test('are whole, finite, safe numbers, and never minus zero', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const numbers = numbersIn(inOrder(figuresOf(facts)));
        expect(numbers.filter((each) => !Number.isSafeInteger(each) || Object.is(each, -0))).toEqual([]);
      }),
      runs(300),
    );
  });

  test('do not depend on the order in which entities were added', () => {
    const shuffled = <Row>(rows: readonly Row[]) =>
      fc.shuffledSubarray([...rows], { minLength: rows.length, maxLength: rows.length });
    const twice = someFacts.chain((facts) =>
      fc
        .record({
          fixedCosts: shuffled(facts.fixedCosts),
          variableCosts: shuffled(facts.variableCosts),
          months: shuffled(facts.months),
          ingredients: shuffled(facts.ingredients),
          dishes: fc
            .tuple(...facts.dishes.map((dish) => shuffled(dish.lines).map((lines) => ({ ...dish, lines }))))
            .chain(shuffled),
        })
        .map((other) => [facts, { ...facts, ...other }] as const),
    );
    const regardlessOfOrder = ({ dishes, ...figures }: BusinessFigures) => ({
      ...figures,
      dishes: new Map(
        Array.from(dishes, ([id, { lines, ...dish }]) => [
          id,
          { ...dish, lines: lines.toSorted((a, b) => a.ingredientId.localeCompare(b.ingredientId)) },
        ]),
      ),
    });
    fc.assert(
      fc.property(twice, ([facts, other]) => {
        expect(regardlessOfOrder(figuresOf(other))).toEqual(regardlessOfOrder(figuresOf(facts)));
      }),
      runs(200),
    );
  });

  test('are consistent: slices are positive, progress is at most 100 %, and the profit is what the other shares leave', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const { dashboard, breakEven, revenue, slices, dishes } = figuresOf(facts);
        const fixedShare = [...dishes.values()][0]?.fixedCostPercentage;
        expect(slices.every((slice) => slice.percentage > 0)).toBe(true);
        expect(slices.length > 0 && dashboard.faturamentoMedio === 0).toBe(false);
        expect(breakEven.progress).toBeGreaterThanOrEqual(0);
        expect(breakEven.progress).toBeLessThanOrEqual(1_000_000);
        expect(breakEven.revenue).toBe(dashboard.pontoEquilibrio);
        expect(breakEven.sales).toBeGreaterThanOrEqual(0);
        expect(revenue.monthsFilled).toBe(facts.months.filter((month) => month.value > 0).length);
        // If a dish states the share of fixed costs and nothing is cut off at the limit, the profit is 100 − the three
        // other shares.
        const rest = 1_000_000 - (fixedShare ?? 0) - dashboard.custosVariaveisPercentual - dashboard.cmvMedio;
        const isCut = [fixedShare, dashboard.cmvMedio].includes(Number.MAX_SAFE_INTEGER);
        const profit = Math.max(rest, Number.MIN_SAFE_INTEGER);
        expect(fixedShare === undefined || isCut ? profit : dashboard.lucroMedio).toBe(profit);
      }),
      runs(300),
    );
  });
});

describe('figures of a business at its limits', () => {
  const fullMenu = (salePrice: (dish: number) => number, unitPrice: number, quantity: number): Facts => ({
    fixedCosts: Array.from({ length: QUOTAS.fixedCosts }, () => fixedCostFields.value.spec.rule.max),
    variableCosts: Array.from({ length: QUOTAS.variableCosts }, () => LIMITS.variableCost.max),
    months: [],
    statedTicket: LIMITS.averageTicket.max,
    ingredients: Array.from({ length: QUOTAS.linesPerDish }, (_, i) => ({ id: `insumo ${i}`, unitPrice })),
    dishes: Array.from({ length: 40 }, (_, d) => ({
      id: `prato ${d}`,
      salePrice: salePrice(d),
      lines: Array.from({ length: QUOTAS.linesPerDish }, (_line, i) => ({ ingredientId: `insumo ${i}`, quantity })),
    })),
  });
  const everyMonth = (value: number, orders: number) =>
    Array.from({ length: 12 }, (_, i) => ({ month: i + 1, value, orders }));

  test.each<[string, Facts]>([
    [
      'everything at its most',
      {
        ...fullMenu(() => LIMITS.salePrice.max, LIMITS.unitPrice.max, LIMITS.quantity.max),
        months: everyMonth(LIMITS.monthlyRevenue.max, LIMITS.orders.max),
      },
    ],
    ['the dearest recipes at the least price', fullMenu(() => 1, LIMITS.unitPrice.max, LIMITS.quantity.max)],
    [
      'the cheapest recipes at different prices',
      { ...fullMenu((d) => LIMITS.salePrice.max - d, 1, 1), variableCosts: [], months: everyMonth(1, 1) },
    ],
    [
      'one thousandth of a cent of margin',
      { ...fullMenu(() => 2, 0, 1), variableCosts: [500_000], months: everyMonth(1, LIMITS.orders.max) },
    ],
  ])('equal those of the reference implementation and are safe integers: %s', (_name, facts) => {
    const business = fold(eventsOf(facts));
    const figures = inOrder(businessFigures(business));
    expect(figures).toEqual(referenceFigures(business));
    expect(numbersIn(figures).every((each) => Number.isSafeInteger(each))).toBe(true);
  });

  test('are limited to the largest safe integer', () => {
    const { dashboard, dishes } = figuresOf(fullMenu(() => 1, LIMITS.unitPrice.max, LIMITS.quantity.max));
    expect(dashboard.cmvMedio).toBe(Number.MAX_SAFE_INTEGER);
    expect(dashboard.margemContribuicao).toBe(-Number.MAX_SAFE_INTEGER);
    expect(dishes.get('prato 0')?.cmv).toBe(Number.MAX_SAFE_INTEGER);
  });
});

test('the mean margin of a full menu with a thousand different prices is exact', () => {
  const events: BusinessEvent[] = Array.from({ length: QUOTAS.dishes }, (_, d) => ({
    type: 'DishAdded',
    data: { id: `prato ${d}`, name: 'prato', salePrice: 1_000_003 + 7 * d },
  }));
  const facts: Facts = {
    fixedCosts: [1],
    variableCosts: [333_333],
    months: [],
    statedTicket: null,
    ingredients: [],
    dishes: [],
  };
  const business = fold([...eventsOf(facts), ...events]);
  const { dashboard } = businessFigures(business);
  const priced = [...business.dishes.values()].map(({ salePrice }) => BigInt(salePrice));
  // Σ margin ÷ price × 100 ÷ n, rounded down in steps of 10⁻³⁰.
  const scale = 10n ** 30n;
  const sum = priced.reduce((all, price) => {
    const variable = (price * 333_333n + 500_000n) / 1_000_000n;
    return all + ((price - variable) * 1_000_000n * scale) / price;
  }, 0n);
  const mean = sum / BigInt(priced.length);
  expect(BigInt(dashboard.margemContribuicao)).toBe((mean + scale / 2n) / scale);
});
