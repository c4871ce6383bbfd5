import * as v from 'valibot';
import { fields } from './body.ts';
import { endpoints } from './endpoint.ts';
import { Id } from './fields.ts';
import { UserReply } from './replies.ts';

export const BusinessSummaryReply = v.object({
  id: v.string(),
  is_open: v.pipe(v.boolean(), v.description('É o negócio que o painel mostra.')),
  fixed_costs: v.number(),
  ingredients: v.number(),
  dishes: v.number(),
});

/** What is the account's own: whose data these are, and taking them along. */
export const accountEndpoints = endpoints({
  joinGuest: {
    method: 'POST',
    path: '/api/account/join',
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Responde se os dados usados sem conta neste navegador vêm para a conta que acaba de entrar.',
    changes: 'session',
    body: fields({
      choice: v.pipe(
        v.picklist(['open_guests', 'open_mine', 'keep_apart'], 'Escolha uma das respostas.'),
        v.description(
          'open_guests: vêm e passam a ser o negócio aberto. open_mine: vêm, mas o da conta continua aberto. keep_apart: nada vem.',
        ),
      ),
    }),
    reply: UserReply,
  },
  listBusinesses: {
    method: 'GET',
    path: '/api/account/businesses',
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Os negócios da conta.',
    reply: v.array(BusinessSummaryReply),
  },
  openBusiness: {
    method: 'POST',
    path: '/api/account/businesses/:id/open',
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Passa a mostrar outro negócio da conta no painel.',
    changes: 'session',
    params: v.object({ id: Id }),
    reply: v.array(BusinessSummaryReply),
  },
});
