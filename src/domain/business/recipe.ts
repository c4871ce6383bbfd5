import type { RemovedLine } from './events.ts';
import type { Business, Dish, DishLine } from './state.ts';

export const lineOf = (dish: Dish, ingredientId: string): DishLine | undefined =>
  dish.lines.find((line) => line.ingredientId === ingredientId);

/** Names of the dishes that use an ingredient, in the order of the menu. */
export const dishesUsing = (state: Business, ingredientId: string): readonly string[] =>
  [...state.dishes.values()].filter((dish) => lineOf(dish, ingredientId)).map((dish) => dish.name);

const nameOfIngredient = (state: Business, id: string): string => state.ingredients.get(id)?.name ?? '';

/** What an event about a line says of where it is. */
export const lineNames = (state: Business, dish: Pick<Dish, 'id' | 'name'>, ingredientId: string) => ({
  dishId: dish.id,
  dishName: dish.name,
  ingredientId,
  ingredientName: nameOfIngredient(state, ingredientId),
});

/** Lines as an event carries them: with the ingredients' names of the time. */
export const recordedLines = (state: Business, lines: readonly DishLine[]): readonly RemovedLine[] =>
  lines.map(({ ingredientId, quantity, version }) => ({
    ingredientId,
    ingredientName: nameOfIngredient(state, ingredientId),
    quantity,
    version,
  }));
