import { lacksPrice } from '../business/ingredient/price.ts';
import type { Business } from '../business/state.ts';

/** Data that is missing before the figures can be trusted. A missing value is not zero, and the screens say so. */
export interface Gap {
  readonly kind: GapKind;
  /** The number of entities with the gap; 1 where there is nothing to count. */
  readonly count: number;
}

export const GAP_KINDS = [
  'no_fixed_costs',
  'no_variable_costs',
  'no_revenue',
  'no_orders',
  'no_ingredients',
  'ingredients_without_price',
  'no_dishes',
  'dishes_without_price',
  'dishes_without_ingredients',
  'preparations_without_ingredients',
] as const;

export type GapKind = (typeof GAP_KINDS)[number];

/** The gaps in the order in which an owner would fill them; empty when all data is there. */
export function gapsOf(business: Business): readonly Gap[] {
  const months = [...business.months.values()];
  const ingredients = [...business.ingredients.values()];
  const dishes = [...business.dishes.values()];
  const preparations = [...business.preparations.values()];
  const hasRevenue = months.some((month) => month.value > 0);
  const hasTicket = months.some((month) => month.value > 0 && month.orders > 0) || (business.statedTicket ?? 0) > 0;
  const gaps: readonly Gap[] = [
    { kind: 'no_fixed_costs', count: business.fixedCosts.size === 0 ? 1 : 0 },
    { kind: 'no_variable_costs', count: business.variableCosts.size === 0 ? 1 : 0 },
    { kind: 'no_revenue', count: hasRevenue ? 0 : 1 },
    { kind: 'no_orders', count: hasRevenue && !hasTicket ? 1 : 0 },
    { kind: 'no_ingredients', count: ingredients.length === 0 ? 1 : 0 },
    {
      kind: 'ingredients_without_price',
      count: ingredients.filter(lacksPrice).length,
    },
    { kind: 'no_dishes', count: dishes.length === 0 ? 1 : 0 },
    { kind: 'dishes_without_ingredients', count: dishes.filter((dish) => dish.lines.length === 0).length },
    {
      kind: 'preparations_without_ingredients',
      count: preparations.filter((row) => row.lines.length === 0).length,
    },
    { kind: 'dishes_without_price', count: dishes.filter((dish) => dish.salePrice === 0).length },
  ];
  return gaps.filter((gap) => gap.count > 0);
}
