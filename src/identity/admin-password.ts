import { createHmac, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Pool } from 'pg';

/** The second factor of the administration, beside a listed e-mail. One password for all administrators. */
export interface AdminPassword {
  /**
   * Checks a password. @param userId the account, whose waiting times are counted separately
   * @returns 'right', 'wrong', or the time to wait before the next attempt is checked
   */
  check(userId: string, password: string): Promise<'right' | 'wrong' | { readonly waitSeconds: number }>;
}

/** OWASP's minimum for argon2id: 19 MiB, two passes. */
const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The wrong passwords without a wait; then half a minute's wait follows each, doubling up to an hour. */
const FREE_ATTEMPTS = 5;
const FIRST_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 60 * 60;
/** Wrong attempts expire after a day without any. */
const FORGOTTEN_AFTER = '24 hours';

/** The hash for `ADMIN_PASSWORD_HASH`. */
export const hashAdminPassword = (password: string): Promise<string> => hash(password, HASH_COST);

/** The minimum memory in KiB, and the minimum work in KiB passes, of OWASP's equivalent choices for argon2id. */
const MIN_MEMORY_KIB = 7_168;
const MIN_WORK_KIB = 5 * MIN_MEMORY_KIB;

/**
 * Checks the configured hash at the start, so that a bad one stops the start and not the first administrator.
 * @throws for a text that is no argon2 hash, and for a hash that is cheaper to guess than OWASP allows
 */
export async function checkPasswordHash(encoded: string): Promise<void> {
  await verify(encoded, '');
  const [, memory = '0', passes = '0'] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(encoded) ?? [];
  if (Number(memory) < MIN_MEMORY_KIB || Number(memory) * Number(passes) < MIN_WORK_KIB)
    throw new RangeError('not argon2id, or too cheap to guess');
}

/** Crockford's alphabet: no two characters look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A random password, which is in no list of stolen ones: 28 letters of five random bits each, `k7qm-2xvd-…`. */
export const newAdminPassword = (): string =>
  Array.from(randomBytes(28), (byte) => ALPHABET[byte & 31])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');

/**
 * A password that is the same on every start of one machine and stored nowhere: derived from a secret of its database.
 */
export function derivePassword(secret: Uint8Array): string {
  const letters = createHmac('sha256', secret)
    .update('admin password')
    .digest('base64url')
    .replaceAll(/[^a-z0-9]/gi, '');
  return letters
    .slice(0, 16)
    .toLowerCase()
    .replaceAll(/(.{4})(?=.)/g, '$1-');
}

// An attempt is counted before it is checked, so that a hundred at once are a hundred attempts. The query returns no
// row for an account that has to wait.
const COUNT_ATTEMPT = `
  insert into identity.admin_try as known (user_id, tries, tried_at) values ($1, 1, $2)
  on conflict (user_id) do update
     set tries = case when known.tried_at < $2 - interval '${FORGOTTEN_AFTER}' then 1 else known.tries + 1 end,
         tried_at = $2,
         wait_until = case when known.tried_at >= $2 - interval '${FORGOTTEN_AFTER}' and known.tries + 1 >= ${FREE_ATTEMPTS}
           then $2 + interval '1 second' * least(${FIRST_WAIT_SECONDS} * 2 ^ least(known.tries + 1 - ${FREE_ATTEMPTS}, 20), ${MAX_WAIT_SECONDS}) end
   where known.wait_until is null or known.wait_until <= $2
  returning tries`;

/** Attempts are counted in the database (`identity.admin_try`), for all processes together. */
export function createAdminPassword(options: {
  readonly pool: Pool;
  readonly passwordHash: string;
  readonly clock: () => Date;
}): AdminPassword {
  const { pool, passwordHash, clock } = options;

  async function waitSeconds(userId: string, now: Date): Promise<number> {
    const { rows } = await pool.query<{ readonly wait_until: Date }>(
      'select wait_until from identity.admin_try where user_id = $1 and wait_until is not null',
      [userId],
    );
    return Math.max(1, Math.ceil(((rows[0]?.wait_until.getTime() ?? 0) - now.getTime()) / 1_000));
  }

  return {
    async check(userId, password) {
      const now = clock();
      const countResult = await pool.query(COUNT_ATTEMPT, [userId, now]);
      if (countResult.rowCount === 0) return { waitSeconds: await waitSeconds(userId, now) };
      if (!(await verify(passwordHash, password))) return 'wrong';
      await pool.query('delete from identity.admin_try where user_id = $1', [userId]);
      return 'right';
    },
  };
}
