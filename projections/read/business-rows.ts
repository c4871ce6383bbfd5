import type { Business } from '#domain/business/state.ts';
import { emptyFigured, type FiguredBusiness, withFigures } from '#read-model/figured-business.ts';
import { listChanges, type ListChanges, type ListName, type ListRow, listRows } from '#read-model/list-rows.ts';
import { wholeAnswers } from '#read-model/owner-answers.ts';

/**
 * Rows that are the answers already. Every row is a pure function of the business, so it does not matter in which
 * batches its events came: rows kept up to date are the rows made from scratch.
 */
export interface BusinessRows {
  /** null before the business is opened and after it is erased: then it has no other rows either. */
  readonly business: BusinessRow | null;
  readonly lists: Readonly<Record<ListName, readonly ListRow[]>>;
}

export interface BusinessRow {
  readonly ownerId: string;
  /** JSON text of the whole answer. */
  readonly dashboard: string;
  /** JSON text of the whole answer. */
  readonly breakEven: string;
  /** JSON text of the whole answer. */
  readonly settings: string;
  /** Of the last event of this business. */
  readonly position: string | null;
}

/** What has to be written to go from one state of a business to another. */
export interface BusinessChanges {
  readonly business: { readonly upsert: BusinessRow | null };
  /** All rows that the business has go, also those that nobody remembers. */
  readonly isErased: boolean;
  readonly lists: Readonly<Record<ListName, ListChanges>>;
}

export function rowsOf(business: Business, position: string | null): BusinessRows {
  const figured = withFigures(business, position);
  return { business: businessRow(figured), lists: listRows(figured) };
}

/** Cheap when little has changed and `after` was made with the figures of `before` at hand. */
export const changedRows = (before: FiguredBusiness, after: FiguredBusiness): BusinessChanges => ({
  business: { upsert: before === after ? null : businessRow(after) },
  isErased: after.business.erased,
  lists: after.business.erased ? noListChanges : listChanges(before, after),
});

const noListChanges = listChanges(emptyFigured, emptyFigured);

function businessRow(figured: FiguredBusiness): BusinessRow | null {
  const { business, position, isShown } = figured;
  if (business.ownerId === null || !isShown) return null;
  return { ownerId: business.ownerId, ...wholeAnswers(figured), position };
}
