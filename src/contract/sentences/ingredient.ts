import type { IngredientEvent, IngredientFields } from '#domain/business/ingredient.ts';
import type { Given } from '#domain/business/message.ts';
import { unitPrice as price } from '#domain/format.ts';
import type { Predicates } from './sentence.ts';
import { fromTo, quoted, renamed } from './words.ts';

/** What is said of an ingredient beside its name: 'R$ 38,90 por kg' */
const described = ({ unit, unitPrice }: Given<IngredientFields>): string => `${price(unitPrice)} por ${unit}`;

export const ingredientPredicates: Predicates<IngredientEvent> = {
  IngredientAdded: (added) => `cadastrou o insumo ${quoted(added)}, a ${described(added)}`,
  IngredientRenamed: (change) => renamed('o insumo', change),
  IngredientUnitChanged: (change) => `mudou a unidade de ${quoted(change)} ${fromTo(change, String)}`,
  IngredientRepriced: (change) => `mudou o preço de ${quoted(change)} ${fromTo(change, price)} por ${change.unit}`,
  IngredientRemoved: (removed) => `excluiu o insumo ${quoted(removed)}, de ${described(removed)}`,
  IngredientRestored: (restored) => `trouxe de volta o insumo ${quoted(restored)}, a ${described(restored)}`,
};
