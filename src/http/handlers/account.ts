import type { Guests } from '#app/guests.ts';
import type { SwitchBusiness } from '#app/switch-business.ts';
import { type PositionWaiter, READ_YOUR_WRITES_TIMEOUT_MS } from '#read-model/position-waiter.ts';
import type { Position } from '#eventstore/port.ts';
import { type Sessions, sessionHash } from '#identity/sessions.ts';
import type { OwnSession } from '#queries/active-sessions.ts';
import type { OwnBusiness } from '#queries/own-businesses.ts';
import type { Queries } from '#queries/queries.ts';
import type { SessionUser } from '#queries/visitor.ts';
import type { Handlers } from '../mount.ts';
import { Problem, problems } from '../problem.ts';
import type { SessionCookies } from '../session-cookies.ts';
import type { UserBodyOf } from './user-body.ts';

export interface AccountPorts {
  readonly guests: Guests;
  readonly switchBusiness: SwitchBusiness;
  readonly sessions: Sessions;
  readonly queries: Queries;
  readonly waiter: PositionWaiter;
  readonly cookies: SessionCookies;
  readonly userBody: UserBodyOf;
  readonly clock: () => Date;
}

type AccountHandlers = Pick<
  Handlers,
  'joinGuest' | 'listBusinesses' | 'openBusiness' | 'listSessions' | 'endOtherSessions'
>;

/** Erasing needs a recent sign-in, so that a stranger at an open browser cannot lock the owner out. */
const RECENT_SIGN_IN_MS = 10 * 60_000;

/** Handlers of the account: its businesses, the data of a guest in the same browser, and its sessions. */
export function accountHandlers(ports: AccountPorts): AccountHandlers {
  const { guests, switchBusiness, sessions, queries, waiter, cookies, userBody, clock } = ports;
  const waitUntilVisible = async (position: Position | null): Promise<unknown> =>
    position && (await waiter.waitFor(position, READ_YOUR_WRITES_TIMEOUT_MS));
  const businessesOf = async (userId: string) => (await queries.businesses(userId)).map(businessBody);
  return {
    async joinGuest({ visitor, body, ctx, requestId }) {
      const { userId, pendingGuestId: guestId } = requireVisitor(visitor);
      if (guestId === null) throw nothingToJoinProblem();
      const context = { actor: { kind: 'account', id: userId }, requestId } as const;
      const showGuestBusiness = body.choice === 'open_guests';
      let position: Position | null = null;
      if (body.choice === 'keep_apart') await sessions.endAllOf(guestId);
      else position = await guests.moveToAccount({ guestId, userId, showGuestBusiness }, context);
      // The answer is recorded last: after an interruption the person is asked again.
      const token = await sessions.answerGuestQuestion(
        cookies.session.read(ctx) ?? '',
        body.choice === 'keep_apart' ? 'kept_apart' : 'brought',
      );
      if (token === undefined) throw problems.notSignedIn();
      cookies.session.write(ctx, token);
      await waitUntilVisible(position);
      return { body: await userBody(requireVisitor(await queries.visitor(sessionHash(token)))), position };
    },

    async listBusinesses({ visitor }) {
      return { body: await businessesOf(requireVisitor(visitor).userId) };
    },

    async openBusiness({ visitor, params, requestId }) {
      const { userId, kind } = requireVisitor(visitor);
      const result = await switchBusiness(userId, params.id, { actor: { kind, id: userId }, requestId });
      if (!result) throw problems.notFound();
      await waitUntilVisible(result.position);
      return { body: await businessesOf(userId), position: result.position };
    },

    async listSessions({ ctx }) {
      const hash = cookies.sessionHash(ctx);
      return { body: hash === null ? [] : (await queries.sessions(hash)).map(sessionBody) };
    },

    async endOtherSessions({ ctx }) {
      const token = cookies.session.read(ctx) ?? '';
      const session = await sessions.find(token);
      if (!session) throw problems.notSignedIn();
      if (clock().getTime() - session.createdAt.getTime() > RECENT_SIGN_IN_MS) throw signInAgainProblem();
      await sessions.endOthers(token);
      return { body: undefined };
    },
  };
}

function requireVisitor(visitor: SessionUser | null): SessionUser {
  if (!visitor) throw problems.notSignedIn();
  return visitor;
}

const businessBody = ({ id, isOpen, fixedCosts, ingredients, dishes }: OwnBusiness) => ({
  id,
  is_open: isOpen,
  fixed_costs: fixedCosts,
  ingredients,
  dishes,
});

const sessionBody = ({ isCurrent, createdAt, lastSeenAt }: OwnSession) => ({
  is_this: isCurrent,
  created_at: createdAt.toISOString(),
  last_seen_at: lastSeenAt.toISOString(),
});

const signInAgainProblem = (): Problem =>
  new Problem(403, 'sign_in_again', 'Para sua segurança, entre de novo com o Google e repita em até dez minutos.');

const nothingToJoinProblem = (): Problem =>
  new Problem(409, 'nothing_to_join', 'Não há dados de um uso sem conta para trazer neste navegador.');
