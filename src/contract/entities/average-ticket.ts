import { numberFromUnits } from '#domain/decimal.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { businessMetricsBody } from '../figures.ts';
import type { CommandCalls } from './command-call.ts';

export const averageTicketCommands: CommandCalls<'StateAverageTicket'> = {
  StateAverageTicket: {
    call: 'stateAverageTicket',
    kind: 'puts',
    sent: ({ ticket }) => ({ body: { average_ticket: numberFromUnits(ticket), update_ticket_only: true } }),
    command: ({ body }) => ({ type: 'StateAverageTicket', ticket: body.average_ticket }),
    reply: (after) => businessMetricsBody(businessFigures(after)),
    readWriteSet: () => ({ writes: ['ticket'], reads: [] }),
  },
};
