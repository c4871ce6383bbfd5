import * as v from 'valibot';
import { fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { AverageTicket } from '../fields.ts';
import { BusinessMetricsReply } from '../figures.schema.ts';
import { stating } from './set-calls.schema.ts';
import { changeRoutes } from '../routes/owner.ts';

export const averageTicketEndpoints = endpoints({
  stateAverageTicket: {
    ...changeRoutes.stateAverageTicket,
    access: 'owner',
    tag: 'Faturamento',
    summary: 'Informa o ticket médio, usado enquanto nenhum mês tem faturamento e pedidos.',
    body: fields({
      average_ticket: AverageTicket,
      update_ticket_only: v.optional(v.literal(true, 'Este campo só aceita true.')),
    }),
    reply: BusinessMetricsReply,
  },
});

export const averageTicketSetCalls = [stating('stateAverageTicket', averageTicketEndpoints)] as const;
