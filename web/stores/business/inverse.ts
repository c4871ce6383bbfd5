import type { SingleChange } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';

/** What can be added or changed in one go, by a ready model or an import. */
export type SetChange = Extract<
  SingleChange,
  {
    type:
      | 'AddFixedCost'
      | 'AddVariableCost'
      | 'AddIngredient'
      | 'AddDish'
      | 'AddDishIngredient'
      | 'ChangeFixedCost'
      | 'ChangeVariableCost'
      | 'ChangeIngredient';
  }
>;

/**
 * The changes that take a set back, last first: what it added goes, what it changed gets the values of `before` again.
 * A line goes with its dish.
 */
export const inverseOf = (commands: readonly SetChange[], before: Business): readonly SingleChange[] =>
  commands.toReversed().flatMap((command) => inverse(command, before));

function inverse(command: SetChange, before: Business): readonly SingleChange[] {
  switch (command.type) {
    case 'AddFixedCost':
      return [{ type: 'RemoveFixedCost', id: command.id }];
    case 'AddVariableCost':
      return [{ type: 'RemoveVariableCost', id: command.id }];
    case 'AddIngredient':
      return [{ type: 'RemoveIngredient', id: command.id }];
    case 'AddDish':
      return [{ type: 'RemoveDish', id: command.id }];
    case 'AddDishIngredient': {
      const { dishId, ingredientId } = command;
      return before.dishes.has(dishId) ? [{ type: 'RemoveDishIngredient', dishId, ingredientId }] : [];
    }
    case 'ChangeFixedCost': {
      const held = before.fixedCosts.get(command.id);
      return held ? [{ type: 'ChangeFixedCost', id: held.id, name: held.name, value: held.value }] : [];
    }
    case 'ChangeVariableCost': {
      const held = before.variableCosts.get(command.id);
      return held ? [{ type: 'ChangeVariableCost', id: held.id, name: held.name, percentage: held.percentage }] : [];
    }
    case 'ChangeIngredient': {
      const held = before.ingredients.get(command.id);
      if (!held) return [];
      const { id, name, unit, unitPrice } = held;
      return [{ type: 'ChangeIngredient', id, name, unit, unitPrice }];
    }
    default:
      return command satisfies never;
  }
}
