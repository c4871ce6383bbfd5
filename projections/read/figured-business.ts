import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import { rememberDishFigures, type RememberedDishes, usesSame } from './remembered-dishes.ts';

/** A business as of one of its events, with the figures that its rows show. */
export interface FiguredBusiness {
  readonly business: Business;
  readonly figures: BusinessFigures;
  readonly dishes: RememberedDishes;
  /** Of its last event. */
  readonly position: string | null;
  /** Has rows: opened, and not erased since. */
  readonly isShown: boolean;
}

/** What has not changed since `before`, an earlier state of the same business, is not computed again. */
export function withFigures(business: Business, position: string | null, before?: FiguredBusiness): FiguredBusiness {
  const isShown = business.ownerId !== null && !business.erased;
  if (before && isSameKitchen(business, before)) return { ...before, business, position, isShown };
  const { figuresOf, remembered } = rememberDishFigures(before?.dishes ?? new Map());
  return { business, figures: businessFigures(business, figuresOf), dishes: remembered, position, isShown };
}

/** Nothing that a figure rests on has changed: an ingredient that is in no dish has, or the owner. */
const isSameKitchen = (business: Business, { business: before, dishes }: FiguredBusiness): boolean =>
  business.fixedCosts === before.fixedCosts &&
  business.variableCosts === before.variableCosts &&
  business.months === before.months &&
  business.statedTicket === before.statedTicket &&
  business.dishes === before.dishes &&
  [...dishes.values()].every(({ dish, ingredients }) => usesSame(dish, business.ingredients, ingredients));

export const emptyFigured = withFigures(emptyBusiness, null);
