import type { Dish } from '../business/state.ts';
import { toSafeNumber, divideRounded, SCALE, type TenThousandths, HUNDRED_PERCENT_N } from '../decimal.ts';
import type { Fraction } from '../fraction.ts';
import { formatPercentage } from '../format.ts';

/** The costs and the result of one portion of a dish, as amounts and percentages in ten-thousandths. */
export interface DishFigures {
  readonly lines: readonly LineFigures[];
  /** The cost of goods sold, production loss included. */
  readonly cmv: TenThousandths;
  readonly cmvPercentage: TenThousandths;
  readonly variableCostPercentage: TenThousandths;
  readonly variableCostValue: TenThousandths;
  readonly contributionMargin: TenThousandths;
  readonly contributionMarginPercentage: TenThousandths;
  readonly fixedCostPercentage: TenThousandths;
  readonly fixedCostValue: TenThousandths;
  readonly netProfit: TenThousandths;
  /** Results in each channel, the main one first; empty while there are no channels. */
  readonly channels: readonly ChannelFigures[];
}

/** The result of a dish in one channel, with its price, its lines and its costs. */
export interface ChannelFigures extends Omit<DishFigures, 'lines' | 'channels'> {
  readonly channelId: string;
  /** The price in the channel; 0 where the dish is not sold. */
  readonly price: TenThousandths;
}

export interface LineFigures {
  /** The id of an ingredient or a preparation. */
  readonly ingredientId: string;
  /** Its name. */
  readonly ingredientName: string;
  /** The unit of the quantity. */
  readonly unit: string;
  /** The unit in which the ingredient is priced. */
  readonly componentUnit: string;
  /** The price of one `componentUnit`. */
  readonly unitPrice: TenThousandths;
  readonly quantity: TenThousandths;
  /** The cost of the line in the whole batch, without loss. */
  readonly cost: TenThousandths;
}

/**
 * Three figures of a dish for the means over all dishes. Rounded to ten-thousandths, but not limited to safe integers.
 */
export interface UnboundedDishFigures {
  readonly salePrice: bigint;
  readonly cmv: bigint;
  readonly contributionMargin: bigint;
}

/** The values of the whole business that a dish's figures depend on. */
export interface SharedCosts {
  /** The sum of the fixed costs per month. */
  readonly fixedCosts: bigint;
  /** The sum of the variable percentages that are paid in the main channel. */
  readonly variablePercentage: bigint;
  /** The average monthly revenue, rounded. */
  readonly averageRevenue: bigint;
  /** The channels, the main one first. */
  readonly channels: readonly ChannelRates[];
  /** The production loss of dishes that have none of their own, in ten-thousandths of a percent. */
  readonly productionLoss: bigint;
}

/** The variable costs of every sale in a channel. */
export interface ChannelRates {
  readonly id: string;
  readonly isMain: boolean;
  /** The sum of the variable percentages. */
  readonly variablePercentage: bigint;
}

export const isSameSharedCosts = (a: SharedCosts, b: SharedCosts): boolean =>
  a === b ||
  (a.fixedCosts === b.fixedCosts &&
    a.variablePercentage === b.variablePercentage &&
    a.averageRevenue === b.averageRevenue &&
    a.productionLoss === b.productionLoss &&
    a.channels.length === b.channels.length &&
    a.channels.every(({ id, isMain, variablePercentage }, i) => {
      const other = b.channels[i];
      return other?.id === id && other.isMain === isMain && other.variablePercentage === variablePercentage;
    }));

/** By default, 10 % of the ingredients is lost in production: cost × 1,10 (on top, not cost ÷ 0,90). */
export const DEFAULT_LOSS: TenThousandths = 10 * SCALE;

type SharedFixedCosts = Pick<SharedCosts, 'fixedCosts' | 'averageRevenue'>;

