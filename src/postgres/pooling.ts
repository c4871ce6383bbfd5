import type { Session } from './session.ts';

/**
 * Whether what stands between us and the server hands out its sessions by transaction: then locks, LISTEN and settings,
 * which belong to a session, come and go without a word.
 *
 * A pooler shows itself by the process id that it greets with, which is its own and not that of the server's process.
 * Which way it pools is found by trying: while another session is kept busy with a transaction, this one goes on with the
 * same process of the server, or with the next that is free.
 * @param session on which nothing is under way
 * @throws what `openAnother` throws
 */
export async function isPooledByTransaction(session: Session, openAnother: () => Promise<Session>): Promise<boolean> {
  const before = await processOf(session);
  if (before === greetedBy(session)) return false;
  const other = await openAnother();
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await other.client.query('begin');
      await processOf(other);
      const now = await processOf(session);
      await other.client.query('commit');
      if (now !== before) return true;
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

/** Others take and give back processes in between: with five tries one pooler of twelve under load was not found out. */
const TRIES = 40;

const greetedBy = ({ client }: Session): unknown => ('processID' in client ? client.processID : undefined);

async function processOf({ client }: Session): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  return rows[0]?.id;
}
