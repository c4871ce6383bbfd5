import type { Connection } from './connection.ts';

/** How long the other end of a connection may be silent, as long as the slowest batch may take. */
export const SILENCE_TIMEOUT_MS = 4_000;

/** Settings of a session with a heartbeat: the server ends it when it has heard nothing for that long. */
export const ENDS_WHEN_SILENT = { idle_session_timeout: String(SILENCE_TIMEOUT_MS) };

/** Settings of a session whose peer may disappear from the network: the server frees its locks within seconds. */
export const SILENCE_IS_NOTICED = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };

const EVERY_MS = 1_000;

/**
 * Leadership is a lock of the session, and a session can outlive its use: the process is stopped, or the network has
 * dropped the connection without a word to either end. So a projector speaks up once a second. A silent one loses its
 * session and with it the lock, and who stands by takes over; one that is not answered gives the connection up.
 * @returns what ends it
 */
export function startHeartbeat(connection: Connection): () => void {
  let isAsking = false;
  async function beat(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const giveUp = (): void => connection.drop(new Error('the database does not answer any more'));
    const timeout = setTimeout(giveUp, SILENCE_TIMEOUT_MS).unref();
    await connection.client.query('select 1').catch(() => undefined); // a broken connection tells of itself
    clearTimeout(timeout);
    isAsking = false;
  }
  const timer = setInterval(() => void beat(), EVERY_MS);
  return () => clearInterval(timer);
}
