import type { AverageTicketEvent } from '#domain/business/average-ticket.ts';
import type { Predicates } from './sentence.ts';
import { fromTo, money } from './words.ts';

export const averageTicketPredicates: Predicates<AverageTicketEvent> = {
  AverageTicketStated: ({ from, to }) =>
    from === null ? `informou o ticket médio de ${money(to)}` : `mudou o ticket médio ${fromTo({ from, to }, money)}`,
  AverageTicketWithdrawn: ({ ticket }) => `retirou o ticket médio de ${money(ticket)}`,
};
