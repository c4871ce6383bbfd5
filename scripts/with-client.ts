import { openSession } from '#postgres/session.ts';
import type pg from 'pg';

/**
 * Runs `work` with a new connection, which is closed afterwards.
 * @throws the database's own error when it does not accept the connection within ten seconds
 */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const session = await openSession({ connectionString, name: 'prumo-operator', connectTimeoutMs: 10_000 });
  try {
    return await work(session.client);
  } finally {
    await session.close();
  }
}
