import type { RecipeLine } from '#domain/business/recipe/line.ts';
import type {
  Business,
  Channel,
  Dish,
  FixedCost,
  Ingredient,
  Preparation,
  VariableCost,
} from '#domain/business/state.ts';

/** A business with one of its rows put in, changed or taken away, as an answer of the server says. */

interface Rows {
  readonly fixedCosts: FixedCost;
  readonly variableCosts: VariableCost;
  readonly ingredients: Ingredient;
  readonly preparations: Preparation;
  readonly dishes: Dish;
  readonly channels: Channel;
}
export type TableName = keyof Rows;
export type RowIn<Table extends TableName> = Rows[Table];
type Tables = { readonly [Table in TableName]: ReadonlyMap<string, RowIn<Table>> };

export const rowsIn = <Table extends TableName>(state: Tables, table: Table): Tables[Table] => state[table];

/** Where it stands in its list already, else behind all others. */
export const placeIn = (state: Business, table: TableName, id: string): number =>
  (rowsIn(state, table).get(id) ?? state).sequence;

/** `sequence` only grows: a later addition stands after an earlier one. */
export const withRow = <Table extends TableName>(state: Business, table: Table, row: RowIn<Table>): Business => ({
  ...state,
  sequence: state.sequence + 1,
  [table]: new Map<string, unknown>(rowsIn(state, table)).set(row.id, row),
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
