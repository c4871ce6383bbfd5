import type { DishLineEvent } from '#domain/business/dish-line.ts';
import type { LinePlace } from '#domain/business/recipe.ts';
import type { Units } from '#domain/decimal.ts';
import { quantity } from '#domain/format.ts';
import type { Predicates } from './sentence.ts';
import { fromTo } from './words.ts';

/** '“Muçarela” em “Pizza”' */
const line = ({ dishName, ingredientName }: LinePlace, preposition: 'em' | 'de' = 'em'): string =>
  `“${ingredientName}” ${preposition} “${dishName}”`;

/** '0,35 kg'; without its unit where the event is from before it was recorded. */
const amount = (units: Units, { unit }: Pick<LinePlace, 'unit'>): string =>
  unit === undefined ? quantity(units) : `${quantity(units)} ${unit}`;

export const dishLinePredicates: Predicates<DishLineEvent> = {
  DishIngredientAdded: (added) => `pôs ${line(added)}: ${amount(added.quantity, added)}`,
  DishIngredientQuantityChanged: (change) =>
    `mudou a quantidade de ${line(change)} ${fromTo(change, (units) => amount(units, change))}`,
  DishIngredientRemoved: (removed) => `tirou ${line(removed, 'de')}, onde havia ${amount(removed.quantity, removed)}`,
  DishIngredientRestored: (restored) => `pôs de volta ${line(restored)}: ${amount(restored.quantity, restored)}`,
};
