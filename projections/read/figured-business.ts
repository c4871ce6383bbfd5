import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import { rememberDishFigures, type RememberedDishes } from './remembered-dishes.ts';

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
export function withFigures(
  business: Business,
  position: string | null,
  before?: Pick<FiguredBusiness, 'dishes'>,
): FiguredBusiness {
  const { figuresOf, remembered } = rememberDishFigures(before?.dishes ?? new Map());
  return {
    business,
    figures: businessFigures(business, figuresOf),
    dishes: remembered,
    position,
    isShown: business.ownerId !== null && !business.erased,
  };
}

export const emptyFigured = withFigures(emptyBusiness, null);
