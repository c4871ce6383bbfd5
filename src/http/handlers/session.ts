import type { Accounts } from '#app/accounts.ts';
import type { AccessLog } from '#access-log/access-log.ts';
import { TERMS } from '#contract/terms.ts';
import { IdentityUnavailable, type SignInRefusal, SignInRefused } from '#identity/port.ts';
import type { SignIn } from '#identity/sign-in.ts';
import type { Sessions } from '#identity/sessions.ts';
import type { Vault } from '#identity/vault.ts';
import type { Grants } from '#app/admin/grants.ts';
import type { BuyerCookie } from '../buyer-cookie.ts';
import { clientAddress } from '../visit-tracker.ts';
import type { Handlers } from '../mount.ts';
import { Problem, problems } from '../problem.ts';
import type { SessionCookies } from '../session-cookies.ts';
import type { Logger } from 'pino';
import type { UserBodyOf } from './user-body.ts';

export interface SessionPorts {
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly cookies: SessionCookies;
  readonly buyerCookie: BuyerCookie;
  readonly grants: Pick<Grants, 'takeUp'>;
  readonly userBody: UserBodyOf;
  readonly accessLog: Pick<AccessLog, 'recordSessionStart'>;
  /** Operators see why a sign-in failed; people get a sentence. */
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

type SessionHandlers = Pick<Handlers, 'currentUser' | 'loginRedirect' | 'openSession' | 'logout'>;

/** Handlers of the session: signing in and out, and the current visitor. */
export function sessionHandlers(ports: SessionPorts): SessionHandlers {
  const { signIn, sessions, vault, accounts, cookies, grants, userBody, accessLog, buyerCookie, logger } = ports;
  return {
    async currentUser({ visitor, ctx }) {
      // The guest's session has arrived, so the token that started it is not needed any more.
      if (visitor?.kind === 'guest') await buyerCookie.invalidate(ctx, visitor.paymentId);
      else await buyerCookie.clearIfInvalid(ctx);
      if (!visitor) throw problems.notSignedIn();
      // Pages request this when they open, which is often enough to record that a session is in use.
      await sessions.find(cookies.session.read(ctx));
      return { body: await userBody(visitor) };
    },

    async loginRedirect({ query, ctx, requestId }) {
      const { url, cookie } = await mapSignInErrors({ logger, requestId }, () =>
        signIn.begin({ returnPath: query.return_to ?? '/dashboard', cookie: cookies.signIn.read(ctx) }),
      );
      cookies.signIn.write(ctx, cookie);
      return { body: { redirectUrl: url } };
    },

    async openSession({ body, ctx, requestId }) {
      const cookie = cookies.signIn.read(ctx);
      const {
        identity,
        returnPath,
        cookie: otherSignIns,
      } = await mapSignInErrors({ logger, requestId }, () => signIn.finish({ cookie, params: body }));
      const { userId } = await vault.recogniseOrRegister(identity);
      const context = { actor: { kind: 'account', id: userId }, requestId } as const;
      if ((await accounts.signIn(userId, identity.issuer, context)) === null) throw beingErasedProblem();
      await accounts.acceptTerms(userId, TERMS.version, context);
      if (identity.emailVerified)
        await grants.takeUp(userId, identity.email, { actor: { kind: 'system', id: 'grants' }, requestId });
      // An existing session is not continued, because another person may know its token. A guest in this browser is
      // remembered, and stays one, until the person decides about the guest's data.
      const previousSession = await sessions.find(cookies.session.read(ctx));
      const pendingGuestId =
        previousSession?.kind === 'guest' ? previousSession.userId : previousSession?.pendingGuestId;
      if (previousSession?.kind !== 'guest') await sessions.end(cookies.session.read(ctx));
      cookies.session.write(ctx, await sessions.start({ userId, kind: 'account', pendingGuestId }));
      if (otherSignIns === '') cookies.signIn.clear(ctx);
      else cookies.signIn.write(ctx, otherSignIns);
      accessLog.recordSessionStart(userId, clientAddress(ctx));
      return { body: { return_to: returnPath } };
    },

    async logout({ ctx, visitor }) {
      await sessions.end(cookies.session.read(ctx));
      cookies.session.clear(ctx);
      // The cookie would let the next user of the browser in as the guest who has just left, with access to receipts:
      // its token is invalidated wherever it is stored.
      await buyerCookie.invalidate(ctx, visitor?.kind === 'guest' ? visitor.paymentId : null);
      ctx.set('Clear-Site-Data', '"cache", "storage"');
      return { body: { signed_out: true } };
    },
  };
}

/** The problem of a person whose account is being erased; once it is erased, the person counts as a new one. */
const beingErasedProblem = (): Problem =>
  new Problem(503, 'being_erased', 'Seus dados ainda estão sendo excluídos. Tente de novo em um minuto.', {
    headers: { 'Retry-After': '10' },
  });

/** Refusals that are no fault: the person changed their mind, took too long, or returned in another tab. */
const EXPECTED_REFUSALS: ReadonlySet<SignInRefusal> = new Set(['denied', 'expired', 'state']);

const SENTENCES: Partial<Readonly<Record<SignInRefusal, string>>> = {
  denied: 'Você saiu antes de concluir a entrada. Quando quiser, é só tentar de novo.',
  expired: 'A entrada demorou demais e perdeu a validade. Tente de novo.',
};

/** Runs `work`, maps errors of the identity provider to a sentence for the person, and logs the original. */
async function mapSignInErrors<T>(
  { logger, requestId }: Pick<SessionPorts, 'logger'> & { readonly requestId: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SignInRefused) {
      const level = EXPECTED_REFUSALS.has(error.reason) ? 'info' : 'warn';
      logger[level]({ requestId, refused: error.reason, reason: error.detail }, 'sign-in refused');
      const sentence = SENTENCES[error.reason] ?? 'A entrada não foi concluída. Tente entrar de novo.';
      throw new Problem(400, `sign_in_${error.reason}`, sentence);
    }
    if (error instanceof IdentityUnavailable) {
      logger.warn({ requestId, reason: error.detail }, 'sign-in not possible: the identity provider fails');
      throw new Problem(503, 'identity_away', 'O serviço de entrada está fora do ar. Tente de novo em instantes.', {
        headers: { 'Retry-After': '5' },
      });
    }
    throw error;
  }
}
