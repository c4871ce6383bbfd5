import { accountStream } from '#domain/streams.ts';
import { batchLookups } from '#runtime/batch-lookups.ts';
import type { Pool } from 'pg';
import { SERVING_SCHEMA } from '#read-model/tables.ts';
import { SHOWN_BUSINESS_FIRST } from './own-businesses.ts';

/** The person of an active session. */
export interface SessionUser {
  readonly userId: string;
  readonly kind: 'account' | 'guest';
  /** The e-mail in the vault; null for a guest, and for a person whose data have been erased. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly picture: string | null;
  /** Access according to the read model, for display. Commands read the account's own stream. */
  readonly accessGranted: boolean;
  /** The oldest payment that still gives access; null after a refund or a move. */
  readonly paymentId: string | null;
  /** The guest of this browser before signing in, until the person decides about the guest's data. */
  readonly pendingGuestId: string | null;
  /** The visitor's current business; null before the first change opens one. */
  readonly businessId: string | null;
  /** The time at which the admin password was last given; `adminStateAt` tells whether it still counts. */
  readonly adminVerifiedAt: Date | null;
  /** The time at which the session was last seen, which only `Sessions.find` updates. */
  readonly lastSeenAt: Date;
  /** Revision of the account's stream in the log; null when unknown, so that the stream must be read. */
  readonly accountRevision: bigint | null;
}

interface SessionUserRow extends Omit<SessionUser, 'accountRevision'> {
  readonly ordinal: string;
  readonly accountRevision: string | null;
}

/** SQL for the revision of a stream's last event; `stream`: SQL for its name. */
export type LastRevisionSql = (stream: string) => string;

/** The session's column `joins_user_id` holds the pending guest. */
const visitorsQuery = (lastRevision: LastRevisionSql): { readonly name: string; readonly text: string } => ({
  name: 'visitors',
  text: `select requested.ordinal, s.user_id as "userId", s.kind, p.email, coalesce(p.email_verified, false) as "emailVerified",
                p.name, p.picture, coalesce(a.access_granted, false) as "accessGranted", a.payment_id as "paymentId",
                b.business_id as "businessId", s.joins_user_id as "pendingGuestId", s.admin_verified_at as "adminVerifiedAt",
                s.last_seen_at as "lastSeenAt", ${lastRevision(`'${accountStream('')}' || s.user_id`)} as "accountRevision"
         ${FROM_SIGNED_IN_SESSIONS}
         left join identity.person p on p.user_id = s.user_id`,
});

interface Options {
  readonly pool: Pool;
  /** The clock that sessions are written with. */
  readonly clock: () => Date;
  /** Available where the log is in the same database. */
  readonly lastRevision?: LastRevisionSql;
}

/**
 * The person of the session with this token hash; null for an unknown or ended session. Session, person and account in
 * one query.
 */
export function sessionUserQuery(options: Options): (tokenHash: Buffer) => Promise<SessionUser | null> {
  const { pool, clock, lastRevision = () => 'null::bigint' } = options;
  const query = visitorsQuery(lastRevision);
  return batchLookups(async (hashes: readonly Buffer[]) => {
    const { rows } = await pool.query<SessionUserRow>({ ...query, values: [hashes, clock()] });
    return inOrderOfKeys(rows, hashes.length).map((row) => row && sessionUserOf(row));
  });
}

const sessionUserOf = ({ ordinal: _ordinal, ...row }: SessionUserRow): SessionUser => ({
  ...row,
  accountRevision: row.accountRevision === null ? null : BigInt(row.accountRevision),
});

/**
 * `from` clause of every query about signed-in people: one row for each session hash in $1 whose session is active at
 * $2, with the account `a` and its shown business `b` from the read model (nulls where it has none).
 * `requested.ordinal` is the hash's index in $1, from 1.
 */
export const FROM_SIGNED_IN_SESSIONS = `
  from unnest($1::bytea[]) with ordinality as requested(hash, ordinal)
  join identity.session s on s.token_hash = requested.hash and s.revoked_at is null and s.expires_at > $2
  left join ${SERVING_SCHEMA}.account a on a.user_id = s.user_id
  left join lateral (
    select * from ${SERVING_SCHEMA}.business where owner_id = s.user_id order by ${SHOWN_BUSINESS_FIRST} limit 1
  ) b on true`;

/** Values in the order of the keys, without their index; null where no row was returned. */
export function inOrderOfKeys<Value extends object>(
  rows: readonly (Value & { readonly ordinal: string })[],
  count: number,
): (Value | null)[] {
  const values = Array.from({ length: count }, (): Value | null => null);
  for (const { ordinal, ...value } of rows) values[Number(ordinal) - 1] = value as Value & object;
  return values;
}
