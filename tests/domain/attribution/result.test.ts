import { normalizeForSales } from '#domain/attribution/normalize-for-sales.ts';
import { causesOf } from '#domain/attribution/causes.ts';
import { type FigureChange, resultChange } from '#domain/attribution/figure-change.ts';
import { resultShares } from '#domain/attribution/formulas.ts';
import { salesCauses, compareSales } from '#domain/attribution/sales-table.ts';
import { compareCostings } from '#domain/attribution/compare-costings.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import {
  EXACT,
  largestRounding,
  meansOverAllOrders,
  resultBetween,
  resultKeysBetween,
} from '#tests/support/reference/attribution.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reversedChange, shuffleEntities } from './reversals.ts';
import { sellingStatePairs } from './selling-state-arbitraries.ts';

const bothSell = ([before, after]: readonly [Business, Business]): boolean =>
  [before, after].every((state) => businessFigures(state).mix !== null);

const hasNineCauses = ([before, after]: readonly [Business, Business]): boolean =>
  resultKeysBetween(before, after).length > 8;

const KINDS = [
  'channel_price',
  'dish',
  'dish_portions',
  'dish_price',
  'dish_recipe',
  'dish_sales',
  'fixed_cost',
  'ingredient',
  'mix_months',
  'preparation_recipe',
  'production_loss',
  'variable_cost',
];

/** Pairs with a cause of this kind, and so few causes that the reference can evaluate every mixed state. */
const fewCauses = (kind: string) =>
  sellingStatePairs(7)
    .filter(bothSell)
    .filter(([before, after]) => {
      const keys = resultKeysBetween(before, after);
      return keys.length <= 8 && keys.some((key) => key.startsWith(`${kind} `));
    });

const partOf = ({ parts }: FigureChange, key: string): number =>
  parts.find(({ cause }) => cause.key === key)?.value ?? 0;

/** The shares without the roundings on the way. */
function sharesOf(before: Business, after: Business) {
  const sold = compareSales([before, after]);
  const kitchens = compareCostings(...normalizeForSales([before, after], sold));
  const causes = [...causesOf(kitchens), ...salesCauses(sold, [before, after])].map(({ key }) => key);
  return { causes, shares: resultShares(kitchens, causes.toSorted(), sold) };
}

/** Kinds of causes that move the cost of a portion. */
const COSTS = ['dish', 'dish_portions', 'dish_recipe', 'ingredient', 'preparation_recipe', 'production_loss'];

/** The total quantity sold in all months, plus 1. */
const soldIn = ({ sales }: Business): number =>
  [...sales.values()].flatMap(({ rows }) => rows).reduce((sum, { quantity }) => sum + quantity, 1);

describe('the attribution of the result in reais', () => {
  test.each(KINDS)(
    'gives the mean over all orders for few causes, %s among them, up to the roundings of the mixed states',
    (kind) => {
      fc.assert(
        fc.property(fewCauses(kind), ([before, after]) => {
          const keys = resultKeysBetween(before, after);
          const results = resultBetween(before, after, keys);
          const change = resultChange(before, after);
          if (!change) throw new Error('both sell');
          expect(change.before).toBe(results(new Set()).shown);
          expect(change.after).toBe(results(new Set(keys)).shown);
          const means = meansOverAllOrders(keys, (chosen) => results(chosen).shown);
          const rounding = largestRounding(keys, results);
          for (const [key, mean] of means)
            expect(Math.abs(partOf(change, key) - mean), key).toBeLessThan(1.001 + change.error + 2 * rounding);
          expect(change.error).toBeLessThan(1 + 2 * rounding);
          expect(change.exact).toBe(change.error === 0);
          expect(change.parts.filter(({ cause }) => !means.has(cause.key))).toEqual([]);
        }),
        runs(10, 1_000),
      );
    },
  );

  test.each(KINDS)(
    'gives exactly the mean over all orders when nothing is rounded, with %s among the causes',
    (kind) => {
      fc.assert(
        fc.property(fewCauses(kind), ([before, after]) => {
          const keys = resultKeysBetween(before, after);
          const results = resultBetween(before, after, keys);
          const { causes, shares } = sharesOf(before, after);
          expect(causes.filter((key) => !keys.includes(key))).toEqual([]);
          // A cause may also affect a cost that it does not increase: the formula then uses the exact cost instead of
          // the
          // rounded one.
          const isCostMoved = keys.some((key) => COSTS.some((kindOfCost) => key.startsWith(`${kindOfCost} `)));
          const most = isCostMoved ? (soldIn(before) + soldIn(after)) / 2 : 0.0001;
          for (const [key, mean] of meansOverAllOrders(keys, (chosen) => results(chosen).exact))
            expect(Math.abs((shares.get(key) ?? 0) - mean / Number(EXACT)), key).toBeLessThan(most);
        }),
        runs(5, 1_000),
      );
    },
  );
});

const shuffled = (state: Business): Business => ({
  ...shuffleEntities(state),
  channels: new Map([...state.channels].toReversed()),
  sales: new Map([...state.sales].toReversed().map(([key, set]) => [key, { ...set, rows: set.rows.toReversed() }])),
});

describe('the parts of any change of the result', () => {
  const isAnswered = ([before, after]: readonly [Business, Business]): void => {
    expect(resultChange(before, after) !== null).toBe(bothSell([before, after]));
  };
  test.each([
    ['any number of', sellingStatePairs(40).filter(bothSell)],
    ['nine or more', sellingStatePairs(60).filter(bothSell).filter(hasNineCauses)],
  ])(
    'sum to the difference, flip their signs when the states are swapped, and ignore the order of entities, with %s causes',
    (_, states) => {
      fc.assert(
        fc.property(states, ([before, after]) => {
          const change = resultChange(before, after);
          if (!change) throw new Error('both sell');
          expect([change.before, change.after]).toEqual(
            [before, after].map((state) => businessFigures(state).mix?.result),
          );
          expect(change.parts.reduce((sum, { value }) => sum + value, 0)).toBe(change.difference);
          expect(resultChange(after, before)).toEqual(reversedChange(change));
          expect(resultChange(shuffled(before), shuffled(after))).toEqual(change);
        }),
        runs(50),
      );
    },
  );

  test('exist exactly if both states have sales', () => {
    fc.assert(fc.property(sellingStatePairs(20), isAnswered), runs(60));
    const nobody = sellingStatePairs(20).map(([before, after]) => [{ ...before, sales: new Map() }, after] as const);
    fc.assert(fc.property(nobody, isAnswered), runs(10));
  });
});
