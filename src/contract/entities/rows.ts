import type { Channel, Dish, FixedCost, Ingredient, Preparation, VariableCost } from '#domain/business/state.ts';

interface BusinessRows {
  readonly fixedCosts: FixedCost;
  readonly variableCosts: VariableCost;
  readonly ingredients: Ingredient;
  readonly preparations: Preparation;
  readonly dishes: Dish;
  readonly channels: Channel;
}
export type EntityListName = keyof BusinessRows;
export type RowIn<Table extends EntityListName> = BusinessRows[Table];
type EntityLists = { readonly [Table in EntityListName]: ReadonlyMap<string, RowIn<Table>> };

export const rowsOf = <Table extends EntityListName>(state: EntityLists, table: Table): EntityLists[Table] =>
  state[table];

/** A row that the last command has made or changed, and that therefore exists. */
export function requireRow<Id, Row>(rows: ReadonlyMap<Id, Row>, id: Id): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`row ${String(id)} is missing after its command`);
  return row;
}
