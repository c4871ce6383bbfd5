import type { Dish } from '#domain/business/state.ts';
import type { CostedComponent, Costing } from '#domain/figures/costing.ts';
import { type ComputedDish, type CostBase, isSameBase } from '#domain/figures/dish-result.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';

/** What each dish of a menu was computed from, and what came out; by dish id. */
export type RememberedDishes = ReadonlyMap<string, RememberedDish>;

interface RememberedDish {
  readonly dish: Dish;
  readonly components: readonly CostedComponent[];
  readonly base: CostBase;
  readonly computed: ComputedDish;
}

/**
 * `dishFigures` that gives the very same object as `before` while everything it was computed from is the same: the dish
 * and what its lines are of (immutable, so the same object means the same content) and the cost base. Repricing flour on a
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
    figuresOf(dish, costing, base) {
      const known = before.get(dish.id);
      if (known?.dish === dish && isSameBase(known.base, base) && usesSame(dish, costing, known.components)) {
        remembered.set(dish.id, known);
        return known.computed;
      }
      const computed = dishFigures(dish, costing, base);
      const components = dish.lines.map((line) => costing.component(line.ingredientId));
      remembered.set(dish.id, { dish, components, base, computed });
      return computed;
    },
  };
}

export const usesSame = (dish: Dish, costing: Costing, before: RememberedDish['components']): boolean =>
  dish.lines.every((line, i) => costing.component(line.ingredientId) === before[i]);
