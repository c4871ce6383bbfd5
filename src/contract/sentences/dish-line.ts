import type { DishLineEvent } from '#domain/business/dish-line.ts';
import type { LinePlace } from '#domain/business/recipe.ts';
import { quantity } from '#domain/format.ts';
import type { Predicates } from './sentence.ts';
import { fromTo } from './words.ts';

/** '“Muçarela” em “Pizza”' */
const line = ({ dishName, ingredientName }: LinePlace, preposition: 'em' | 'de' = 'em'): string =>
  `“${ingredientName}” ${preposition} “${dishName}”`;

export const dishLinePredicates: Predicates<DishLineEvent> = {
  DishIngredientAdded: (added) => `pôs ${line(added)}: ${quantity(added.quantity)}`,
  DishIngredientQuantityChanged: (change) => `mudou a quantidade de ${line(change)} ${fromTo(change, quantity)}`,
  DishIngredientRemoved: (removed) => `tirou ${line(removed, 'de')}, onde havia ${quantity(removed.quantity)}`,
  DishIngredientRestored: (restored) => `pôs de volta ${line(restored)}: ${quantity(restored.quantity)}`,
};
