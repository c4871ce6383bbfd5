import type { Units } from '../decimal.ts';
import type { Dish } from './dish.ts';
import type { DishLine } from './dish-line.ts';
import type { Business } from './state.ts';

export const lineOf = (dish: Dish, ingredientId: string): DishLine | undefined =>
  dish.lines.find((line) => line.ingredientId === ingredientId);

/** Names of the dishes that use an ingredient, in the order of the menu. */
export const dishesUsing = (state: Business, ingredientId: string): readonly string[] =>
  [...state.dishes.values()].filter((dish) => lineOf(dish, ingredientId)).map((dish) => dish.name);

const nameOfIngredient = (state: Business, id: string): string => state.ingredients.get(id)?.name ?? '';

/** What an event about a line says of where it is, in the words of the time. */
export interface LinePlace {
  readonly dishId: string;
  readonly dishName: string;
  readonly ingredientId: string;
  readonly ingredientName: string;
  /** In which the line's quantity is counted; events from before it was recorded have none. */
  readonly unit?: string;
}

export function linePlace(state: Business, dish: Pick<Dish, 'id' | 'name'>, ingredientId: string): LinePlace {
  const unit = state.ingredients.get(ingredientId)?.unit;
  return {
    dishId: dish.id,
    dishName: dish.name,
    ingredientId,
    ingredientName: nameOfIngredient(state, ingredientId),
    ...(unit === undefined ? {} : { unit }),
  };
}

/** A line as the events of its dish carry it: with the ingredient's name of the time. */
export type RecordedLine = {
  readonly ingredientId: string;
  readonly ingredientName: string;
  readonly quantity: Units;
  readonly version: number;
};

export const recordedLines = (state: Business, lines: readonly DishLine[]): readonly RecordedLine[] =>
  lines.map(({ ingredientId, quantity, version }) => ({
    ingredientId,
    ingredientName: nameOfIngredient(state, ingredientId),
    quantity,
    version,
  }));
