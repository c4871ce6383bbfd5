import type { AccessLog } from '#access-log/access-log.ts';
import type { Caller } from '#limits/limits.ts';
import type { Context } from 'koa';
import { clientAddress } from './client-address.ts';

/** Who comes by: noted in the access log, and named for counting, without asking the database. */
export interface Visits {
  /** A call whose session turned out to be this account's. */
  seen(ctx: Context, userId: string): void;
  /** Identifies the caller by account when this process already knows the session, else by the session. */
  callerOf(ctx: Context): Caller;
}

/** Sessions remembered, about 150 bytes each. */
const REMEMBERED = 20_000;

export function createVisits(accessLog: Pick<AccessLog, 'used'>, sessionHash: (ctx: Context) => Buffer | null): Visits {
  /** Account ids by session; a full memory is begun anew. */
  let accounts = new Map<string, string>();
  return {
    seen(ctx, userId) {
      accessLog.used(userId, clientAddress(ctx));
      const session = sessionHash(ctx)?.toString('base64');
      if (session === undefined || accounts.has(session)) return;
      if (accounts.size >= REMEMBERED) accounts = new Map();
      accounts.set(session, userId);
    },
    callerOf(ctx) {
      const session = sessionHash(ctx)?.toString('base64');
      const account = session === undefined ? null : (accounts.get(session) ?? session);
      return { account, ip: clientAddress(ctx).ip };
    },
  };
}
