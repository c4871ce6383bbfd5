import { dishResultChange, type FigureChange, profitChange } from '#domain/attribution/figure-change.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { fold } from '#domain/business/evolve.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { eventsOf, type Facts, someFacts } from '#tests/figures/some-business.ts';
import { anyHistory } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reversedChange, shuffleEntities } from './reversals.ts';
import { LIMITS } from '#domain/limits.ts';

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
const everydayFacts: fc.Arbitrary<Facts> = fc.record({
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

/** Two states with any number of common entities. */
const twoStates = fc
  .oneof(fc.tuple(everydayFacts, everydayFacts), fc.tuple(someFacts, someFacts))
  .map(([before, after]): readonly [Business, Business] => [fold(eventsOf(before)), fold(eventsOf(after))]);

const changesOf = (before: Business, after: Business): readonly FigureChange[] => [
  profitChange(before, after),
  dishResultChange(before, after, 'prato 0'),
  dishResultChange(before, after, 'prato 1'),
];

/** Above 2⁵³ numbers of JavaScript, and so the parts, are not exact. That is billions of billions of percent. */
const areAllSafe = ({ parts, difference }: FigureChange): boolean =>
  [difference, ...parts.map(({ value }) => value)].every(Number.isSafeInteger);

const isSumOf = ({ parts, difference }: FigureChange): boolean =>
  parts.reduce((sum, { value }) => sum + BigInt(value), 0n) === BigInt(difference);

describe('the parts of any change', () => {
  test('sum to the difference of the displayed figures, largest part first, without empty parts', () => {
    const safe = twoStates.filter((states) => changesOf(...states).every(areAllSafe));
    fc.assert(
      fc.property(safe, ([before, after]) => {
        const changes = changesOf(before, after);
        expect(changes[0]?.before).toBe(businessFigures(before).dashboard.lucroMedio);
        expect(changes[1]?.after).toBe(businessFigures(after).dishes.get('prato 0')?.netProfit ?? 0);
        for (const change of changes) {
          expect(isSumOf(change)).toBe(true);
          expect(change.parts.filter(({ value }) => value === 0 || Object.is(value, -0))).toEqual([]);
          const sizes = change.parts.map(({ value }) => Math.abs(value));
          expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        }
      }),
      runs(120),
    );
  });

  test('flip their signs when the states are swapped', () => {
    fc.assert(
      fc.property(twoStates, ([before, after]) => {
        expect(changesOf(after, before)).toEqual(changesOf(before, after).map(reversedChange));
      }),
      runs(80),
    );
  });

  test('do not depend on the order of entities in the states', () => {
    fc.assert(
      fc.property(twoStates, ([before, after]) => {
        expect(changesOf(shuffleEntities(before), shuffleEntities(after))).toEqual(changesOf(before, after));
      }),
      runs(80),
    );
  });

  test('are empty when the two states differ only in the order of their entities', () => {
    fc.assert(
      fc.property(twoStates, ([state]) => {
        const none = { difference: 0, parts: [], exact: true, error: 0 };
        for (const change of changesOf(state, shuffleEntities(state))) expect(change).toMatchObject(none);
      }),
      runs(25),
    );
  });
});

test('between any two moments of any history the parts sum to the difference, in both directions', () => {
  const moments = fc
    .tuple(anyHistory({ longest: 60 }), fc.nat(), fc.nat())
    .map(([{ changes }, ...ends]) =>
      ends.map((many) =>
        fold(
          changes.slice(0, many % (changes.length + 1)).flatMap(({ events }) => events),
          emptyBusiness,
        ),
      ),
    )
    .map(([before = emptyBusiness, after = emptyBusiness]) => [before, after] as const)
    .filter((states) => areAllSafe(profitChange(...states)));
  fc.assert(
    fc.property(moments, ([before, after]) => {
      const change = profitChange(before, after);
      expect(isSumOf(change)).toBe(true);
      expect(profitChange(after, before)).toEqual(reversedChange(change));
    }),
    runs(80),
  );
});
