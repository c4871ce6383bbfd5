import type { Business, Dish } from '#domain/business/state.ts';

/** A business with one of its rows put in, changed or taken away, as an answer of the server says. */

export type TableName = 'fixedCosts' | 'variableCosts' | 'ingredients' | 'dishes';
type RowOf<Table extends TableName> = Business[Table] extends ReadonlyMap<string, infer Row> ? Row : never;

/** `sequence` only grows: a later addition stands after an earlier one. */
export const put = <Table extends TableName>(
  state: Business,
  table: Table,
  row: RowOf<Table> & { id: string },
): Business => ({
  ...state,
  sequence: state.sequence + 1,
  [table]: new Map<string, unknown>(state[table]).set(row.id, row),
});

export function without(state: Business, table: TableName, id: string): Business {
  const rows = new Map<string, unknown>(state[table]);
  rows.delete(id);
  return { ...state, [table]: rows };
}

/** A change to a line counts as a change to its dish, here as on the server. */
export function withLines(state: Business, dishId: string, change: (lines: Dish['lines']) => Dish['lines']): Business {
  const held = state.dishes.get(dishId);
  if (!held) return state;
  return put(state, 'dishes', { ...held, lines: change(held.lines), version: held.version + 1 });
}
