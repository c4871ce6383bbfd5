import { batchLookups } from '#runtime/batch-lookups.ts';
import type { Pool } from 'pg';
import { inOrderOfKeys } from './visitor.ts';

export interface ActiveSession {
  readonly kind: 'account' | 'guest';
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** The active sessions of an account, last used first. */
export async function activeSessions(pool: Pool, userId: string, now: Date): Promise<readonly ActiveSession[]> {
  const { rows } = await pool.query<ActiveSession>(
    `select kind, created_at as "createdAt", last_seen_at as "lastSeenAt" from identity.session
      where user_id = $1 and revoked_at is null and expires_at > $2 order by last_seen_at desc limit 100`,
    [userId, now],
  );
  return rows;
}

export interface OwnSession extends ActiveSession {
  /** Tells whether it is the session of the request. */
  readonly isCurrent: boolean;
}

/** The active sessions of the account that the session with this hash belongs to; empty if that session has ended. */
export async function ownSessions(pool: Pool, tokenHash: Buffer, now: Date): Promise<readonly OwnSession[]> {
  const { rows } = await pool.query<OwnSession>(
    `select s.kind, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.token_hash = own.token_hash as "isCurrent"
       from identity.session own
       join identity.session s on s.user_id = own.user_id and s.revoked_at is null and s.expires_at > $2
      where own.token_hash = $1 and own.revoked_at is null and own.expires_at > $2
      order by s.token_hash = own.token_hash desc, s.last_seen_at desc limit 100`,
    [tokenHash, now],
  );
  return rows;
}

/** The maximum number of sessions that one query looks up. */
const MAX_LOOKUPS = 1_024;

const ACTIVE_SESSIONS = {
  name: 'active_sessions',
  text: `select requested.ordinal from unnest($1::bytea[]) with ordinality as requested(hash, ordinal)
           join identity.session s on s.token_hash = requested.hash and s.revoked_at is null and s.expires_at > $2`,
};

/** Looks sessions up by token hash; concurrent look-ups are one query. */
export function activeSessionQuery(pool: Pool, clock: () => Date): (tokenHash: Buffer) => Promise<boolean> {
  const findActive = batchLookups(async (hashes: readonly Buffer[]) => {
    const { rows } = await pool.query<{ readonly ordinal: string }>({ ...ACTIVE_SESSIONS, values: [hashes, clock()] });
    return inOrderOfKeys<object>(rows, hashes.length);
  }, MAX_LOOKUPS);
  return async (tokenHash) => (await findActive(tokenHash)) !== null;
}
