import type { Business } from '#domain/business/state.ts';
import { changedRows } from '#projections/read/fold-batch.ts';
import { computeFigures, emptyBusinessWithFigures } from '#read-model/business-with-figures.ts';
import { listRows } from '#read-model/list-rows.ts';

/** All rows of a business, computed from scratch: no row of the business before it is opened and after its erasure. */
export function allRowsOf(state: Business, position: string | null) {
  const businessWithFigures = computeFigures(state, position);
  const { business } = changedRows(emptyBusinessWithFigures, businessWithFigures);
  return { business, lists: listRows(businessWithFigures) };
}
