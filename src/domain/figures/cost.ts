import type { Ingredient } from '../business/state.ts';
import { bounded, MAX_UNITS, SCALE, type Units } from '../decimal.ts';
import { type Fraction, rounded, shortened, sumOf } from '../fraction.ts';
import { once } from '../once.ts';

/**
 * What the lines of recipes cost. A plain number settles nearly every figure. Where that falls too near the middle between
 * two digits, a fraction decides, which keeps 77 digits through ten levels of preparations.
 */

/** An amount of money in ten-thousandths of a real; none is below zero. */
export interface Cost {
  /** Its error is at most `NEAR` of it. */
  readonly near: number;
  readonly exact: () => Fraction;
}

/**
 * Every step of plain numbers is off by at most 2⁻⁵³ of its result, and nothing is ever taken away. A recipe of sixty lines
 * has less than seventy such steps, and eleven recipes stand on one another at most: 770 × 2⁻⁵³ is below 2⁻⁴³.
 */
const NEAR = 2 ** -42;
const SCALE_N = BigInt(SCALE);

export const costOf = (amount: Fraction): Cost => ({
  near: Number(amount.n) / Number(amount.d),
  exact: () => shortened(amount),
});

/** A plain number rounded, where it is surely on one side; else undefined, as is all from 2⁴¹ on. */
export function surelyRounded(near: number): number | undefined {
  const whole = Math.round(near);
  return Math.abs(near - whole) < 0.5 - near * NEAR ? whole : undefined;
}

/** Likewise for a figure, which stops at its bound: what is surely beyond it needs no digits. */
const surelyShown = (near: number): Units | undefined => (near > 2 * MAX_UNITS ? MAX_UNITS : surelyRounded(near));

/** Units of a cost, as figures show it. */
export const unitsOf = (cost: Cost): Units => surelyShown(cost.near) ?? bounded(rounded(cost.exact()));

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

const termsOf = (lines: readonly RatedLine[]): readonly Fraction[] =>
  lines.map(({ quantity, one }) => {
    const { n, d } = one.exact();
    return { n: n * BigInt(quantity), d: d * SCALE_N };
  });

/** The sum over lines of quantity × cost of one. */
export const costOfLines = (lines: readonly RatedLine[]): Cost => ({
  near: nearOf(lines),
  exact: once(() => sumOf(termsOf(lines))),
});

/** What one line of this quantity costs, as it is shown. */
export const costOfLine = (line: RatedLine): Units =>
  surelyShown((line.quantity * line.one.near) / SCALE) ?? bounded(rounded(sumOf(termsOf([line]))));

/**
 * What lines cost together × n ÷ d, rounded once.
 * @param products what comes to it: the sum of plain products, in 10⁻⁸ of a real
 */
export function roundedTotal(lines: readonly RatedLine[], products: bigint, { n, d }: Fraction): bigint {
  const near = nearOf(lines) + Number(products) / SCALE;
  const sure = surelyRounded((near * Number(n)) / Number(d));
  if (sure !== undefined) return BigInt(sure);
  const total = sumOf([...termsOf(lines), { n: products, d: SCALE_N }]);
  return rounded({ n: total.n * n, d: total.d * d });
}

export function scaled(cost: Cost, n: bigint, d: bigint): Cost {
  if (n === d) return cost;
  return {
    near: (cost.near * Number(n)) / Number(d),
    exact: once(() => {
      const { n: costN, d: costD } = cost.exact();
      return shortened({ n: costN * n, d: costD * d });
    }),
  };
}
