import type { RecipeLine } from '#domain/business/recipe/line.ts';
import type { Business } from '#domain/business/state.ts';

/** A business with one of its rows put in, changed or taken away, as an answer of the server says. */

export type TableName = {
  [Key in keyof Business]: Business[Key] extends ReadonlyMap<string, unknown> ? Key : never;
}[keyof Business];
export type RowIn<Table extends TableName> = Business[Table] extends ReadonlyMap<string, infer Row> ? Row : never;

/** `sequence` only grows: a later addition stands after an earlier one. */
export const withRow = <Table extends TableName>(
  state: Business,
  table: Table,
  row: RowIn<Table> & { readonly id: string },
): Business => ({
  ...state,
  sequence: state.sequence + 1,
  [table]: new Map<string, unknown>(state[table]).set(row.id, row),
});

export function withoutRow(state: Business, table: TableName, id: string): Business {
  const rows = new Map<string, unknown>(state[table]);
  rows.delete(id);
  return { ...state, [table]: rows };
}

/** A change to a line counts as a change to its recipe, here as on the server. */
export function withLines(
  state: Business,
  table: 'dishes' | 'preparations',
  id: string,
  change: (lines: readonly RecipeLine[]) => readonly RecipeLine[],
): Business {
  const held = state[table].get(id);
  if (!held) return state;
  return withRow(state, table, { ...held, lines: change(held.lines), version: held.version + 1 });
}

/** What a command has just made or changed is there. */
export function present<Id, Row>(rows: ReadonlyMap<Id, Row>, id: Id): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`not in the state right after its command: ${String(id)}`);
  return row;
}
