import type { Connection } from './connection.ts';

const EVERY_MS = 1_000;
/** As long as the slowest batch may take. */
const PATIENCE_MS = 4_000;

/** Setting of a session with a heartbeat: the server ends it when it has heard nothing for that long. */
export const ENDS_WHEN_SILENT = { idle_session_timeout: String(PATIENCE_MS) };

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
    const impatience = setTimeout(giveUp, PATIENCE_MS).unref();
    await connection.client.query('select 1').catch(() => undefined); // a broken connection tells of itself
    clearTimeout(impatience);
    isAsking = false;
  }
  const timer = setInterval(() => void beat(), EVERY_MS);
  return () => clearInterval(timer);
}
