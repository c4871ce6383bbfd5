import * as v from 'valibot';
import { defineEndpoints } from './endpoint.ts';
import { bodySchema } from './body.ts';
import { freeText } from './fields.ts';
import { BEGIN_SIGN_IN, SIGN_IN } from './limits.ts';
import { UserReply } from './account.ts';
import { sessionRoutes } from './routes/session.ts';

const ShortText = freeText(4_096, { tooLong: 'Este texto é longo demais.' });

/** Endpoints of the current session, signing in and signing out. */
export const sessionEndpoints = defineEndpoints({
  currentUser: {
    ...sessionRoutes.currentUser,
    access: 'signedIn',
    tag: 'Sessão',
    summary: 'Quem está usando o produto agora.',
    reply: UserReply,
  },
  loginRedirect: {
    ...sessionRoutes.loginRedirect,
    access: 'anyone',
    tag: 'Sessão',
    summary: 'Endereço para entrar com a conta Google.',
    limit: BEGIN_SIGN_IN,
    query: v.object({ return_to: v.optional(ShortText) }),
    reply: v.object({ redirectUrl: v.string() }),
  },
  openSession: {
    ...sessionRoutes.openSession,
    access: 'anyone',
    tag: 'Sessão',
    summary: 'Troca o código do provedor de identidade por uma sessão, ou diz com que erro ele devolveu a pessoa.',
    limit: SIGN_IN,
    body: bodySchema({
      code: v.pipe(ShortText, v.description('Vazio onde o provedor devolveu um erro no lugar dele.')),
      error: v.optional(ShortText),
      state: v.optional(ShortText),
      iss: v.optional(ShortText),
    }),
    reply: v.object({ return_to: v.string() }),
  },
  logout: {
    ...sessionRoutes.logout,
    access: 'anyone',
    tag: 'Sessão',
    summary: 'Encerra a sessão.',
    reply: v.object({ signed_out: v.literal(true) }),
  },
});
