import fc from 'fast-check';
import { adjustToTotal } from '#domain/business/purchase/prices.ts';
import { expect, it } from 'vitest';

it('puts the difference into the largest part, and what that cannot take into the next largest', () => {
  expect(adjustToTotal([10, 30, 20], 63)).toEqual([10, 33, 20]);
  expect(adjustToTotal([1, 1, 1], 1)).toEqual([0, 0, 1]);
  expect(adjustToTotal([], 0)).toEqual([]);
});

it('gives parts that add up, none of which is negative', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { minLength: 1 }), fc.nat(2000), (parts, total) => {
      const adjusted = adjustToTotal(parts, total);
      expect(adjusted.reduce((sum, part) => sum + part, 0)).toBe(total);
      expect(Math.min(...adjusted)).toBeGreaterThanOrEqual(0);
    }),
  );
});
