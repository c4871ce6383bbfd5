import type { SingleChange } from './commands.ts';
import { lineOf } from './recipe.ts';
import type { Business } from './state.ts';

/** The version of what a command changes or removes; undefined where it adds, or where that is not there. */
export function versionOf(state: Business, command: SingleChange): number | undefined {
  switch (command.type) {
    case 'ChangeFixedCost':
    case 'RemoveFixedCost':
      return state.fixedCosts.get(command.id)?.version;
    case 'ChangeVariableCost':
    case 'RemoveVariableCost':
      return state.variableCosts.get(command.id)?.version;
    case 'RecordMonthRevenue':
      return state.months.get(command.month)?.version ?? 0;
    case 'ChangeIngredient':
    case 'RemoveIngredient':
      return state.ingredients.get(command.id)?.version;
    case 'ChangeDish':
    case 'RemoveDish':
      return state.dishes.get(command.id)?.version;
    case 'ChangeDishIngredient':
    case 'RemoveDishIngredient': {
      const dish = state.dishes.get(command.dishId);
      return dish && lineOf(dish, command.ingredientId)?.version;
    }
    case 'AddFixedCost':
    case 'AddVariableCost':
    case 'StateAverageTicket':
    case 'AddIngredient':
    case 'AddDish':
    case 'AddDishIngredient':
      return undefined;
    default:
      return command satisfies never;
  }
}
