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
export type RowIn<List extends EntityListName> = BusinessRows[List];
type EntityLists = { readonly [Table in EntityListName]: ReadonlyMap<string, RowIn<Table>> };

export const listOf = <List extends EntityListName>(state: EntityLists, list: List): EntityLists[List] => state[list];

/** A row that the last command has made or changed, and that therefore exists. */
export function requireRow<Id, Row>(rows: ReadonlyMap<Id, Row>, id: Id): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`row ${String(id)} is missing after its command`);
  return row;
}
