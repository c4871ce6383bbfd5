import type { Dish } from '#domain/business/state.ts';
import { type ComputedDish, type CostBase, dishFigures, type PricedIngredient } from '#domain/figures/dish-figures.ts';

/** What each dish of a menu was computed from, and what came out; by dish id. */
export type RememberedDishes = ReadonlyMap<string, RememberedDish>;

interface RememberedDish {
  readonly dish: Dish;
  readonly ingredients: readonly (PricedIngredient | undefined)[];
  readonly base: CostBase;
  readonly computed: ComputedDish;
}

/**
 * `dishFigures` that gives the very same object as `before` while everything it was computed from is the same: the dish
 * and its ingredients (immutable, so the same object means the same content) and the cost base. Repricing flour on a
 * menu of 200 dishes then computes the ten with flour, and whoever compares results by identity knows which ten.
 * `remembered` fills up with what it has been asked for.
 */
export function rememberDishFigures(before: RememberedDishes): {
  readonly figuresOf: typeof dishFigures;
  readonly remembered: RememberedDishes;
} {
  const remembered = new Map<string, RememberedDish>();
  return {
    remembered,
    figuresOf(dish, ingredients, base) {
      const known = before.get(dish.id);
      if (known?.dish === dish && isSameBase(known.base, base) && usesSame(dish, ingredients, known.ingredients)) {
        remembered.set(dish.id, known);
        return known.computed;
      }
      const computed = dishFigures(dish, ingredients, base);
      const used = dish.lines.map((line) => ingredients.get(line.ingredientId));
      remembered.set(dish.id, { dish, ingredients: used, base, computed });
      return computed;
    },
  };
}

const isSameBase = (a: CostBase, b: CostBase): boolean =>
  a === b ||
  (a.fixedCosts === b.fixedCosts &&
    a.variablePercentage === b.variablePercentage &&
    a.averageRevenue === b.averageRevenue);

export const usesSame = (
  dish: Dish,
  ingredients: ReadonlyMap<string, PricedIngredient>,
  before: RememberedDish['ingredients'],
): boolean => dish.lines.every((line, i) => ingredients.get(line.ingredientId) === before[i]);
