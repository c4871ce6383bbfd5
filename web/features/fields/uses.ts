import type { Recipe } from '#domain/business/recipe/components.ts';
import type { Business } from '#domain/business/state.ts';
import { formatCount } from '#domain/format.ts';

/** The number of the given recipes that each component is in. */
export function usesByIngredient(recipes: Iterable<Pick<Recipe, 'lines'>>): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const recipe of recipes)
    for (const { ingredientId } of recipe.lines) uses.set(ingredientId, (uses.get(ingredientId) ?? 0) + 1);
  return uses;
}

/** The dishes and preparations that use a component. */
export interface Uses {
  readonly dishes: number;
  readonly preparations: number;
}

/** A function from a component's id to its uses. */
export function usesIn({ dishes, preparations }: Pick<Business, 'dishes' | 'preparations'>): (id: string) => Uses {
  const inDishes = usesByIngredient(dishes.values());
  const inPreparations = usesByIngredient(preparations.values());
  return (id) => ({ dishes: inDishes.get(id) ?? 0, preparations: inPreparations.get(id) ?? 0 });
}

/** The uses in words: 'em 3 pratos e 1 preparo'; undefined for a component without uses. */
export function usesText({ dishes, preparations }: Uses): string | undefined {
  const parts = [
    dishes > 0 && `${formatCount(dishes)} ${dishes === 1 ? 'prato' : 'pratos'}`,
    preparations > 0 && `${formatCount(preparations)} ${preparations === 1 ? 'preparo' : 'preparos'}`,
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : `em ${parts.join(' e ')}`;
}
