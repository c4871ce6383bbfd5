import pg from 'pg';
import { isStreamName } from '../serialised-append.ts';
import { LogUnavailable } from '../port.ts';

/** A stream of a hundred thousand events takes seconds, and nobody waits for it but the caller. */
const TIMEOUT_MS = 60_000;

/** On a connection of its own: it may take longer than everything else. @throws LogUnavailable */
export async function eraseStream(connectionString: string, stream: string): Promise<void> {
  if (!isStreamName(stream)) return;
  const client = new pg.Client({
    connectionString,
    application_name: 'prumo log erase',
    options: '-c enable_seqscan=off -c default_transaction_isolation=read\\ committed',
    connectionTimeoutMillis: 3_000,
    query_timeout: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined); // the call in progress is rejected with it
  try {
    await client.connect();
    await client.query('select log.erase($1)', [stream]);
  } catch (error) {
    throw new LogUnavailable('unknown', error);
  } finally {
    void client.end().catch(() => undefined);
  }
}
