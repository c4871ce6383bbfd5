import { completeIngredientFields } from '#domain/business/ingredient/ingredient.ts';
import { dishValues } from '#domain/business/recipe/dish.ts';
import type { Dish, Ingredient } from '#domain/business/state.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { createCosting } from '#domain/figures/costing.ts';
import {
  DEFAULT_LOSS,
  CENT,
  roundToCents,
  marginText,
  displayedDifference,
  displayedLoss,
  TENTH,
} from '#domain/figures/dish-result.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { formatMoney } from '#domain/format.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Returns the displayed amount in cents: 'R$ 11,68' → 1168. */
const read = (units: TenThousandths): number =>
  Number(
    formatMoney(units)
      .replaceAll(/[^\d−]/g, '')
      .replace('−', '-'),
  );

const amount = (max: number): fc.Arbitrary<TenThousandths> => fc.integer({ min: 1, max: max * SCALE });

const anyDish = fc.record({
  salePrice: amount(300),
  lines: fc.array(fc.record({ quantity: amount(5), unitPrice: amount(90) }), { minLength: 1, maxLength: 12 }),
  fixedCosts: amount(50_000),
  variablePercentage: amount(60),
  averageRevenue: amount(200_000),
});

test('the displayed ingredients and loss of a recipe add up to its displayed CMV', () => {
  fc.assert(
    fc.property(anyDish, ({ salePrice, lines, ...base }) => {
      const ingredients = new Map(
        lines.map(({ unitPrice }, i): [string, Ingredient] => [
          `${i}`,
          {
            id: `${i}`,
            ...completeIngredientFields({ name: `${i}`, unit: 'kg', unitPrice }),
            priceSource: null,
            version: 1,
            sequence: i,
          },
        ]),
      );
      const dish: Dish = {
        id: 'd',
        ...dishValues({ name: 'd', salePrice }),
        version: 1,
        sequence: 1,
        lines: lines.map(({ quantity }, i) => ({
          ingredientId: `${i}`,
          quantity,
          ownUnit: null,
          channels: null,
          version: 1,
        })),
      };
      const { figures } = dishFigures(dish, createCosting({ ingredients, preparations: new Map() }), {
        fixedCosts: BigInt(base.fixedCosts),
        variablePercentage: BigInt(base.variablePercentage),
        averageRevenue: BigInt(base.averageRevenue),
        channels: [],
        productionLoss: BigInt(DEFAULT_LOSS),
      });
      const sum = figures.lines.reduce((total, line) => total + line.cost, 0);
      const loss = displayedLoss(sum, figures.cmv);
      expect(read(sum) + read(loss)).toBe(read(figures.cmv));
      // The displayed loss is close to the exact one.
      expect(Math.abs(loss - (figures.cmv - sum))).toBeLessThan(200);
    }),
    runs(300),
  );
});

test('the displayed loss is a cent less where the rounded cost and loss would exceed the CMV', () => {
  const [ingredients, cmv] = [116_767, 128_444];
  expect([ingredients, displayedLoss(ingredients, cmv), cmv].map((each) => formatMoney(each).slice(3))).toEqual([
    '11,68',
    '1,16',
    '12,84',
  ]);
  expect(roundToCents(-116_750)).toBe(-116_800);
});

test('a displayed difference is that of the displayed values', () => {
  expect(displayedDifference(79_600, 94_400, TENTH)).toBe(14_000);
  expect(displayedDifference(19_149, 19_151, CENT)).toBe(100);
  expect(displayedDifference(-500, 500, TENTH)).toBe(2_000);
});

describe('the displayed margin', () => {
  test.each([
    [299_700, '29,9%'],
    [299_499, '29,9%'],
    [299_500, '29,9%'],
    [300_000, '30,0%'],
    [300_400, '30,0%'],
    [499_999, '49,9%'],
    [500_000, '50,0%'],
    [-1_234, '−0,1%'],
    [412_345, '41,2%'],
  ])('of %i ten-thousandths never rounds up across a rating limit: %s', (margin, text) => {
    expect(marginText(margin)).toBe(text);
  });
});
