import type { AnyEvent } from '#domain/any-event.ts';
import { accountPredicates, grantPredicates, adminPredicates } from './sentences/people.ts';
import { averageTicketPredicates, monthRevenuePredicates, salesPredicates } from './sentences/month.ts';
import {
  channelPredicates,
  ownershipPredicates,
  settingsPredicates,
  importMemoryPredicates,
} from './sentences/business.ts';
import {
  dishPredicates,
  dishLinePredicates,
  preparationLinePredicates,
  preparationPredicates,
} from './sentences/recipe.ts';
import { fixedCostPredicates, variableCostPredicates } from './sentences/costs.ts';
import { ingredientPredicates } from './sentences/ingredient.ts';
import { paymentPredicates } from './sentences/payment.ts';
import type { Predicates, SentenceNames } from './sentences/sentence.ts';
import { purchasePredicates } from './sentences/purchase.ts';

/** Everything that can have happened, in plain Portuguese: who did what to what, from what to what. */

/** 'Dona Marta mudou o preço de “Muçarela” de R$ 38,90 para R$ 42,90 por kg.' */
export function sentenceOf({ type, data }: AnyEvent, names: SentenceNames): string {
  // The type of an event says what its data is.
  const predicate = PREDICATES[type] as (data: AnyEvent['data'], names: SentenceNames) => string;
  return `${names.who} ${predicate(data, names)}.`;
}

/** The same of an event whose content has been erased: what kind it was is all that is left. */
export const erasedSentence = ({ who }: Pick<SentenceNames, 'who'>): string =>
  `${who} fez uma mudança cujo conteúdo foi excluído a pedido da pessoa.`;

/** Every event; a forgotten one does not compile. */
const PREDICATES: Predicates<AnyEvent> = {
  ...ownershipPredicates,
  ...fixedCostPredicates,
  ...variableCostPredicates,
  ...monthRevenuePredicates,
  ...averageTicketPredicates,
  ...ingredientPredicates,
  ...preparationPredicates,
  ...preparationLinePredicates,
  ...dishPredicates,
  ...dishLinePredicates,
  ...settingsPredicates,
  ...channelPredicates,
  ...salesPredicates,
  ...purchasePredicates,
  ...accountPredicates,
  ...paymentPredicates,
  ...grantPredicates,
  ...adminPredicates,
  ...importMemoryPredicates,
};
