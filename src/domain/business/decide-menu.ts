import { QUOTAS } from '../limits.ts';
import type { MenuCommand } from './commands.ts';
import { type SingleDecision, staleness, when } from './decision.ts';
import { dishesUsing, lineNames, lineOf, recordedLines } from './recipe.ts';
import type { Business } from './state.ts';

/** Ingredients, dishes and recipes of an open business. */
export function decideMenu(state: Business, command: MenuCommand): SingleDecision {
  switch (command.type) {
    case 'AddIngredient': {
      const { id, name, unit, unitPrice } = command;
      if (state.ingredients.has(id)) return { refusal: 'id_taken' };
      if (state.ingredients.size >= QUOTAS.ingredients)
        return { refusal: 'too_many_ingredients', limit: QUOTAS.ingredients };
      return [{ type: 'IngredientAdded', data: { id, name, unit, unitPrice } }];
    }
    case 'ChangeIngredient': {
      const ingredient = state.ingredients.get(command.id);
      if (!ingredient) return { refusal: 'ingredient_unknown' };
      const { id, name = ingredient.name, unit = ingredient.unit, unitPrice = ingredient.unitPrice } = command;
      return (
        staleness(command, ingredient) ?? [
          ...when(name !== ingredient.name, {
            type: 'IngredientRenamed',
            data: { id, from: ingredient.name, to: name },
          }),
          ...when(unit !== ingredient.unit, {
            type: 'IngredientUnitChanged',
            data: { id, name, from: ingredient.unit, to: unit },
          }),
          ...when(unitPrice !== ingredient.unitPrice, {
            type: 'IngredientRepriced',
            data: { id, name, unit, from: ingredient.unitPrice, to: unitPrice },
          }),
        ]
      );
    }
    case 'RemoveIngredient': {
      const ingredient = state.ingredients.get(command.id);
      if (!ingredient) return { refusal: 'ingredient_unknown' };
      const { id, name, unit, unitPrice, version } = ingredient;
      const dishes = dishesUsing(state, id);
      if (dishes.length > 0) return { refusal: 'ingredient_in_use', ingredient: name, dishes };
      return (
        staleness(command, ingredient) ?? [{ type: 'IngredientRemoved', data: { id, name, unit, unitPrice, version } }]
      );
    }
    case 'AddDish': {
      const { id, name, salePrice } = command;
      if (state.dishes.has(id)) return { refusal: 'id_taken' };
      if (state.dishes.size >= QUOTAS.dishes) return { refusal: 'too_many_dishes', limit: QUOTAS.dishes };
      return [{ type: 'DishAdded', data: { id, name, salePrice } }];
    }
    case 'ChangeDish': {
      const dish = state.dishes.get(command.id);
      if (!dish) return { refusal: 'dish_unknown' };
      const { id, name = dish.name, salePrice = dish.salePrice } = command;
      return (
        staleness(command, dish) ?? [
          ...when(name !== dish.name, { type: 'DishRenamed', data: { id, from: dish.name, to: name } }),
          ...when(salePrice !== dish.salePrice, {
            type: 'DishPriced',
            data: { id, name, from: dish.salePrice, to: salePrice },
          }),
        ]
      );
    }
    case 'RemoveDish': {
      const dish = state.dishes.get(command.id);
      if (!dish) return { refusal: 'dish_unknown' };
      const { id, name, salePrice, version } = dish;
      const lines = recordedLines(state, dish.lines);
      return staleness(command, dish) ?? [{ type: 'DishRemoved', data: { id, name, salePrice, lines, version } }];
    }
    case 'AddDishIngredient': {
      const { dishId, ingredientId, quantity } = command;
      const dish = state.dishes.get(dishId);
      if (!dish) return { refusal: 'dish_unknown' };
      const ingredient = state.ingredients.get(ingredientId);
      if (!ingredient) return { refusal: 'ingredient_unknown' };
      if (lineOf(dish, ingredientId))
        return { refusal: 'ingredient_already_in_dish', ingredient: ingredient.name, dish: dish.name };
      if (dish.lines.length >= QUOTAS.linesPerDish)
        return { refusal: 'too_many_dish_ingredients', limit: QUOTAS.linesPerDish };
      return [{ type: 'DishIngredientAdded', data: { ...lineNames(state, dish, ingredientId), quantity } }];
    }
    case 'ChangeDishIngredient': {
      const dish = state.dishes.get(command.dishId);
      const line = dish && lineOf(dish, command.ingredientId);
      if (!dish || !line) return { refusal: 'dish_ingredient_unknown' };
      const data = { ...lineNames(state, dish, line.ingredientId), from: line.quantity, to: command.quantity };
      return (
        staleness(command, line) ?? [...when(data.from !== data.to, { type: 'DishIngredientQuantityChanged', data })]
      );
    }
    case 'RemoveDishIngredient': {
      const dish = state.dishes.get(command.dishId);
      const line = dish && lineOf(dish, command.ingredientId);
      if (!dish || !line) return { refusal: 'dish_ingredient_unknown' };
      const { ingredientId, quantity, version } = line;
      const data = { ...lineNames(state, dish, ingredientId), quantity, version };
      return staleness(command, line) ?? [{ type: 'DishIngredientRemoved', data }];
    }
    default:
      return command satisfies never;
  }
}
