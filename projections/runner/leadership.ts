import type { Connection } from './connection.ts';
import { pause } from '#runtime/waiting.ts';

/** How often a process that stands by tries to take over. */
const TRY_EVERY_MS = 200;

/**
 * Waits until this connection may do what only one does at a time: one session in the whole database holds the lock of
 * that name, for as long as it lives. False when `signal` aborts first.
 * @throws when the connection is lost
 */
export async function becomeLeader(connection: Connection, duty: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await connection.client.query<{ leads: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as leads',
      [duty],
    );
    if (rows[0]?.leads) return true;
    await pause(TRY_EVERY_MS * (0.5 + Math.random()), signal);
  }
  return false;
}
