import type { Dish } from '#domain/business/state.ts';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import { marginRating } from '#domain/figures/dish-result.ts';
import { tabAddress } from './tabs.ts';

/** Where only the dishes with a low margin or a loss are shown. */
export const AT_RISK = `${tabAddress('recipes')}&only=at-risk`;

export const asksForThoseAtRisk = (search: string): boolean => new URLSearchParams(search).get('only') === 'at-risk';

/** Under 30 % of margin, or a loss with every sale. A dish without a price is not finished, which is another matter. */
export function isAtRisk(dish: Dish, { dishes }: BusinessFigures): boolean {
  const figures = dishes.get(dish.id);
  if (!figures || dish.salePrice === 0) return false;
  return figures.netProfit < 0 || marginRating(figures.contributionMarginPercentage) === 'low';
}
