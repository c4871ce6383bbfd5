import type { AnyEvent } from '#domain/any-event.ts';
import { accountPhrases, grantPhrases, adminPhrases } from './sentences/people.ts';
import { averageTicketPhrases, monthRevenuePhrases, salesPhrases } from './sentences/month.ts';
import { channelPhrases, ownershipPhrases, settingsPhrases, importMemoryPhrases } from './sentences/business.ts';
import { dishPhrases, dishLinePhrases, preparationLinePhrases, preparationPhrases } from './sentences/recipe.ts';
import { fixedCostPhrases, variableCostPhrases } from './sentences/costs.ts';
import { ingredientPhrases } from './sentences/ingredient.ts';
import { paymentPhrases } from './sentences/payment.ts';
import type { EventPhrases, SentenceNames } from './sentences/sentence.ts';
import { purchasePhrases } from './sentences/purchase.ts';

/** The sentences of all events, in plain Portuguese: actor, action, entity, old and new value. */

/** The sentence of an event: 'Dona Marta mudou o preço de “Muçarela” de R$ 38,90 para R$ 42,90 por kg.' */
export function sentenceOf({ type, data }: AnyEvent, names: SentenceNames): string {
  // The type of an event determines the type of its data.
  const phrase = EVENT_PHRASES[type] as (data: AnyEvent['data'], names: SentenceNames) => string;
  return `${names.actorName} ${phrase(data, names)}.`;
}

/** The sentence of an event whose content has been erased: only its kind is known. */
export const erasedSentence = ({ actorName }: Pick<SentenceNames, 'actorName'>): string =>
  `${actorName} fez uma mudança cujo conteúdo foi excluído a pedido da pessoa.`;

/** The phrases of every event; a missing one does not compile. */
const EVENT_PHRASES: EventPhrases<AnyEvent> = {
  ...ownershipPhrases,
  ...fixedCostPhrases,
  ...variableCostPhrases,
  ...monthRevenuePhrases,
  ...averageTicketPhrases,
  ...ingredientPhrases,
  ...preparationPhrases,
  ...preparationLinePhrases,
  ...dishPhrases,
  ...dishLinePhrases,
  ...settingsPhrases,
  ...channelPhrases,
  ...salesPhrases,
  ...purchasePhrases,
  ...accountPhrases,
  ...paymentPhrases,
  ...grantPhrases,
  ...adminPhrases,
  ...importMemoryPhrases,
};