/** The factor from the cost of a whole recipe to the CMV of one portion: 100 % plus the loss, ÷ (100 % × portions). */
export const portionShare = (
  { loss, portions }: Pick<Dish, 'loss' | 'portions'>,
  sharedCosts: Pick<SharedCosts, 'productionLoss'>,
): Fraction => ({
  n: HUNDRED_PERCENT_N + (loss === null ? sharedCosts.productionLoss : BigInt(loss)),
  d: HUNDRED_PERCENT_N * BigInt(portions ?? 1),
});

/** The share of the fixed costs in revenue: R$ 14.310,35 of R$ 39.741,92 → 36,0082 %; 0 without revenue. */
export const fixedCostPercentage = ({ fixedCosts, averageRevenue }: SharedFixedCosts): bigint =>
  averageRevenue === 0n ? 0n : divideRounded(fixedCosts * HUNDRED_PERCENT_N, averageRevenue);

/** The variable costs of a sale at this price: 21,2 % of R$ 49,90 → R$ 10,5788. */
export const variableCostAt = (
  salePrice: bigint,
  { variablePercentage }: Pick<SharedCosts, 'variablePercentage'>,
): bigint => divideRounded(salePrice * variablePercentage, HUNDRED_PERCENT_N);

/**
 * The share of a sale in the fixed costs, computed from the amounts and not from the rounded percentage; 0 without
 * revenue.
 */
export const fixedCostAt = (salePrice: bigint, { fixedCosts, averageRevenue }: SharedFixedCosts): bigint =>
  averageRevenue === 0n ? 0n : divideRounded(salePrice * fixedCosts, averageRevenue);

export interface ComputedDish {
  readonly figures: DishFigures;
  readonly unbounded: UnboundedDishFigures;
}

/** The result of one sale, as displayed and before its figures are limited. */
export interface SaleResult {
  readonly figures: Omit<DishFigures, 'lines' | 'channels'>;
  readonly unbounded: UnboundedDishFigures;
}

/** The result of a sale at this price. @param cmv of one portion with its loss, unbounded */
export function resultOf(
  price: TenThousandths,
  cmv: bigint,
  sharedCosts: Omit<SharedCosts, 'channels' | 'productionLoss'>,
): SaleResult {
  const salePrice = BigInt(price);
  const hasPrice = salePrice > 0n;
  const variableCostValue = variableCostAt(salePrice, sharedCosts);
  // R$ 49,90 − 22,7607 of CMV − 10,5788 of variable costs → R$ 16,5605.
  const contributionMargin = hasPrice ? salePrice - cmv - variableCostValue : 0n;
  const fixedCostValue = fixedCostAt(salePrice, sharedCosts);
  const shareOfPrice = (amount: bigint): TenThousandths =>
    hasPrice ? toSafeNumber(divideRounded(amount * HUNDRED_PERCENT_N, salePrice)) : 0;
  return {
    unbounded: { salePrice, cmv, contributionMargin },
    figures: {
      cmv: toSafeNumber(cmv),
      cmvPercentage: shareOfPrice(cmv),
      variableCostPercentage: toSafeNumber(sharedCosts.variablePercentage),
      variableCostValue: toSafeNumber(variableCostValue),
      contributionMargin: toSafeNumber(contributionMargin),
      contributionMarginPercentage: shareOfPrice(contributionMargin),
      fixedCostPercentage: toSafeNumber(fixedCostPercentage(sharedCosts)),
      fixedCostValue: toSafeNumber(fixedCostValue),
      // Without a price both amounts are 0, and so is the result.
      netProfit: toSafeNumber(contributionMargin - fixedCostValue),
    },
  };
}

/** A contribution margin under 30 % is low, from 50 % on it is excellent. */
export function marginRating(contributionMarginPercentage: TenThousandths): 'low' | 'acceptable' | 'excellent' {
  if (contributionMarginPercentage < 30 * SCALE) return 'low';
  return contributionMarginPercentage < 50 * SCALE ? 'acceptable' : 'excellent';
}

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
