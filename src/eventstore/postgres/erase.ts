import { openSession } from '#postgres/session.ts';
import { isStreamName } from '../serialised-append.ts';
import { LogUnavailable } from '../port.ts';
import { LOG_SESSION } from './reconnecting-client.ts';

/** A stream of a hundred thousand events takes seconds, and only the caller waits for it. */
const TIMEOUT_MS = 60_000;

/**
 * Empties a stream, on a connection of its own, because it may take longer than every other call.
 * @throws LogUnavailable
 */
export async function eraseStream(connectionString: string, stream: string): Promise<void> {
  if (!isStreamName(stream)) return;
  try {
    const session = await openSession({
      connectionString,
      name: 'prumo log erase',
      settings: { ...LOG_SESSION, statement_timeout: String(TIMEOUT_MS) },
      connectTimeoutMs: 3_000,
      queryTimeoutMs: TIMEOUT_MS,
    });
    try {
      await session.client.query('select log.erase($1)', [stream]);
    } finally {
      void session.close();
    }
  } catch (error) {
    throw new LogUnavailable('unknown', error);
  }
}
