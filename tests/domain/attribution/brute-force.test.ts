import { dishResultChange, type FigureChange, profitChange } from '#domain/attribution/figure-change.ts';
import { fold } from '#domain/business/evolve.ts';
import { businessFigures, type BusinessFigures } from '#domain/figures/business-figures.ts';
import { minus, over, type Ratio, ratio, sum, times } from '#tests/figures/ratio.ts';
import { eventsOf, type Facts } from '#tests/figures/some-business.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meansOverAllOrders, meansOverAllSets } from './all-orders.ts';
import { differencesOf, everydayFacts, mixedFacts } from './mixed-facts.ts';

interface Figure {
  readonly name: string;
  readonly valueOf: (figures: BusinessFigures) => number;
  readonly changeOf: (before: Facts, after: Facts) => FigureChange;
  /** Can this cause move the figure? */
  readonly concerns: (key: string) => boolean;
}

const FIGURES: readonly Figure[] = [
  {
    name: 'profit',
    valueOf: ({ dashboard }) => dashboard.lucroMedio,
    changeOf: (before, after) => profitChange(fold(eventsOf(before)), fold(eventsOf(after))),
    concerns: () => true,
  },
  {
    name: 'result of a dish',
    valueOf: ({ dishes }) => dishes.get('prato 0')?.netProfit ?? 0,
    changeOf: (before, after) => dishResultChange(fold(eventsOf(before)), fold(eventsOf(after)), 'prato 0'),
    concerns: (key) => !key.includes('prato') || key.endsWith('prato 0'),
  },
];

/** Two sets of facts that differ by so many causes. */
const differing = (
  least: number,
  most: number,
  concerns: (key: string) => boolean,
): fc.Arbitrary<readonly [Facts, Facts, readonly string[]]> =>
  fc
    .tuple(everydayFacts, everydayFacts, fc.integer({ min: least, max: most }), fc.infiniteStream(fc.nat()))
    .map(([before, other, many, picks]): readonly [Facts, Facts, readonly string[]] => {
      const left = differencesOf(before, other).filter(concerns);
      const chosen = new Set<string>();
      while (chosen.size < many && left.length > 0) {
        const [key] = left.splice(picks.next().value % left.length, 1);
        if (key !== undefined) chosen.add(key);
      }
      const after = mixedFacts(before, other, chosen);
      return [before, after, differencesOf(before, after)];
    })
    .filter(([, , keys]) => keys.length >= least && keys.length <= most);

/** The figure with some of the causes as they are after, remembered. */
function valuesOf(before: Facts, after: Facts, valueOf: (figures: BusinessFigures) => number) {
  const known = new Map<string, number>();
  return (chosen: ReadonlySet<string>): number => {
    const name = [...chosen].toSorted().join();
    const value = known.get(name) ?? valueOf(businessFigures(fold(eventsOf(mixedFacts(before, after, chosen)))));
    known.set(name, value);
    return value;
  };
}

const distance = (part: number, share: Ratio): number => {
  const { top, bottom } = minus(ratio(part), share);
  return Math.abs(Number(top) / Number(bottom));
};
const partOf = ({ parts }: FigureChange, key: string): number =>
  parts.find(({ cause }) => cause.key === key)?.value ?? 0;

describe.each(FIGURES)('$name', ({ valueOf, changeOf, concerns }) => {
  test('few causes: the mean over all orders, less than one unit off by rounding', () => {
    fc.assert(
      fc.property(differing(1, 5, concerns), ([before, after, keys]) => {
        const change = changeOf(before, after);
        const shares = meansOverAllOrders(keys, valuesOf(before, after, valueOf));
        expect(change).toMatchObject({ exact: true, error: 0 });
        for (const [key, share] of shares) expect(distance(partOf(change, key), share)).toBeLessThan(1);
        expect(change.parts.filter(({ cause }) => !shares.has(cause.key))).toEqual([]);
      }),
      runs(30),
    );
  });

  test('many causes: within the stated error of the mean over all orders', () => {
    const many = differing(9, 10, concerns).filter(([before, after]) => !changeOf(before, after).exact);
    fc.assert(
      fc.property(many, ([before, after, keys]) => {
        const change = changeOf(before, after);
        const shares = meansOverAllSets(keys, valuesOf(before, after, valueOf));
        for (const [key, share] of shares) expect(distance(partOf(change, key), share)).toBeLessThan(change.error + 1);
        expect(change.error).toBeLessThan(100);
      }),
      runs(12, 300),
    );
  });
});

test('the two ways of the brute force agree', () => {
  const value = (chosen: ReadonlySet<string>) => (chosen.has('a') ? 7 * chosen.size : chosen.size ** 3);
  expect(meansOverAllSets(['a', 'b', 'c', 'd'], value)).toEqual(meansOverAllOrders(['a', 'b', 'c', 'd'], value));
  const all = [...meansOverAllOrders(['a', 'b', 'c'], value).values()];
  expect(over(times(sum(all), ratio(2)), ratio(2))).toEqual(ratio(21));
});
