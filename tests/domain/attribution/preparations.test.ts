import { causesOf } from '#domain/attribution/causes.ts';
import { dishResultChange, type FigureChange, profitChange } from '#domain/attribution/figure-change.ts';
import { dishShares, profitShares, type Shares } from '#domain/attribution/formulas.ts';
import { type ComparedCostings, compareCostings } from '#domain/attribution/compare-costings.ts';
import type { Business } from '#domain/business/state.ts';
import {
  dishResultBetween,
  EXACT,
  keysBetween,
  largestRounding,
  meansOverAllOrders,
  profitBetween,
} from '#tests/support/reference/attribution.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entangledStatePairs, convertedStatePairs, costingStatePairs } from './costing-state-arbitraries.ts';
import { reversedChange, shuffleEntities } from './reversals.ts';

interface Figure {
  readonly name: string;
  readonly between: typeof profitBetween;
  readonly changeOf: (before: Business, after: Business) => FigureChange;
  readonly sharesOf: (kitchens: ComparedCostings, keys: readonly string[]) => Shares;
  /** Selects the part of the business that has the figure. */
  readonly of: (business: Business) => Business;
}

const DISH = 'prato 1';
const onlyDish = (business: Business): Business => ({
  ...business,
  dishes: new Map([...business.dishes].filter(([id]) => id === DISH)),
});

const FIGURES: readonly Figure[] = [
  {
    name: 'profit',
    between: profitBetween,
    changeOf: profitChange,
    sharesOf: profitShares,
    of: (business) => business,
  },
  {
    name: 'result of a dish',
    between: (before, after) => dishResultBetween(before, after, DISH),
    changeOf: (before, after) => dishResultChange(before, after, DISH),
    sharesOf: (kitchens, keys) => dishShares(DISH, kitchens, keys),
    of: onlyDish,
  },
];

const changesOf = (before: Business, after: Business): readonly FigureChange[] => [
  profitChange(before, after),
  dishResultChange(before, after, 'prato 0'),
  dishResultChange(before, after, DISH),
];

const partOf = ({ parts }: FigureChange, key: string): number =>
  parts.find(({ cause }) => cause.key === key)?.value ?? 0;

const differBy =
  (least: number, most: number) =>
  ([before, after]: readonly [Business, Business]): boolean => {
    const { length } = keysBetween(before, after);
    return length >= least && length <= most;
  };

/** Pairs with so few causes that the reference can evaluate every mixed state. */
const fewCauses = fc.oneof(costingStatePairs(9), entangledStatePairs).filter(differBy(1, 7));
const nineCauses = costingStatePairs(20).filter(differBy(9, 9));

describe.each(FIGURES)('the attribution of $name with preparations', ({ between, changeOf, sharesOf, of }) => {
  test.each([
    ['few', fewCauses, 200],
    ['nine', nineCauses, 4],
  ])('gives, with %s causes, the mean over all orders up to the roundings of the mixed states', (_, kitchens, many) => {
    fc.assert(
      fc.property(kitchens, ([before, after]) => {
        const figures = between(of(before), of(after));
        const keys = keysBetween(of(before), of(after));
        const change = changeOf(before, after);
        expect(change.before).toBe(figures(new Set()).shown);
        expect(change.after).toBe(figures(new Set(keys)).shown);
        const rounding = largestRounding(keys, figures);
        const means = meansOverAllOrders(keys, (chosen) => figures(chosen).shown);
        for (const [key, mean] of means)
          expect(Math.abs(partOf(change, key) - mean), key).toBeLessThan(1.001 + change.error + 2 * rounding);
        for (const [key, mean] of meansOverAllOrders(keys, (chosen) => figures(chosen).exact))
          expect(Math.abs(partOf(change, key) - mean / Number(EXACT)), key).toBeLessThan(1.001 + change.error);
        expect(change.error).toBeLessThan(1 + 2 * rounding);
        expect(change.exact).toBe(change.error === 0);
        expect(change.parts.filter(({ cause }) => !means.has(cause.key))).toEqual([]);
      }),
      runs(many, 1_000),
    );
  });

  test('gives exactly the mean over all orders when nothing is rounded', () => {
    fc.assert(
      fc.property(fewCauses, ([before, after]) => {
        const figures = between(of(before), of(after));
        const keys = keysBetween(of(before), of(after));
        const kitchens = compareCostings(of(before), of(after));
        const shares = sharesOf(
          kitchens,
          causesOf(kitchens).map(({ key }) => key),
        );
        for (const [key, mean] of meansOverAllOrders(keys, (chosen) => figures(chosen).exact)) {
          const expected = mean / Number(EXACT);
          const most = 0.0001 + Math.abs(expected) * 1e-11;
          expect(Math.abs((shares.get(key) ?? 0) - expected), key).toBeLessThan(most);
        }
      }),
      runs(200),
    );
  });
});

const KITCHENS: readonly (readonly [string, fc.Arbitrary<readonly [Business, Business]>])[] = [
  ['few or many', fc.oneof(costingStatePairs(90), entangledStatePairs)],
  ['nine or more', costingStatePairs(90).filter(differBy(9, Infinity))],
];

describe('the parts of any change with preparations', () => {
  test.each(KITCHENS)(
    'sum to the difference, flip their signs when the states are swapped, and ignore the order of entities, with %s causes',
    (_, kitchens) => {
      fc.assert(
        fc.property(kitchens, ([before, after]) => {
          const changes = changesOf(before, after);
          for (const { parts, difference, error } of changes) {
            expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(difference);
            expect(error).toBeLessThan(100);
          }
          expect(changesOf(after, before)).toEqual(changes.map(reversedChange));
          expect(changesOf(shuffleEntities(before), shuffleEntities(after))).toEqual(changes);
        }),
        runs(40),
      );
    },
  );

  test('are empty when the same recipes are written in other units', () => {
    fc.assert(
      fc.property(convertedStatePairs.filter(differBy(1, Infinity)), ([before, after]) => {
        expect(causesOf(compareCostings(before, after))).toEqual([]);
        for (const change of changesOf(before, after)) expect(change).toMatchObject({ difference: 0, parts: [] });
      }),
      runs(80),
    );
  });
});
