import { compareStructural } from 'mobx';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';

/**
 * Reuses the previous object of each dish whose figures are equal, so that a change to one dish of a thousand renders
 * only its own card.
 */
export function reuseUnchangedDishes(): (figures: BusinessFigures) => BusinessFigures {
  let previous: ReadonlyMap<string, DishFigures> = new Map();
  return (figures) => {
    const dishes = new Map<string, DishFigures>();
    for (const [id, next] of figures.dishes) {
      const earlier = previous.get(id);
      dishes.set(id, earlier && compareStructural(earlier, next) ? earlier : next);
    }
    previous = dishes;
    return { ...figures, dishes };
  };
}
