import type { Dish } from '#domain/business/state.ts';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import { marginRating } from '#domain/figures/dish-result.ts';
import { tabAddress } from './tabs.ts';

/** The address of the dishes with a low margin or a loss. */
export const AT_RISK_ADDRESS = `${tabAddress('recipes')}&only=at-risk`;

export const showsOnlyAtRisk = (search: string): boolean => new URLSearchParams(search).get('only') === 'at-risk';

/**
 * Tells whether the dish has a margin below 30 % or loses money on every sale. A dish without a price is incomplete
 * instead.
 */
export function isAtRisk(dish: Dish, { dishes }: BusinessFigures): boolean {
  const figures = dishes.get(dish.id);
  if (!figures || dish.salePrice === 0) return false;
  return figures.netProfit < 0 || marginRating(figures.contributionMarginPercentage) === 'low';
}
