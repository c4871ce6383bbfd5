import { normalizeName } from '#domain/names.ts';
import type { Dish } from '#domain/business/state.ts';

/** Dishes under one heading of the menu. */
export interface DishGroup {
  /** The name, spelled as in the first dish of the category; undefined for dishes without a category. */
  readonly category: string | undefined;
  /** The name in the form that is compared: 'pizzas' and 'Pizzas' are one category. */
  readonly key: string;
  readonly dishes: readonly Dish[];
}

const alphabet = new Intl.Collator('pt-BR');

/**
 * Groups dishes by category in alphabetical order, those without one last; within a category their order stays.
 * @param names the spelling of each category (`categoryNames` of all dishes)
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
    .map(([key, members]) => ({ key, category: key === '' ? undefined : names.get(key), dishes: members }))
    .toSorted((a, b) => Number(a.key === '') - Number(b.key === '') || alphabet.compare(a.key, b.key));
}
