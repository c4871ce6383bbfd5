import { LIMITS } from '#domain/limits.ts';
import { type Facts } from '#tests/figures/some-business.ts';
import fc from 'fast-check';

/** Everyday amounts, with which figures are far from their bounds. */
const EVERYDAY = {
  fixedCost: fc.integer({ min: 0, max: 100_000_000 }),
  variableCost: fc.integer({ min: 0, max: 200_000 }),
  revenue: fc.integer({ min: 50_000_000, max: 900_000_000 }),
  unitPrice: fc.integer({ min: 1_000, max: 900_000 }),
  salePrice: fc.integer({ min: 50_000, max: 900_000 }),
  quantity: fc.integer({ min: LIMITS.quantity.min, max: 12_000 }),
};

const indexes = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

/** A business of everyday size, every dish priced. */
export const everydayFacts: fc.Arbitrary<Facts> = fc.record({
  fixedCosts: fc.array(EVERYDAY.fixedCost, { minLength: 3, maxLength: 3 }),
  variableCosts: fc.array(EVERYDAY.variableCost, { minLength: 2, maxLength: 2 }),
  months: fc.tuple(EVERYDAY.revenue).map(([value]) => [{ month: 1, value, orders: 100 }]),
  statedTicket: fc.constant(null),
  ingredients: fc.tuple(
    ...indexes(5).map((i) => fc.record({ id: fc.constant(`insumo ${i}`), unitPrice: EVERYDAY.unitPrice })),
  ),
  dishes: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...indexes(5).map((i) => `prato ${i}`)),
      salePrice: EVERYDAY.salePrice,
      lines: fc.uniqueArray(
        fc.record({
          ingredientId: fc.constantFrom(...indexes(5).map((i) => `insumo ${i}`)),
          quantity: EVERYDAY.quantity,
        }),
        { selector: ({ ingredientId }) => ingredientId, minLength: 1, maxLength: 4 },
      ),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 5 },
  ),
});
