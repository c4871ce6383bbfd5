import type { Recipe } from './recipe/components.ts';
import type { ByType } from './message.ts';
import type { Business } from './state.ts';

/** A mutable business that is built event by event; `Part` names the maps that may change. */
export type BusinessDraft<Part extends keyof Business> = Readonly<Omit<Business, Part>> & {
  -readonly [Name in Part]: Business[Name] extends ReadonlyMap<infer Id, infer Row> ? Map<Id, Row> : Business[Name];
};

/** The evolution of the business by each event of an entity. `Part`: the parts of the business that may change. */
export type Evolution<Events extends { readonly type: string; readonly data: unknown }, Part extends keyof Business> = {
  readonly [Type in keyof ByType<Events>]: (draft: BusinessDraft<Part>, data: ByType<Events>[Type]['data']) => void;
};

/**
 * Sets the unit of all lines of this component that have no unit of their own to the unit in which they were counted
 * until now.
 */
export function setLineUnits(draft: BusinessDraft<'dishes' | 'preparations'>, componentId: string, unit: string): void {
  for (const rows of [draft.dishes, draft.preparations] as Map<string, Recipe>[])
    for (const [id, recipe] of rows) {
      if (!recipe.lines.some((line) => line.ingredientId === componentId && line.ownUnit === null)) continue;
      const lines = recipe.lines.map((line) =>
        line.ingredientId === componentId && line.ownUnit === null ? { ...line, ownUnit: unit } : line,
      );
      rows.set(id, { ...recipe, lines });
    }
}

interface Versioned {
  readonly version: number;
}

/** Changes fields of an existing row, and counts the event in its version. */
export function changeRow<Row extends Versioned>(rows: Map<string, Row>, id: string, to: Partial<Row>): void {
  const row = rows.get(id);
  if (row) rows.set(id, { ...row, ...to, version: row.version + 1 });
}

/**
 * Inserts a row at its former position: before the rows with a higher sequence, or with the same sequence and a higher
 * id.
 */
export function restoreRow<Row extends { readonly id: string; readonly sequence: number }>(
  rows: Map<string, Row>,
  row: Row,
): void {
  const later = [...rows.values()].filter(
    ({ id, sequence }) => sequence > row.sequence || (sequence === row.sequence && id > row.id),
  );
  rows.set(row.id, row);
  for (const each of later) {
    rows.delete(each.id);
    rows.set(each.id, each);
  }
}
