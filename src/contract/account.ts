import * as v from 'valibot';
import { bodySchema } from './body.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id } from './fields.ts';
import { DOWNLOAD } from './limits.ts';
import { accountRoutes } from './routes/account.ts';

export const UserReply = v.object({
  id: v.string(),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  access_granted: v.boolean(),
  is_admin: v.boolean(),
  guest: v.boolean(),
  /** The oldest payment that still gives access; null after a refund or a move. */
  payment_id: v.nullable(v.string()),
  guest_to_join: v.pipe(
    v.nullable(v.object({ has_data: v.boolean(), own_data: v.boolean() })),
    v.description(
      'Este navegador usava o Prumo sem conta antes de entrar, e ainda não disse se esses dados vêm para a conta. has_data: há dados a trazer; own_data: a conta já tem os seus.',
    ),
  ),
  transfer_asked: v.pipe(
    v.nullable(v.object({ payment_id: v.string(), email: v.nullable(v.string()), until: v.string() })),
    v.description(
      'Só para quem usa sem conta: uma conta com o e-mail digitado ao pagar pediu este acesso. Sem resposta até until (ISO 8601), pode levá-lo.',
    ),
  ),
  google_user_data: v.nullable(v.object({ name: v.string(), picture: v.optional(v.string()) })),
});

export type UserBody = v.InferOutput<typeof UserReply>;

export const BusinessSummaryReply = v.object({
  id: v.string(),
  is_open: v.pipe(v.boolean(), v.description('É o negócio que o painel mostra.')),
  fixed_costs: v.number(),
  ingredients: v.number(),
  dishes: v.number(),
});

export const OwnSessionReply = v.object({
  is_this: v.pipe(v.boolean(), v.description('É a sessão de quem pergunta.')),
  created_at: v.string(),
  last_seen_at: v.string(),
});

/** Endpoints of the account: whose data these are, downloading them, erasing them. */
export const accountEndpoints = defineEndpoints({
  joinGuest: {
    ...accountRoutes.joinGuest,
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Responde se os dados usados sem conta neste navegador vêm para a conta que acaba de entrar.',
    body: bodySchema({
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
    ...accountRoutes.listBusinesses,
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Os negócios da conta.',
    reply: v.array(BusinessSummaryReply),
  },
  openBusiness: {
    ...accountRoutes.openBusiness,
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Passa a mostrar outro negócio da conta no painel.',
    params: v.object({ id: Id }),
    reply: v.array(BusinessSummaryReply),
  },
  listSessions: {
    ...accountRoutes.listSessions,
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Os navegadores em que a conta está aberta agora.',
    reply: v.array(OwnSessionReply),
  },
  endOtherSessions: {
    ...accountRoutes.endOtherSessions,
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Sai da conta em todos os outros navegadores. Quem pede precisa ter entrado há no máximo dez minutos.',
    status: 204,
  },
  downloadData: {
    ...accountRoutes.downloadData,
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Tudo o que o Prumo guarda sobre quem pergunta, em um arquivo JSON.',
    limit: DOWNLOAD,
    reply: v.record(v.string(), v.unknown()),
  },
  eraseAccount: {
    ...accountRoutes.eraseAccount,
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Exclui para sempre a conta, os negócios e os dados pessoais de quem pede.',
    status: 204,
    body: bodySchema({ confirm: v.literal('EXCLUIR', 'Escreva EXCLUIR para confirmar.') }),
  },
});
