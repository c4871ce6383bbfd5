import { divideRounded, SCALE, type TenThousandths } from '../decimal.ts';
import { formatPercentage } from '../format.ts';
import { marginRating } from './dish-result.ts';

/** A dish's figures as displayed: to the cent, and without contradictions between them. */

export const CENT = SCALE / 100;
/** Percentages are displayed with one decimal. */
export const TENTH = SCALE / 10;

const rounded = (amount: TenThousandths, step: number): TenThousandths =>
  Number(divideRounded(BigInt(amount), BigInt(step))) * step;

/** An amount as displayed, for sums and differences of displayed amounts. */
export const roundToCents = (amount: TenThousandths): TenThousandths => rounded(amount, CENT);

/**
 * The displayed production loss, in ten-thousandths. R$ 11,6767 of ingredients and R$ 1,1677 of loss are R$ 12,8444,
 * but 11,68 + 1,17 is not 12,84. The CMV is specified and keeps its value; so does the sum of the ingredients, which
 * for a single line equals that line. The loss is adjusted, here to 1,16, by less than two cents. All other figures of
 * a dish are specified and displayed unchanged.
 * @param ingredients sum of the line costs
 */
export const displayedLoss = (ingredients: TenThousandths, whole: TenThousandths): TenThousandths =>
  roundToCents(whole) - roundToCents(ingredients);

/**
 * The difference of two displayed amounts, in steps of `step`: 7,96 % and 9,44 % are displayed as 8,0% and 9,4%, so
 * 1,4.
 */
export const displayedDifference = (
  before: TenThousandths,
  after: TenThousandths,
  step: TenThousandths,
): TenThousandths => rounded(after, step) - rounded(before, step);

/**
 * A dish's contribution margin in percent, rounded down: 29,97 % is a low margin, and 30,0% beside that word would
 * contradict it.
 */
export function marginText(margin: TenThousandths): string {
  const shown = rounded(margin, TENTH);
  return formatPercentage(marginRating(shown) === marginRating(margin) ? shown : shown - TENTH);
}
