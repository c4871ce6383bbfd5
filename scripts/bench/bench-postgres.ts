import { startTestPostgres } from '#tests/support/test-postgres.ts';

/** As PostgreSQL ships, fsync and all; only more connections, because the plain alternative needs one per writer. */
const SETTINGS = ['max_connections=200'];

/** Runs `measure` against a throw-away PostgreSQL of ours, and removes it whatever happens. */
export async function withBenchPostgres<T>(measure: (url: string) => Promise<T>): Promise<T> {
  const { url, stop } = await startTestPostgres(SETTINGS);
  try {
    return await measure(url);
  } finally {
    await stop();
  }
}
