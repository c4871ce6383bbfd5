import type { Ingredient } from '../business/state.ts';
import { toSafeNumber, MAX_TEN_THOUSANDTHS, SCALE, type TenThousandths } from '../decimal.ts';
import { type Fraction, rounded, shortened, sumOf } from '../fraction.ts';
import { once } from '../once.ts';

/**
 * Costs of recipe lines. A floating-point number is enough for nearly every figure. Where it is too near the middle
 * between two digits, a fraction decides, which keeps 77 digits through ten levels of preparations.
 */

/** An amount of money in ten-thousandths of a real, never below zero. */
export interface Cost {
  /** A floating-point approximation with a relative error of at most `MAX_RELATIVE_ERROR`. */
  readonly approximate: number;
  readonly exact: () => Fraction;
}

/**
 * Every floating-point step has a relative error of at most 2⁻⁵³, and there are no subtractions. A recipe of sixty
 * lines has less than seventy such steps, and at most eleven recipes are nested: 770 × 2⁻⁵³ is below 2⁻⁴³.
 */
const MAX_RELATIVE_ERROR = 2 ** -42;
const SCALE_N = BigInt(SCALE);

export const toCost = (amount: Fraction): Cost => ({
  approximate: Number(amount.n) / Number(amount.d),
  exact: () => shortened(amount),
});

/** A rounded number, if its error cannot change the result; else undefined, as for every number from 2⁴¹ on. */
export function roundIfCertain(approximate: number): number | undefined {
  const whole = Math.round(approximate);
  return Math.abs(approximate - whole) < 0.5 - approximate * MAX_RELATIVE_ERROR ? whole : undefined;
}

/** The displayed value of a figure, if the error cannot change it: a number surely beyond the bound needs no digits. */
const displayIfCertain = (approximate: number): TenThousandths | undefined =>
  approximate > 2 * MAX_TEN_THOUSANDTHS ? MAX_TEN_THOUSANDTHS : roundIfCertain(approximate);

/** A cost in ten-thousandths, as displayed. */
export const displayedCost = (cost: Cost): TenThousandths =>
  displayIfCertain(cost.approximate) ?? toSafeNumber(rounded(cost.exact()));

/** Tells whether an ingredient costs exactly quantity × price: without a pack and without a yield. */
export const hasDirectPrice = ({ pack, yieldPercentage }: Ingredient): boolean =>
  pack === null && yieldPercentage === null;

export const ZERO_COST = toCost({ n: 0n, d: 1n });

/** A quantity, and the cost of one. */
export interface LineWithUnitCost {
  readonly quantity: TenThousandths;
  readonly unitCost: Cost;
}

const approximateSum = (lines: readonly LineWithUnitCost[]): number => {
  let sum = 0;
  for (const { quantity, unitCost } of lines) sum += quantity * unitCost.approximate;
  return sum / SCALE;
};

const termsOf = (lines: readonly LineWithUnitCost[]): readonly Fraction[] =>
  lines.map(({ quantity, unitCost }) => {
    const { n, d } = unitCost.exact();
    return { n: n * BigInt(quantity), d: d * SCALE_N };
  });

/** The sum over lines of quantity × cost of one. */
export const costOfLines = (lines: readonly LineWithUnitCost[]): Cost => ({
  approximate: approximateSum(lines),
  exact: once(() => sumOf(termsOf(lines))),
});

/** The displayed cost of one line of this quantity. */
export const costOfLine = (line: LineWithUnitCost): TenThousandths =>
  displayIfCertain((line.quantity * line.unitCost.approximate) / SCALE) ??
  toSafeNumber(rounded(sumOf(termsOf([line]))));

/** The total cost of lines × n ÷ d, rounded once. @param products the sum of plain products, in 10⁻⁸ of a real */
export function roundedTotal(lines: readonly LineWithUnitCost[], products: bigint, { n, d }: Fraction): bigint {
  const approximate = approximateSum(lines) + Number(products) / SCALE;
  const sure = roundIfCertain((approximate * Number(n)) / Number(d));
  if (sure !== undefined) return BigInt(sure);
  const total = sumOf([...termsOf(lines), { n: products, d: SCALE_N }]);
  return rounded({ n: total.n * n, d: total.d * d });
}

export function scaled(cost: Cost, n: bigint, d: bigint): Cost {
  if (n === d) return cost;
  return {
    approximate: (cost.approximate * Number(n)) / Number(d),
    exact: once(() => {
      const { n: costN, d: costD } = cost.exact();
      return shortened({ n: costN * n, d: costD * d });
    }),
  };
}
