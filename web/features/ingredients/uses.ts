import type { Dish } from '#domain/business/state.ts';

/** In how many dishes each ingredient is. */
export function usesByIngredient(dishes: Iterable<Dish>): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const dish of dishes)
    for (const { ingredientId } of dish.lines) uses.set(ingredientId, (uses.get(ingredientId) ?? 0) + 1);
  return uses;
}
