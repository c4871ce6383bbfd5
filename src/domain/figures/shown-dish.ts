import { divideRounded, SCALE, type Units } from '../decimal.ts';
import { percentage } from '../format.ts';
import { type DishFigures, marginRating } from './dish-result.ts';

/** A dish's figures as they are shown: to the cent, and so that nobody who checks them finds a contradiction. */

const CENT = SCALE / 100;
/** Percentages have one decimal. */
const STEP = SCALE / 10;

const rounded = (amount: Units, step: number): Units => Number(divideRounded(BigInt(amount), BigInt(step))) * step;

/** An amount as it is shown, for sums and differences of what is shown. */
export const inCents = (amount: Units): Units => rounded(amount, CENT);

/** What stands between the figures of a dish, in units, each a whole number of cents. */
export interface ShownSteps {
  /** Production loss: from the sum of the ingredients to the CMV. */
  readonly loss: Units;
  /** From the price, less the CMV, to the contribution margin. */
  readonly variableCostValue: Units;
  /** From the margin to the net result. */
  readonly fixedCostValue: Units;
}

/**
 * R$ 11,6767 of ingredients and R$ 1,1677 of loss are R$ 12,8444: shown as 11,68 + 1,17 = 12,84 they do not add up. Price,
 * CMV, margin and result are shown elsewhere too and stay as they are; what leads from one to the next gives way, here to
 * 1,16. Each is less than two cents away from its own rounding.
 * @param ingredients sum of the line costs
 */
export function shownSteps(
  { salePrice, ingredients }: { readonly salePrice: Units; readonly ingredients: Units },
  { cmv, contributionMargin, netProfit }: Pick<DishFigures, 'cmv' | 'contributionMargin' | 'netProfit'>,
): ShownSteps {
  const loss = inCents(cmv) - inCents(ingredients);
  if (salePrice === 0) return { loss, variableCostValue: 0, fixedCostValue: 0 };
  return {
    loss,
    variableCostValue: inCents(salePrice) - inCents(cmv) - inCents(contributionMargin),
    fixedCostValue: inCents(contributionMargin) - inCents(netProfit),
  };
}

/**
 * A dish's contribution margin in percent. 29,97 % is a low margin, and is shown as 29,9%: rounded to 30,0% it would
 * stand beside the word that belongs to less than 30 %.
 */
export function marginText(margin: Units): string {
  const shown = rounded(margin, STEP);
  return percentage(marginRating(shown) === marginRating(margin) ? shown : shown - STEP);
}
