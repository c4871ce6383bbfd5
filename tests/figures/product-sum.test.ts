import { MAX_TEN_THOUSANDTHS } from '#domain/decimal.ts';
import { productSum } from '#domain/figures/product-sum.ts';
import { LIMITS, QUOTAS } from '#domain/limits.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inUnits, ratio, rounded } from '#tests/support/reference/ratio.ts';

/** A factor whose products are about as often below as above 2⁵³, where numbers of JavaScript stop being exact. */
const factor = (max: number) => fc.oneof(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 100_000_000 }));
const line = fc.tuple(factor(LIMITS.quantity.max), factor(LIMITS.unitPrice.max));

test('the cost of each recipe line is its rounded product, and the sum of the lines is exact', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: QUOTAS.linesPerDish, size: 'max' }), (lines) => {
      const sum = productSum();
      const costs = lines.map(([quantity, price]) => sum.add(quantity, price));
      const products = lines.map(([quantity, price]) => BigInt(quantity) * BigInt(price));
      expect(costs).toEqual(products.map((product) => inUnits(rounded(ratio(product, 10n ** 8n)))));
      expect(sum.total()).toBe(products.reduce((a, b) => a + b, 0n));
    }),
    runs(300),
  );
});

test.each([
  [1, 4_999, 0],
  [1, 5_000, 1],
  [3, 5_000, 2],
  [10_000, 10_000, 10_000],
  // The last product that is exact as a number of JavaScript (2⁵³), and the first that is not.
  [94_906_265, 94_906_265, 900_719_913_625],
  [94_906_266, 94_906_266, 900_719_932_606],
  [LIMITS.quantity.max, LIMITS.unitPrice.max, 999_999_998_900_000],
])('a quantity of %s at a unit price of %s costs %s units', (quantity, price, cost) => {
  expect(productSum().add(quantity, price)).toBe(cost);
});

test('the sum of many recipe lines stays exact beyond the safe integers', () => {
  const sum = productSum();
  for (let i = 0; i < 60; i += 1) sum.add(94_906_265, 94_906_265);
  sum.add(1, 1);
  expect(sum.total()).toBe(60n * 94_906_265n ** 2n + 1n);
  expect(sum.total() > BigInt(MAX_TEN_THOUSANDTHS)).toBe(true);
});
