import type { Ingredient } from '../business/state.ts';
import { bounded, divideRounded, MAX_UNITS, SCALE, type Units } from '../decimal.ts';
import { type Fraction, reduced, sumOf } from '../fraction.ts';
import { once } from '../once.ts';

/**
 * What the lines of recipes cost. Exactness is a matter of the result: each cost comes as a plain number, which settles
 * nearly every figure. Where that falls too near the middle between two digits, a whole multiple of 2⁻⁹⁶ is made with the
 * most by which it may be too low, which through ten levels of preparations stays as short as it begins. Only where both of
 * its ends do not round to the same digit is the exact quotient made, which may grow long.
 */

/** An amount of money in ten-thousandths of a real; none is below zero. */
export interface Cost {
  /** Not further from it than `NEAR` of it. */
  readonly near: number;
  readonly interval: () => Interval;
  readonly exact: () => Fraction;
}

interface Interval {
  /** In 2⁻⁹⁶ of a ten-thousandth; the cost is not below it … */
  readonly floor: bigint;
  /** … and not more than this above it. */
  readonly error: bigint;
}

const PRECISION = 96n;
/**
 * Every step of plain numbers is off by at most 2⁻⁵³ of its result, and nothing is ever taken away. A recipe of sixty lines
 * has less than seventy such steps, and eleven recipes stand on one another at most: 770 × 2⁻⁵³ is below 2⁻⁴³.
 */
const NEAR = 2 ** -42;
const SCALE_N = BigInt(SCALE);

/** @param of what it is, not in lowest terms: made short only where it is asked for */
export const costOf = ({ n, d }: Fraction): Cost => ({
  near: Number(n) / Number(d),
  interval: () => ({ floor: (n << PRECISION) / d, error: 1n }),
  exact: once(() => reduced({ n, d })),
});

/** A plain number rounded, where it is surely on one side; else undefined, as is all from 2⁴¹ on. */
function surelyRounded(near: number): number | undefined {
  const whole = Math.round(near);
  return Math.abs(near - whole) < 0.5 - near * NEAR ? whole : undefined;
}

/** Likewise for a figure, which stops at its bound: what is surely beyond it needs no digits. */
const surelyShown = (near: number): Units | undefined => (near > 2 * MAX_UNITS ? MAX_UNITS : surelyRounded(near));

/** A cost × n ÷ d, rounded half away from zero. */
function rounded({ interval, exact }: Cost, n: bigint, d: bigint): bigint {
  const { floor, error } = interval();
  const divisor = d << PRECISION;
  const low = divideRounded(floor * n, divisor);
  if (low === divideRounded((floor + error) * n, divisor)) return low;
  const cost = exact();
  return divideRounded(cost.n * n, cost.d * d);
}

/** Units of a cost, as figures show it. */
export const unitsOf = (cost: Cost): Units => surelyShown(cost.near) ?? bounded(rounded(cost, 1n, 1n));

/** Costs its quantity × its price, and nothing else: neither bought in packs nor with a yield. */
export const isPlain = ({ purchase, yieldPercentage }: Ingredient): boolean =>
  purchase === null && yieldPercentage === null;

export const NOTHING = costOf({ n: 0n, d: 1n });

/** A quantity, and what one of it costs. */
export interface RatedLine {
  readonly quantity: Units;
  readonly one: Cost;
}

const nearOf = (lines: readonly RatedLine[]): number => {
  let sum = 0;
  for (const { quantity, one } of lines) sum += quantity * one.near;
  return sum / SCALE;
};

/** The sum over lines of quantity × cost of one. */
export const costOfLines = (lines: readonly RatedLine[]): Cost => ({
  near: nearOf(lines),
  interval: once(() => {
    let [floor, error] = [0n, 0n];
    for (const { quantity, one } of lines) {
      const of = one.interval();
      floor += BigInt(quantity) * of.floor;
      error += BigInt(quantity) * of.error;
    }
    return { floor: floor / SCALE_N, error: error / SCALE_N + 2n };
  }),
  exact: once(() => {
    const terms = lines.map(({ quantity, one }) => ({ quantity: BigInt(quantity), of: one.exact() }));
    return reduced(sumOf(terms.map(({ quantity, of }) => ({ n: quantity * of.n, d: SCALE_N * of.d }))));
  }),
});

/** What one line of this quantity costs, as it is shown. */
export const costOfLine = ({ quantity, one }: RatedLine): Units =>
  surelyShown((quantity * one.near) / SCALE) ?? bounded(rounded(one, BigInt(quantity), SCALE_N));

/**
 * What lines cost together × n ÷ d, rounded once.
 * @param products what comes to it: the sum of plain products, in 10⁻⁸ of a real
 */
export function roundedTotal(lines: readonly RatedLine[], products: bigint, { n, d }: Fraction): bigint {
  const near = nearOf(lines) + Number(products) / SCALE;
  const sure = surelyRounded((near * Number(n)) / Number(d));
  return sure === undefined ? rounded(withProducts(costOfLines(lines), products), n, d) : BigInt(sure);
}

export function scaled(cost: Cost, n: bigint, d: bigint): Cost {
  if (n === d) return cost;
  return {
    near: (cost.near * Number(n)) / Number(d),
    interval: once(() => {
      const { floor, error } = cost.interval();
      return { floor: (floor * n) / d, error: (error * n) / d + 2n };
    }),
    exact: once(() => {
      const { n: costN, d: costD } = cost.exact();
      return reduced({ n: costN * n, d: costD * d });
    }),
  };
}

/** Together with an amount in 10⁻⁸ of a real, which sums of plain products are. */
const withProducts = ({ near, interval, exact }: Cost, sum: bigint): Cost => ({
  near: near + Number(sum) / SCALE,
  interval: () => {
    const { floor, error } = interval();
    return { floor: floor + (sum << PRECISION) / SCALE_N, error: error + 1n };
  },
  exact: () => sumOf([exact(), { n: sum, d: SCALE_N }]),
});
