import type {
  DishBody,
  DishLineBody,
  FixedCostBody,
  IngredientBody,
  MonthRevenueBody,
  VariableCostBody,
} from '#contract/replies.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import { put, withLines } from './business-rows.ts';
import { dish, dishLine, fixedCost, ingredient, monthRevenue, variableCost } from './from-wire.ts';

type Takeover = {
  readonly [Type in BusinessCommand['type']]?: (
    state: Business,
    current: never,
    command: Extract<BusinessCommand, { type: Type }>,
  ) => Business;
};

/** By the command that was refused because its thing had changed. */
const takeover = {
  ChangeFixedCost: (state, current: FixedCostBody) =>
    put(state, 'fixedCosts', fixedCost(current, (state.fixedCosts.get(current.id) ?? state).sequence)),
  ChangeVariableCost: (state, current: VariableCostBody) =>
    put(state, 'variableCosts', variableCost(current, (state.variableCosts.get(current.id) ?? state).sequence)),
  ChangeIngredient: (state, current: IngredientBody) =>
    put(state, 'ingredients', ingredient(current, (state.ingredients.get(current.id) ?? state).sequence)),
  ChangeDish: (state, current: DishBody) =>
    put(state, 'dishes', dish(current, (state.dishes.get(current.id) ?? state).sequence)),
  ChangeDishIngredient(state, current: DishLineBody, { dishId }) {
    const now = dishLine(current);
    return withLines(state, dishId, (lines) =>
      lines.map((line) => (line.ingredientId === now.ingredientId ? now : line)),
    );
  },
  RecordMonthRevenue: (state, current: MonthRevenueBody) => ({
    ...state,
    months: new Map(state.months).set(current.month, monthRevenue(current)),
  }),
} satisfies Takeover;

/** A business with what the server says it has now of the thing that a refused command is about. */
export function withCurrent(state: Business, command: BusinessCommand, current: unknown): Business {
  if (typeof current !== 'object' || current === null) return state;
  const take = (takeover as Takeover)[command.type];
  return take ? take(state, current as never, command as never) : state;
}
