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

/** The sentences of all events, in plain Portuguese: actor, action, entity, old and new value. */

/** The sentence of an event: 'Dona Marta mudou o preço de “Muçarela” de R$ 38,90 para R$ 42,90 por kg.' */
export function sentenceOf({ type, data }: AnyEvent, names: SentenceNames): string {
  // The type of an event determines the type of its data.
  const predicate = PREDICATES[type] as (data: AnyEvent['data'], names: SentenceNames) => string;
  return `${names.actorName} ${predicate(data, names)}.`;
}

/** The sentence of an event whose content has been erased: only its kind is known. */
export const erasedSentence = ({ actorName }: Pick<SentenceNames, 'actorName'>): string =>
  `${actorName} fez uma mudança cujo conteúdo foi excluído a pedido da pessoa.`;

/** Predicates of every event; a missing one does not compile. */
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
