import type { Business } from '#domain/business/state.ts';
import {
  emptyBusinessWithFigures,
  type BusinessWithFigures,
  computeFigures,
} from '#read-model/business-with-figures.ts';
import { listChanges, type RowChanges, type ListName, type ListRow, listRows } from '#read-model/list-rows.ts';
import { businessAnswers } from '#read-model/owner-answers.ts';

/**
 * The rows of a business, which are the answers already. Every row is a pure function of the business, so the result
 * does not depend on how its events were batched: incremental rows equal rebuilt rows.
 */
export interface BusinessRows {
  /** The row of the business; null before it is opened and after it is erased; then it has no other rows either. */
  readonly business: BusinessRow | null;
  readonly lists: Readonly<Record<ListName, readonly ListRow[]>>;
}

export interface BusinessRow {
  readonly ownerId: string;
  /** JSON text of the whole answer. */
  readonly dashboard: string;
  /** JSON text of the whole answer. */
  readonly breakEvenFinancial: string;
  /** JSON text of the whole answer. */
  readonly businessSettings: string;
  /** The position of the last event of this business. */
  readonly position: string | null;
}

/** The row changes that lead from one state of a business to another. */
export interface BusinessChanges {
  readonly business: { readonly upsert: BusinessRow | null };
  /** True if all rows of the business are deleted, including rows that are not in memory. */
  readonly isErased: boolean;
  readonly lists: Readonly<Record<ListName, RowChanges>>;
}

/** All rows of a business, computed from scratch. */
export function allRowsOf(business: Business, position: string | null): BusinessRows {
  const businessWithFigures = computeFigures(business, position);
  return { business: businessRow(businessWithFigures), lists: listRows(businessWithFigures) };
}

/** Computes the row changes. The cost is low when little has changed and `after` reuses the figures of `before`. */
export const changedRows = (before: BusinessWithFigures, after: BusinessWithFigures): BusinessChanges => ({
  business: { upsert: before === after ? null : businessRow(after) },
  isErased: after.business.erased,
  lists: after.business.erased ? noListChanges : listChanges(before, after),
});

const noListChanges = listChanges(emptyBusinessWithFigures, emptyBusinessWithFigures);

function businessRow(businessWithFigures: BusinessWithFigures): BusinessRow | null {
  const { business, position, isOpen } = businessWithFigures;
  if (business.ownerId === null || !isOpen) return null;
  return { ownerId: business.ownerId, ...businessAnswers(businessWithFigures), position };
}
