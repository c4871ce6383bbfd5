import type {
  DishBody,
  DishLineBody,
  FixedCostBody,
  IngredientBody,
  MonthRevenueBody,
  VariableCostBody,
} from '#contract/replies.ts';
import type { Dish, DishLine, FixedCost, Ingredient, MonthRevenue, VariableCost } from '#domain/business/state.ts';
import { type Units, unitsFromNumber } from '#domain/decimal.ts';

/** Wire values as domain values: what `#contract/wire.ts` writes, read back. `sequence` is the place in its list. */

export const fixedCost = ({ id, name, value, version }: FixedCostBody, sequence: number): FixedCost => ({
  id,
  name,
  value: units(value),
  version,
  sequence,
});

export const variableCost = ({ id, name, percentage, version }: VariableCostBody, sequence: number): VariableCost => ({
  id,
  name,
  percentage: units(percentage),
  version,
  sequence,
});

export const monthRevenue = ({ month, value, orders_count, version }: MonthRevenueBody): MonthRevenue => ({
  month,
  value: units(value),
  orders: orders_count,
  version,
});

export const ingredient = (body: IngredientBody, sequence: number): Ingredient => ({
  id: body.id,
  name: body.name,
  unit: body.unit,
  unitPrice: units(body.unit_price),
  version: body.version,
  sequence,
});

export const dishLine = ({ ingredient_id, quantity, version }: DishLineBody): DishLine => ({
  ingredientId: ingredient_id,
  quantity: units(quantity),
  version,
});

export const dish = (body: DishBody, sequence: number): Dish => ({
  id: body.id,
  name: body.name,
  salePrice: units(body.sale_price),
  lines: body.ingredients.map(dishLine),
  version: body.version,
  sequence,
});

/** Version of a thing known only from where it is used: no call can name the version it has in view. */
export const VERSION_UNKNOWN = 0;

/** What a dish's lines say about their ingredients, for when the list of ingredients itself did not come. */
export const ingredientOfLine = (line: DishLineBody, sequence: number): Ingredient => ({
  id: line.ingredient_id,
  name: line.ingredient_name,
  unit: line.unit,
  unitPrice: units(line.unit_price),
  version: VERSION_UNKNOWN,
  sequence,
});

/** The wire has at most four decimals, so nothing is lost; anything else from there would be a broken server. */
export function units(value: number): Units {
  const exact = unitsFromNumber(value);
  if (exact === undefined) throw new RangeError(`not an amount: ${value}`);
  return exact;
}
