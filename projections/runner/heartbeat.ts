import { type Connection, SILENCE_TIMEOUT_MS } from './connection.ts';

const BEAT_EVERY_MS = 1_000;

/**
 * Leadership is a lock of the session, and a session can outlive its process: the process is suspended, or the network
 * drops the connection without telling either end. So a projector sends a query once a second. A silent projector loses
 * its session and with it the lock, and a standby takes over; a projector that gets no answer closes the connection.
 * @returns a function that stops the heartbeat
 */
export function startHeartbeat(connection: Connection): () => void {
  let isBeating = false;
  async function beat(): Promise<void> {
    if (isBeating) return;
    isBeating = true;
    const dropConnection = (): void => connection.drop(new Error('the database does not answer any more'));
    const timeout = setTimeout(dropConnection, SILENCE_TIMEOUT_MS).unref();
    await connection.client.query('select 1').catch(() => undefined); // A broken connection emits its own error.
    clearTimeout(timeout);
    isBeating = false;
  }
  const timer = setInterval(() => void beat(), BEAT_EVERY_MS);
  return () => clearInterval(timer);
}
