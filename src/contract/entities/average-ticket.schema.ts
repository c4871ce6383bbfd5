import * as v from 'valibot';
import { fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { AverageTicket } from '../fields.ts';
import { BusinessMetricsReply } from '../figures.schema.ts';
import { stating } from './set-calls.schema.ts';

export const averageTicketEndpoints = endpoints({
  stateAverageTicket: {
    method: 'POST',
    path: '/api/business-metrics',
    access: 'owner',
    tag: 'Faturamento',
    summary: 'Informa o ticket médio, usado enquanto nenhum mês tem faturamento e pedidos.',
    changes: 'data',
    body: fields({
      average_ticket: AverageTicket,
      update_ticket_only: v.optional(v.literal(true, 'Este campo só aceita true.')),
    }),
    reply: BusinessMetricsReply,
  },
});

export const averageTicketSetCalls = [stating('stateAverageTicket', averageTicketEndpoints)] as const;
