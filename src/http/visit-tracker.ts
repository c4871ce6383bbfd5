import type { AccessLog } from '#access-log/access-log.ts';
import type { Caller } from '#limits/limits.ts';
import type { Context } from 'koa';
import { clientAddress } from './client-address.ts';

/** Records visitors in the access log, and identifies callers for rate limits, without querying the database. */
export interface VisitTracker {
  /** Records a request of this account's session. */
  recordVisit(ctx: Context, userId: string): void;
  /** Identifies the caller by account when this process already knows the session, else by the session. */
  callerOf(ctx: Context): Caller;
}

/** The maximum number of remembered sessions, about 150 bytes each. */
const MAX_SESSIONS = 20_000;

export function createVisitTracker(
  accessLog: Pick<AccessLog, 'recordUse'>,
  sessionHash: (ctx: Context) => Buffer | null,
): VisitTracker {
  /** Account ids by session; a full map is cleared. */
  let accounts = new Map<string, string>();
  return {
    recordVisit(ctx, userId) {
      accessLog.recordUse(userId, clientAddress(ctx));
      const session = sessionHash(ctx)?.toString('base64');
      if (session === undefined || accounts.has(session)) return;
      if (accounts.size >= MAX_SESSIONS) accounts = new Map();
      accounts.set(session, userId);
    },
    callerOf(ctx) {
      const session = sessionHash(ctx)?.toString('base64');
      const account = session === undefined ? null : (accounts.get(session) ?? session);
      return { account, ip: clientAddress(ctx).ip };
    },
  };
}
