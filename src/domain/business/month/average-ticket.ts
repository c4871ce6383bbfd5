import type { TenThousandths } from '../../decimal.ts';
import { derivedTicket } from '../../figures/business-figures.ts';
import { type Decisions, nothingChanged } from '../decision.ts';
import type { Evolution } from '../business-draft.ts';
import { changedSinceRefusal, type Inverses } from '../inverse.ts';
import type { Command, Event } from '../message.ts';

export type AverageTicketFields = { readonly ticket: TenThousandths };

export type AverageTicketCommand = Command<'StateAverageTicket', AverageTicketFields>;

export type AverageTicketEvent =
  | Event<'AverageTicketStated', { from: TenThousandths | null; to: TenThousandths }>
  /** The stated ticket was removed. */
  | Event<'AverageTicketWithdrawn', AverageTicketFields>;

export const averageTicketDecisions: Decisions<AverageTicketCommand, AverageTicketEvent> = {
  StateAverageTicket: {
    decide({ statedTicket, months }, { ticket }) {
      // The screen sends the derived ticket after every revenue save: only a ticket that differs from it is recorded.
      const derived = derivedTicket([...months.values()]);
      if (ticket === 0 || ticket === statedTicket || BigInt(ticket) === derived) return nothingChanged;
      return [{ type: 'AverageTicketStated', data: { from: statedTicket, to: ticket } }];
    },
  },
};

export const averageTicketEvolution: Evolution<AverageTicketEvent, 'statedTicket'> = {
  AverageTicketStated(draft, { to }) {
    draft.statedTicket = to;
  },
  AverageTicketWithdrawn(draft) {
    draft.statedTicket = null;
  },
};

export const averageTicketInverses: Inverses<AverageTicketEvent> = {
  AverageTicketStated({ statedTicket }, { from, to }) {
    if (statedTicket !== to) return changedSinceRefusal({ kind: 'average_ticket' }, 'ticket', true);
    return from === null
      ? { type: 'AverageTicketWithdrawn', data: { ticket: to } }
      : { type: 'AverageTicketStated', data: { from: to, to: from } };
  },
  AverageTicketWithdrawn({ statedTicket }, { ticket }) {
    if (statedTicket !== null) return changedSinceRefusal({ kind: 'average_ticket' }, 'ticket', true);
    return { type: 'AverageTicketStated', data: { from: null, to: ticket } };
  },
};
