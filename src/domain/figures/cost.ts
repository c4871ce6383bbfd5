import type { Ingredient } from '../business/state.ts';
import { bounded, divideRounded, SCALE, type Units } from '../decimal.ts';
import { type Fraction, reduced, sumOf } from '../fraction.ts';
import { once } from '../once.ts';

/**
 * What the lines of recipes cost. Exactness is a matter of the result: costs are carried as whole multiples of 2⁻⁹⁶ with
 * the most by which they may be too low, which through ten levels of preparations stays as short as it begins. Only where
 * both ends do not round to the same digit is the exact quotient made, which may grow long.
 */

/** An amount of money in ten-thousandths of a real. */
export interface Cost {
  /** In 2⁻⁹⁶ of a ten-thousandth; the cost is not below it … */
  readonly floor: bigint;
  /** … and not more than this above it. */
  readonly error: bigint;
  readonly exact: () => Fraction;
}

/** What one of a unit costs, ready to be multiplied by quantities. */
export interface Rate extends Cost {
  /**
   * Of one ten-thousandth of the unit as a plain number, not further from what it is than `NEAR` of it: enough wherever a
   * figure does not fall right between two digits. NaN where it is further.
   */
  readonly perStep: number;
}

const PRECISION = 96n;
/** Sums of sixty products of plain numbers are off by less than this part of them. */
const NEAR = 2 ** -42;
/** Up to here a plain number has room behind the point. */
const MAX_NEAR = 2 ** 38;
const SCALE_N = BigInt(SCALE);

export const costOf = (exact: Fraction): Cost => ({
  floor: (exact.n << PRECISION) / exact.d,
  error: 1n,
  exact: () => exact,
});

/** A plain number rounded, where it is surely on one side; else undefined. None is below zero. */
function surelyRounded(near: number): number | undefined {
  const whole = Math.round(near);
  const isSure = near < MAX_NEAR && Math.abs(near - whole) < 0.5 - near * NEAR;
  return isSure ? whole : undefined;
}

export function rateOf(cost: Cost): Rate {
  const { floor, error } = cost;
  const isNear = floor === 0n ? error <= 1n : error << 60n < floor;
  return { ...cost, perStep: isNear ? Number(floor) / 2 ** Number(PRECISION) / SCALE : Number.NaN };
}

/** A cost × n ÷ d, rounded half away from zero. */
function rounded({ floor, error, exact }: Cost, n: bigint, d: bigint): bigint {
  const divisor = d << PRECISION;
  const low = divideRounded(floor * n, divisor);
  if (low === divideRounded((floor + error) * n, divisor)) return low;
  const cost = exact();
  return divideRounded(cost.n * n, cost.d * d);
}

/** Units of a cost, as figures show it. */
export const unitsOf = (cost: Cost): Units => bounded(rounded(cost, 1n, 1n));

/** Costs its quantity × its price, and nothing else: neither bought in packs nor with a yield. */
export const isPlain = ({ purchase, yieldPercentage }: Ingredient): boolean =>
  purchase === null && yieldPercentage === null;

export const NOTHING = rateOf(costOf({ n: 0n, d: 1n }));

/** A quantity, and what one of it costs. */
export interface RatedLine {
  readonly quantity: Units;
  readonly one: Rate;
}

/** The sum over lines of quantity × cost of one. */
export function costOfLines(lines: readonly RatedLine[]): Cost {
  let [floor, error] = [0n, 0n];
  for (const { quantity, one } of lines) {
    floor += BigInt(quantity) * one.floor;
    error += BigInt(quantity) * one.error;
  }
  const exact = once(() => {
    const terms = lines.map(({ quantity, one }) => ({ quantity: BigInt(quantity), of: one.exact() }));
    return reduced(sumOf(terms.map(({ quantity, of }) => ({ n: quantity * of.n, d: SCALE_N * of.d }))));
  });
  return { floor: floor / SCALE_N, error: error / SCALE_N + 2n, exact };
}

/** What one line of this quantity costs, as it is shown. */
export const costOfLine = ({ quantity, one }: RatedLine): Units =>
  surelyRounded(quantity * one.perStep) ?? bounded(rounded(one, BigInt(quantity), SCALE_N));

/**
 * What lines cost together × n ÷ d, rounded once.
 * @param products what comes to it: the sum of plain products, in 10⁻⁸ of a real
 */
export function roundedTotal(lines: readonly RatedLine[], products: bigint, { n, d }: Fraction): bigint {
  let near = Number(products) / SCALE;
  for (const { quantity, one } of lines) near += quantity * one.perStep;
  const sure = surelyRounded((near * Number(n)) / Number(d));
  return sure === undefined ? rounded(withProducts(costOfLines(lines), products), n, d) : BigInt(sure);
}

export function scaled({ floor, error, exact }: Cost, n: bigint, d: bigint): Cost {
  if (n === d) return { floor, error, exact };
  const scaledExactly = () => {
    const cost = exact();
    return reduced({ n: cost.n * n, d: cost.d * d });
  };
  return { floor: (floor * n) / d, error: (error * n) / d + 2n, exact: once(scaledExactly) };
}

/** Together with an amount in 10⁻⁸ of a real, which sums of plain products are. */
const withProducts = ({ floor, error, exact }: Cost, sum: bigint): Cost => ({
  floor: floor + (sum << PRECISION) / SCALE_N,
  error: error + 1n,
  exact: () => sumOf([exact(), { n: sum, d: SCALE_N }]),
});
