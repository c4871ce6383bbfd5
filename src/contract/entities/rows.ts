import type { Channel, Dish, FixedCost, Ingredient, Preparation, VariableCost } from '#domain/business/state.ts';

interface BusinessRows {
  readonly fixedCosts: FixedCost;
  readonly variableCosts: VariableCost;
  readonly ingredients: Ingredient;
  readonly preparations: Preparation;
  readonly dishes: Dish;
  readonly channels: Channel;
}
export type TableName = keyof BusinessRows;
export type RowIn<Table extends TableName> = BusinessRows[Table];
type Tables = { readonly [Table in TableName]: ReadonlyMap<string, RowIn<Table>> };

export const rowsIn = <Table extends TableName>(state: Tables, table: Table): Tables[Table] => state[table];

/** A row that the last command has made or changed, and that therefore exists. */
export function requireRow<Id, Row>(rows: ReadonlyMap<Id, Row>, id: Id): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`not in the state right after its command: ${String(id)}`);
  return row;
}
