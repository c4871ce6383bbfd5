import type { DishLineBody } from '#contract/replies.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import { withDish, withFixedCost, withIngredient, withLine, withMonth, withVariableCost } from './answered-rows.ts';

type Takeover = {
  readonly [Type in BusinessCommand['type']]?: (
    state: Business,
    current: never,
    command: Extract<BusinessCommand, { type: Type }>,
  ) => Business;
};

/** By the command that was refused because its thing had changed. */
const takeover = {
  ChangeFixedCost: withFixedCost,
  ChangeVariableCost: withVariableCost,
  ChangeIngredient: withIngredient,
  ChangeDish: withDish,
  ChangeDishIngredient: (state, current: DishLineBody, { dishId }) => withLine(state, dishId, current),
  RecordMonthRevenue: withMonth,
} satisfies Takeover;

/** A business with what the server says it has now of the thing that a refused command is about. */
export function withCurrent(state: Business, command: BusinessCommand, current: unknown): Business {
  if (typeof current !== 'object' || current === null) return state;
  const take = (takeover as Takeover)[command.type];
  return take ? take(state, current as never, command as never) : state;
}
