import type { AnyEvent } from '#domain/any-event.ts';
import { accountPredicates } from './sentences/account.ts';
import { adminPredicates } from './sentences/admin.ts';
import { averageTicketPredicates } from './sentences/average-ticket.ts';
import { channelPredicates } from './sentences/channel.ts';
import { dishPredicates } from './sentences/dish.ts';
import { fixedCostPredicates } from './sentences/fixed-cost.ts';
import { grantPredicates } from './sentences/grant.ts';
import { importMemoryPredicates } from './sentences/import-memory.ts';
import { ingredientPredicates } from './sentences/ingredient.ts';
import { monthRevenuePredicates } from './sentences/month-revenue.ts';
import { ownershipPredicates } from './sentences/ownership.ts';
import { paymentPredicates } from './sentences/payment.ts';
import { preparationPredicates } from './sentences/preparation.ts';
import { dishLinePredicates, preparationLinePredicates } from './sentences/recipe-line.ts';
import { salesPredicates } from './sentences/sales.ts';
import { settingsPredicates } from './sentences/settings.ts';
import type { Predicates, SentenceNames } from './sentences/sentence.ts';
import { purchasePredicates } from './sentences/purchase.ts';
import { variableCostPredicates } from './sentences/variable-cost.ts';

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
