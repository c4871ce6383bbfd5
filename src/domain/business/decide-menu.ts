import { QUOTAS } from '../limits.ts';
import type { MenuCommand } from './commands.ts';
import { type SingleDecision, staleness, when } from './decision.ts';
import type { Business, Dish, DishLine } from './state.ts';

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
      const lines = dish.lines.map((line) => ({
        ingredientId: line.ingredientId,
        ingredientName: nameOfIngredient(state, line.ingredientId),
        quantity: line.quantity,
        version: line.version,
      }));
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
      return [{ type: 'DishIngredientAdded', data: { ...lineData(state, dish, ingredientId), quantity } }];
    }
    case 'ChangeDishIngredient': {
      const dish = state.dishes.get(command.dishId);
      const line = dish && lineOf(dish, command.ingredientId);
      if (!dish || !line) return { refusal: 'dish_ingredient_unknown' };
      const data = { ...lineData(state, dish, line.ingredientId), from: line.quantity, to: command.quantity };
      return (
        staleness(command, line) ?? [...when(data.from !== data.to, { type: 'DishIngredientQuantityChanged', data })]
      );
    }
    case 'RemoveDishIngredient': {
      const dish = state.dishes.get(command.dishId);
      const line = dish && lineOf(dish, command.ingredientId);
      if (!dish || !line) return { refusal: 'dish_ingredient_unknown' };
      const { ingredientId, quantity, version } = line;
      const data = { ...lineData(state, dish, ingredientId), quantity, version };
      return staleness(command, line) ?? [{ type: 'DishIngredientRemoved', data }];
    }
    default:
      return command satisfies never;
  }
}

/** Names of the dishes that use an ingredient, in the order of the menu. */
const dishesUsing = (state: Business, ingredientId: string): readonly string[] =>
  [...state.dishes.values()].filter((dish) => lineOf(dish, ingredientId)).map((dish) => dish.name);

const lineOf = (dish: Dish, ingredientId: string): DishLine | undefined =>
  dish.lines.find((line) => line.ingredientId === ingredientId);

const nameOfIngredient = (state: Business, id: string): string => state.ingredients.get(id)?.name ?? '';

const lineData = (state: Business, dish: Dish, ingredientId: string) => ({
  dishId: dish.id,
  dishName: dish.name,
  ingredientId,
  ingredientName: nameOfIngredient(state, ingredientId),
});
