import { openPool } from '#postgres/session.ts';
import type pg from 'pg';

/**
 * Named locks, each held at most once among all processes of this database. The locks of a process that dies are
 * released.
 */
export interface Locks {
  /** Waits for the lock and runs `work` under it. @throws LockBusy */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Runs `work` under the lock; does nothing, and returns undefined, while another caller has the lock. */
  tryWithLock<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

/** The lock was held for too long, or too many callers wait. */
export class LockBusy extends Error {
  override readonly name = 'LockBusy';
}

const MAX_CONNECTIONS = 8;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * The locks have connections of their own, because the holder of a lock waits for the provider meanwhile and must not
 * keep the product's reads from the database. They also limit the number of concurrent requests to the provider.
 */
export function createLocks(
  connectionString: string,
  { onLost, patienceMs = 8_000 }: { readonly onLost: (error: Error) => void; readonly patienceMs?: number },
): Locks {
  const pool = openPool({
    connectionString,
    name: 'prumo-locks',
    settings: { lock_timeout: String(patienceMs) },
    max: MAX_CONNECTIONS,
    connectTimeoutMs: patienceMs,
    queryTimeoutMs: patienceMs + 2_000,
  });
  pool.on('error', onLost);

  const unlock = (client: pg.PoolClient, name: string): Promise<boolean> =>
    client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).then(
      () => true,
      () => false,
    );

  async function runLocked<T>(statement: string, name: string, work: () => Promise<T>): Promise<T | undefined> {
    const client = await pool.connect();
    // Outside of the pool a connection has no other error listener, and an unhandled error ends the process.
    client.on('error', onLost);
    let isUnlocked = false;
    try {
      const { rows } = await client.query<{ held: boolean }>(statement, [name]);
      if (!rows[0]?.held) {
        isUnlocked = true;
        return undefined;
      }
      try {
        return await work();
      } finally {
        isUnlocked = await unlock(client, name);
      }
    } finally {
      // A connection that may still hold a lock is closed, which releases the lock.
      if (isUnlocked) client.off('error', onLost);
      client.release(!isUnlocked);
    }
  }

  return {
    async withLock(name, work) {
      const outcome = await runLocked(
        'select pg_advisory_lock(hashtextextended($1, 0)) is not null as held',
        name,
        async () => ({ value: await work() }),
      ).catch((error: unknown) => {
        if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE)
          throw new LockBusy(`lock ${name}`, { cause: error });
        throw error;
      });
      if (!outcome) throw new LockBusy(`lock ${name}`);
      return outcome.value;
    },
    tryWithLock: (name, work) => runLocked('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', name, work),
    close: () => pool.end(),
  };
}
