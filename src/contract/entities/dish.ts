import type { Dish } from '#domain/business/state.ts';
import { numberFromUnits } from '#domain/decimal.ts';
import { costBase } from '#domain/figures/business-figures.ts';
import { type DishFigures, dishFigures } from '#domain/figures/dish-figures.ts';
import { dishLineBody, dishLineRow } from './dish-line.ts';
import type { DishBody } from './dish.schema.ts';
import { amount, fromWire, text, toWire } from './field.ts';
import { type FieldsOf, listed } from './listed.ts';

const fields = {
  name: text('name'),
  salePrice: amount('sale_price'),
} as const satisfies FieldsOf<'Dish'>;

/** `figures` are those of this very dish: its lines stand in the same order. */
export const dishBody = (dish: Dish, figures: DishFigures): DishBody => ({
  id: dish.id,
  ...toWire(fields, dish),
  cmv: numberFromUnits(figures.cmv),
  cmv_percentage: numberFromUnits(figures.cmvPercentage),
  contribution_margin: numberFromUnits(figures.contributionMargin),
  contribution_margin_percentage: numberFromUnits(figures.contributionMarginPercentage),
  net_profit: numberFromUnits(figures.netProfit),
  variable_cost_value: numberFromUnits(figures.variableCostValue),
  variable_cost_percentage: numberFromUnits(figures.variableCostPercentage),
  fixed_cost_value: numberFromUnits(figures.fixedCostValue),
  fixed_cost_percentage: numberFromUnits(figures.fixedCostPercentage),
  ingredients: figures.lines.map((line, i) => dishLineBody(line, dish.lines[i]?.version ?? 1)),
  version: dish.version,
});

export const dishRow = (body: DishBody, sequence: number): Dish => ({
  id: body.id,
  ...fromWire(fields, body),
  lines: body.ingredients.map(dishLineRow),
  version: body.version,
  sequence,
});

export const dishCommands = listed({
  noun: 'Dish',
  table: 'dishes',
  path: '/api/dishes',
  fields,
  body: (dish, business) => dishBody(dish, dishFigures(dish, business.ingredients, costBase(business)).figures),
  row: dishRow,
  removalReads: ({ lines }) => lines.map((line) => line.ingredientId),
});
