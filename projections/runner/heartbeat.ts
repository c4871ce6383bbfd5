import { type Connection, SILENCE_TIMEOUT_MS } from './connection.ts';

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
