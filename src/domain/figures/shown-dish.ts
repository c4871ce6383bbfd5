import { divideRounded, SCALE, type Units } from '../decimal.ts';
import { percentage } from '../format.ts';
import { marginRating } from './dish-result.ts';

/** A dish's figures as they are shown: to the cent, and so that nobody who checks them finds a contradiction. */

export const CENT = SCALE / 100;
/** Percentages have one decimal. */
export const TENTH = SCALE / 10;

const rounded = (amount: Units, step: number): Units => Number(divideRounded(BigInt(amount), BigInt(step))) * step;

/** An amount as it is shown, for sums and differences of what is shown. */
export const inCents = (amount: Units): Units => rounded(amount, CENT);

/**
 * What is shown as the production loss, in units. R$ 11,6767 of ingredients and R$ 1,1677 of loss are R$ 12,8444: shown as
 * 11,68 + 1,17 = 12,84 they do not add up. The CMV has a name of its own and stays; so does the sum of the ingredients,
 * which of a single line is that line. The loss gives way, here to 1,16, by less than two cents. All other figures of a
 * dish are specified, and shown as they are wherever they stand.
 * @param ingredients sum of the line costs
 */
export const shownLoss = (ingredients: Units, whole: Units): Units => inCents(whole) - inCents(ingredients);

/** How far two amounts are apart as they are shown in steps of `step`: 7,96 % and 9,44 % are 8,0% and 9,4%, so 1,4. */
export const shownDifference = (before: Units, after: Units, step: Units): Units =>
  rounded(after, step) - rounded(before, step);

/**
 * A dish's contribution margin in percent. 29,97 % is a low margin, and is shown as 29,9%: rounded to 30,0% it would
 * stand beside the word that belongs to less than 30 %.
 */
export function marginText(margin: Units): string {
  const shown = rounded(margin, TENTH);
  return percentage(marginRating(shown) === marginRating(margin) ? shown : shown - TENTH);
}
