import type {
  DishBody,
  DishLineBody,
  FixedCostBody,
  IngredientBody,
  MonthRevenueBody,
  VariableCostBody,
} from '#contract/replies.ts';
import type { Business } from '#domain/business/state.ts';
import { put, withLines } from './business-rows.ts';
import { dish, dishLine, fixedCost, ingredient, monthRevenue, variableCost } from './from-wire.ts';

/** A business with a row as the server has just said it: in its place where it is known already, else behind all others. */

export const withFixedCost = (state: Business, row: FixedCostBody): Business =>
  put(state, 'fixedCosts', fixedCost(row, (state.fixedCosts.get(row.id) ?? state).sequence));

export const withVariableCost = (state: Business, row: VariableCostBody): Business =>
  put(state, 'variableCosts', variableCost(row, (state.variableCosts.get(row.id) ?? state).sequence));

export const withIngredient = (state: Business, row: IngredientBody): Business =>
  put(state, 'ingredients', ingredient(row, (state.ingredients.get(row.id) ?? state).sequence));

export const withDish = (state: Business, row: DishBody): Business =>
  put(state, 'dishes', dish(row, (state.dishes.get(row.id) ?? state).sequence));

export const withMonth = (state: Business, row: MonthRevenueBody): Business => ({
  ...state,
  months: new Map(state.months).set(row.month, monthRevenue(row)),
});

export const withNewLine = (state: Business, dishId: string, row: DishLineBody): Business =>
  withLines(state, dishId, (lines) => [...lines, dishLine(row)]);

export function withLine(state: Business, dishId: string, row: DishLineBody): Business {
  const now = dishLine(row);
  return withLines(state, dishId, (lines) =>
    lines.map((line) => (line.ingredientId === now.ingredientId ? now : line)),
  );
}
