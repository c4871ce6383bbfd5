import type { Pool } from 'pg';

export interface LivingSession {
  readonly kind: 'account' | 'guest';
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** The sessions in which somebody is signed in now, used last first. */
export async function livingSessions(pool: Pool, userId: string, now: Date): Promise<readonly LivingSession[]> {
  const { rows } = await pool.query<LivingSession>(
    `select kind, created_at as "createdAt", last_seen_at as "lastSeenAt" from identity.session
      where user_id = $1 and revoked_at is null and expires_at > $2 order by last_seen_at desc limit 100`,
    [userId, now],
  );
  return rows;
}
