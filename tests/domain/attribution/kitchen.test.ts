import { causesOf } from '#domain/attribution/causes.ts';
import { SHARE } from '#domain/attribution/diagonal.ts';
import { dishShares } from '#domain/attribution/dish-game.ts';
import type { TwoStates } from '#domain/attribution/factors.ts';
import { dishResultChange, type FigureChange, profitChange } from '#domain/attribution/figure-change.ts';
import { type ExactShares, profitShares } from '#domain/attribution/profit-game.ts';
import { twoKitchens } from '#domain/attribution/two-kitchens.ts';
import type { Business } from '#domain/business/state.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meansOverAllSets } from './all-orders.ts';
import { entangledKitchens, rewrittenKitchens, twoKitchenStates } from './kitchen-arbitraries.ts';
import { EXACT, figuresBetween, keysBetween } from './kitchen-reference.ts';
import { shuffledMaps } from './shuffled-maps.ts';
import { flipped } from './flipped.ts';

interface Figure {
  readonly name: string;
  readonly shown: (figures: ReturnType<ReturnType<typeof figuresBetween>>) => number;
  readonly exact: (figures: ReturnType<ReturnType<typeof figuresBetween>>) => bigint;
  readonly changeOf: (before: Business, after: Business) => FigureChange;
  readonly sharesOf: (states: TwoStates) => ExactShares;
  /** The part of the business that the figure is of. */
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
    shown: ({ profit }) => profit,
    exact: ({ exactProfit }) => exactProfit,
    changeOf: profitChange,
    sharesOf: profitShares,
    of: (business) => business,
  },
  {
    name: 'result of a dish',
    shown: (figures) => figures.resultOf(DISH).shown,
    exact: (figures) => figures.resultOf(DISH).exact,
    changeOf: (before, after) => dishResultChange(before, after, DISH),
    sharesOf: (states) => dishShares(DISH, states),
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

/** With so few causes that every mixed state can be worked out by hand. */
const fewCauses = fc.oneof(twoKitchenStates(9), entangledKitchens).filter(differBy(1, 7));

describe.each(FIGURES)('$name of a kitchen with preparations', ({ shown, exact, changeOf, sharesOf, of }) => {
  test('few causes: the mean over all orders, less than one unit off by rounding', () => {
    fc.assert(
      fc.property(fewCauses, ([before, after]) => {
        const figures = figuresBetween(of(before), of(after));
        const keys = keysBetween(of(before), of(after));
        const change = changeOf(before, after);
        expect(change.before).toBe(shown(figures(new Set())));
        expect(change.after).toBe(shown(figures(new Set(keys))));
        const means = meansOverAllSets(keys, (chosen) => shown(figures(chosen)));
        for (const [key, { top, bottom }] of means)
          expect(Math.abs(partOf(change, key) - Number(top) / Number(bottom)), key).toBeLessThan(1 + change.error);
        expect(change.parts.filter(({ cause }) => !means.has(cause.key))).toEqual([]);
      }),
      runs(200),
    );
  });

  test('by the formula, for any number of causes: the same but for the roundings on the way', () => {
    fc.assert(
      fc.property(fewCauses, ([before, after]) => {
        const states = { before: of(before), after: of(after) };
        const figures = figuresBetween(states.before, states.after);
        const keys = keysBetween(states.before, states.after);
        const kitchens = twoKitchens(states.before, states.after);
        const causes = new Set(causesOf(kitchens).map(({ key }) => key));
        const { shares, rounding } = sharesOf({ ...states, kitchens, causes });
        const values = new Map<string, ReturnType<typeof figures>>();
        const valueOf = (chosen: ReadonlySet<string>) => {
          const name = [...chosen].join();
          const value = values.get(name) ?? figures(chosen);
          values.set(name, value);
          return value;
        };
        for (const [key, { top, bottom }] of meansOverAllSets(keys, (chosen) => exact(valueOf(chosen)))) {
          const share = causes.has(key) ? (shares.get(key) ?? 0n) : 0n;
          const difference = share * bottom * EXACT - top * SHARE;
          // No further off than the reference is itself, whose fractions are cut off at 2⁻⁸⁰.
          expect(Number((difference * 1_000_000_000n) / (bottom * EXACT * SHARE)), key).toBeCloseTo(0, 6);
        }
        for (const [key, { top, bottom }] of meansOverAllSets(keys, (chosen) => shown(valueOf(chosen))))
          expect(Math.abs(Number(shares.get(key) ?? 0n) / Number(SHARE) - Number(top) / Number(bottom))).toBeLessThan(
            2 * rounding,
          );
      }),
      runs(200),
    );
  });
});

const KITCHENS: readonly (readonly [string, fc.Arbitrary<readonly [Business, Business]>])[] = [
  ['few or many', fc.oneof(twoKitchenStates(90), entangledKitchens)],
  ['more than are tried in every order', twoKitchenStates(90).filter(differBy(9, Infinity))],
];

describe('the parts of any change of a kitchen', () => {
  test.each(KITCHENS)(
    'sum to the difference, flip their signs when the states are swapped, and depend on no order: causes %s',
    (_, kitchens) => {
      fc.assert(
        fc.property(kitchens, ([before, after]) => {
          const changes = changesOf(before, after);
          for (const { parts, difference, error } of changes) {
            expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(difference);
            expect(error).toBeLessThan(100);
          }
          expect(changesOf(after, before)).toEqual(changes.map(flipped));
          expect(changesOf(shuffledMaps(before), shuffledMaps(after))).toEqual(changes);
        }),
        runs(40),
      );
    },
  );

  test('are none where the same is written in other units', () => {
    fc.assert(
      fc.property(rewrittenKitchens.filter(differBy(1, Infinity)), ([before, after]) => {
        expect(causesOf(twoKitchens(before, after))).toEqual([]);
        for (const change of changesOf(before, after)) expect(change).toMatchObject({ difference: 0, parts: [] });
      }),
      runs(80),
    );
  });
});
