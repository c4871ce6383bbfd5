import type { Business } from '#domain/business/state.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';

/** A business as of one of its events, with the figures that its rows show. */
export interface FiguredBusiness {
  readonly business: Business;
  readonly figures: BusinessFigures;
  /** Of its last event. */
  readonly position: string | null;
  /** Has rows: opened, and not erased since. */
  readonly isShown: boolean;
}

export const withFigures = (
  business: Business,
  position: string | null,
  figuresOf: typeof dishFigures = dishFigures,
): FiguredBusiness => ({
  business,
  figures: businessFigures(business, figuresOf),
  position,
  isShown: business.ownerId !== null && !business.erased,
});
