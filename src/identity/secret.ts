import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/**
 * Loads the 32 random bytes stored under `name`, created on first use; every process of this database gets the same.
 */
export async function loadSecret(pool: Pool, name: string): Promise<Uint8Array> {
  await pool.query('insert into identity.secret (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    randomBytes(32),
  ]);
  const { rows } = await pool.query<{ value: Buffer }>('select value from identity.secret where name = $1', [name]);
  const value = rows[0]?.value;
  if (value === undefined) throw new Error(`secret ${name} vanished while it was being read`);
  return new Uint8Array(value);
}
