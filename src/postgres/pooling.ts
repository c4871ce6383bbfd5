import type { Session } from './session.ts';

/**
 * Tells whether a pooler between this process and the server assigns sessions per transaction: then locks, LISTEN and
 * settings, which belong to a session, are silently lost.
 *
 * A pooler is recognised by the process id in its greeting, which is not that of the server's process. Its pooling mode
 * is found by trying: while a transaction keeps another session busy, this one continues with the same process of the
 * server, or with the next free one.
 * @param session an idle session
 * @throws any error of `openAnother`
 */
export async function isPooledByTransaction(session: Session, openAnother: () => Promise<Session>): Promise<boolean> {
  const firstProcess = await readProcessId(session);
  if (firstProcess === announcedProcessId(session)) return false;
  const other = await openAnother();
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await other.client.query('begin');
      await readProcessId(other);
      const currentProcess = await readProcessId(session);
      await other.client.query('commit');
      if (currentProcess !== firstProcess) return true;
    }
    return false;
  } catch (error) {
    // `pool_mode = statement` allows no transaction at all.
    if (error instanceof Error && error.message.includes('pooling mode')) return true;
    throw error;
  } finally {
    await other.close();
  }
}

/**
 * Other clients take and release processes meanwhile: with five tries one pooler in twelve under load was not detected.
 */
const MAX_ATTEMPTS = 40;

const announcedProcessId = ({ client }: Session): unknown => ('processID' in client ? client.processID : undefined);

async function readProcessId({ client }: Session): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  return rows[0]?.id;
}
