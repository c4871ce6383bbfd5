import type { UserPageStart } from '#contract/admin.ts';
import { SERVING_SCHEMA } from '#read-model/tables.ts';
import type { Pool } from 'pg';

/** A person with an account, or a guest whose payment was confirmed. */
export interface UserRow {
  readonly userId: string;
  /** E-mail that a guest typed when paying, unverified. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly guest: boolean;
  readonly accessGranted: boolean;
  readonly paymentId: string | null;
  readonly createdAt: Date;
}

export interface UserFilter {
  /** A part of a name or e-mail, in any letter case. */
  readonly search?: string | undefined;
  readonly access?: 'granted' | 'pending' | undefined;
}

export interface UserCounts {
  readonly total: number;
  readonly granted: number;
  readonly waitingGrants: number;
}

const PEOPLE = `
  select p.user_id as "userId", p.email, p.email_verified as "emailVerified", p.name, false as guest,
         coalesce(a.access_granted, false) as "accessGranted", a.payment_id as "paymentId", date_trunc('milliseconds', p.created_at) as "createdAt"
  from identity.person p left join ${SERVING_SCHEMA}.account a on a.user_id = p.user_id
  where p.forgotten_at is null`;

// Holders of payments who are not in the vault.
const GUESTS = `
  select a.user_id, i.claimed_email, false, i.claimed_name, true, a.access_granted, a.payment_id,
         date_trunc('milliseconds', i.created_at)
  from ${SERVING_SCHEMA}.account a join payments.intent i on i.payment_id = a.payment_id::uuid
  where a.payment_id is not null and not exists (select from identity.person p where p.user_id = a.user_id)`;

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** People, newest first. `before`: the last one of the previous page. */
export async function users(
  pool: Pool,
  { search, access }: UserFilter,
  { before, limit }: { readonly before?: UserPageStart | undefined; readonly limit: number },
): Promise<readonly UserRow[]> {
  const { rows } = await pool.query<UserRow>(
    `select * from (${PEOPLE} union all ${GUESTS}) everybody
     where ($1::text is null or name ilike $1 or email ilike $1)
       and ($2::boolean is null or "accessGranted" = $2)
       and ($3::timestamptz is null or ("createdAt", "userId") < ($3::timestamptz, $4::uuid))
     order by "createdAt" desc, "userId" desc limit $5`,
    [
      search ? `%${escapeLike(search)}%` : null,
      access === undefined ? null : access === 'granted',
      before?.createdAt ?? null,
      before?.userId ?? null,
      limit,
    ],
  );
  return rows;
}

export async function user(pool: Pool, userId: string): Promise<UserRow | undefined> {
  const { rows } = await pool.query<UserRow>(
    `select * from (${PEOPLE} union all ${GUESTS}) everybody where "userId" = $1`,
    [userId],
  );
  return rows[0];
}

export async function userCounts(pool: Pool): Promise<UserCounts> {
  const { rows } = await pool.query<UserCounts>(
    `select count(*)::int as total, count(*) filter (where "accessGranted")::int as granted,
            (select count(*)::int from identity.granted_email) as "waitingGrants"
     from (${PEOPLE} union all ${GUESTS}) everybody`,
  );
  return rows[0] ?? { total: 0, granted: 0, waitingGrants: 0 };
}
