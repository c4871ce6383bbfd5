import type { PreparationEvent } from '#domain/business/recipe/preparation.ts';
import type { Units } from '#domain/decimal.ts';
import { quantity } from '#domain/format.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { changePredicates, type Predicates } from './sentence.ts';
import { conversionsText, counted, fromTo, quoted } from './words.ts';

/** '2,5 kg' */
const yieldText = ({
  yieldQuantity,
  yieldUnit,
}: {
  readonly yieldQuantity: Units;
  readonly yieldUnit: string;
}): string => `${quantity(yieldQuantity)} ${yieldUnit}`;

const withRecipe = (preparation: { readonly name: string; readonly lines: readonly unknown[] }): string =>
  `${quoted(preparation)}, com ${counted(preparation.lines.length, 'insumo', 'insumos')}`;

export const preparationPredicates: Predicates<PreparationEvent> = {
  PreparationAdded: (added) => `cadastrou o preparo ${quoted(added)}, que rende ${yieldText(added)}`,
  ...changePredicates('o preparo', preparationFields, {
    PreparationMethodChanged: (change) => `mudou o modo de preparo de ${quoted(change)}`,
  }),
  PreparationYieldChanged: (change) => `mudou o rendimento de ${quoted(change)} ${fromTo(change, yieldText)}`,
  PreparationConversionsChanged: (change) =>
    `mudou as conversões de ${quoted(change)} ${fromTo(change, conversionsText)}`,
  PreparationRemoved: (removed) => `excluiu o preparo ${withRecipe(removed)}`,
  PreparationRestored: (restored) => `trouxe de volta o preparo ${withRecipe(restored)}`,
};
