import type { AverageTicketEvent } from '#domain/business/month/average-ticket.ts';
import { money } from '#domain/format.ts';
import type { Predicates } from './sentence.ts';
import { fromTo } from './words.ts';

export const averageTicketPredicates: Predicates<AverageTicketEvent> = {
  AverageTicketStated: ({ from, to }) =>
    from === null ? `informou o ticket médio de ${money(to)}` : `mudou o ticket médio ${fromTo({ from, to }, money)}`,
  AverageTicketWithdrawn: ({ ticket }) => `retirou o ticket médio de ${money(ticket)}`,
};
