import { normalizeName } from '#domain/names.ts';
import type { Dish } from '#domain/business/state.ts';

/** Dishes under one heading of the menu. */
export interface DishGroup {
  /** Its name as the dish that was entered first writes it; undefined for dishes without one. */
  readonly category: string | undefined;
  /** Its name in the form that is compared: 'pizzas' and 'Pizzas' are one category. */
  readonly key: string;
  readonly dishes: readonly Dish[];
}

const alphabet = new Intl.Collator('pt-BR');

/**
 * The dishes by category in the order of the alphabet, those without one last; within a category their order stays.
 * @param names how each category is written (`categoryNames` of all dishes)
 */
export function groupsOf(dishes: readonly Dish[], names: ReadonlyMap<string, string>): readonly DishGroup[] {
  const groups = new Map<string, Dish[]>();
  for (const dish of dishes) {
    const key = normalizeName(dish.category ?? '');
    const group = groups.get(key);
    if (group) group.push(dish);
    else groups.set(key, [dish]);
  }
  return [...groups]
    .map(([key, inIt]) => ({ key, category: key === '' ? undefined : names.get(key), dishes: inIt }))
    .toSorted((a, b) => Number(a.key === '') - Number(b.key === '') || alphabet.compare(a.key, b.key));
}
