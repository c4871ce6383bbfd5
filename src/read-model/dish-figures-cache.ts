import type { Dish } from '#domain/business/state.ts';
import type { CostedComponent, Costing } from '#domain/figures/costing.ts';
import { type ComputedDish, type SharedCosts, isSameSharedCosts } from '#domain/figures/dish-result.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';

/** Inputs and figures of each dish of a menu, by dish id. */
export type DishFiguresCache = ReadonlyMap<string, CachedDish>;

interface CachedDish {
  readonly dish: Dish;
  readonly components: readonly CostedComponent[];
  readonly sharedCosts: SharedCosts;
  readonly computed: ComputedDish;
}

/**
 * `dishFigures` that returns the very same object as `before` while all its inputs are the same: the dish and the
 * components of its lines (immutable, so the same object means the same content) and the `SharedCosts`. Repricing flour on
 * a menu of 200 dishes then computes the ten with flour, and a caller that compares results by identity knows which
 * ten. `newCache` collects the results.
 */
export function cacheDishFigures(before: DishFiguresCache): {
  readonly figuresOf: typeof dishFigures;
  readonly newCache: DishFiguresCache;
} {
  const newCache = new Map<string, CachedDish>();
  return {
    newCache,
    figuresOf(dish, costing, sharedCosts) {
      const cached = before.get(dish.id);
      if (
        cached?.dish === dish &&
        isSameSharedCosts(cached.sharedCosts, sharedCosts) &&
        hasSameLineComponents(dish, costing, cached.components)
      ) {
        newCache.set(dish.id, cached);
        return cached.computed;
      }
      const computed = dishFigures(dish, costing, sharedCosts);
      const components = dish.lines.map((line) => costing.component(line.ingredientId));
      newCache.set(dish.id, { dish, components, sharedCosts, computed });
      return computed;
    },
  };
}

export const hasSameLineComponents = (dish: Dish, costing: Costing, before: CachedDish['components']): boolean =>
  dish.lines.every((line, i) => costing.component(line.ingredientId) === before[i]);
