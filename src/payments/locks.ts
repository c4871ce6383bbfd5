import { openPool } from '#postgres/session.ts';
import type pg from 'pg';

/** One at a time among all processes of this database, by name. A process that dies lets go of what it held. */
export interface Locks {
  /** Waits for its turn. @throws LockBusy */
  one<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Does nothing, and says undefined, while somebody else is at it. */
  unlessBusy<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

/** Somebody else took too long, or too many wait. */
export class LockBusy extends Error {
  override readonly name = 'LockBusy';
}

const MOST = 8;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Connections of their own: who holds a lock waits for the provider meanwhile, and must not keep the product's reads
 * from the database. They also bound how many wait for the provider at once.
 */
export function createLocks(
  connectionString: string,
  { onLost, patienceMs = 8_000 }: { readonly onLost: (error: Error) => void; readonly patienceMs?: number },
): Locks {
  const pool = openPool({
    connectionString,
    name: 'prumo-locks',
    settings: { lock_timeout: String(patienceMs) },
    max: MOST,
    connectTimeoutMs: patienceMs,
    queryTimeoutMs: patienceMs + 2_000,
  });
  pool.on('error', onLost);

  const letGo = (client: pg.PoolClient, name: string): Promise<boolean> =>
    client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).then(
      () => true,
      () => false,
    );

  async function holding<T>(statement: string, name: string, work: () => Promise<T>): Promise<T | undefined> {
    const client = await pool.connect();
    // While it is out of the pool nobody else listens, and an error that nobody hears ends the process.
    client.on('error', onLost);
    let isClean = false;
    try {
      const { rows } = await client.query<{ held: boolean }>(statement, [name]);
      if (!rows[0]?.held) {
        isClean = true;
        return undefined;
      }
      try {
        return await work();
      } finally {
        isClean = await letGo(client, name);
      }
    } finally {
      // A connection of which it is not certain that it holds nothing is closed: that lets go.
      if (isClean) client.off('error', onLost);
      client.release(!isClean);
    }
  }

  return {
    async one(name, work) {
      const outcome = await holding(
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
    unlessBusy: (name, work) => holding('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', name, work),
    close: () => pool.end(),
  };
}
