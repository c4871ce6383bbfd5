import { waitUntil } from '#runtime/waiting.ts';
import type pg from 'pg';
import { openSession, type Session } from './session.ts';

/** Another live process uses this data folder. Its server is not touched. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  constructor(dataDir: string, owner: string) {
    super(`DATA_DIR ${dataDir} is in use by ${owner}`);
  }
}

/** An arbitrary number, the same in every version. */
const LOCK_NUMBER = 7_078_661;
/** Long enough for a local server that is recovering from a crash, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The server notices a killed owner's connection within milliseconds, so this wait is ample. */
const LOCK_TIMEOUT_MS = 2_000;

async function ownerName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [LOCK_NUMBER],
  );
  return rows[0]?.application_name ?? 'another process';
}

async function takeLock(client: pg.Client, dataDir: string): Promise<void> {
  const isOurs = async (): Promise<boolean> => {
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [LOCK_NUMBER]);
    return rows[0]?.owned ?? false;
  };
  if (!(await waitUntil(isOurs, { everyMs: 50, withinMs: LOCK_TIMEOUT_MS })))
    throw new DataDirInUse(dataDir, await ownerName(client));
}

/**
 * Makes this process the owner of a local server, with the right to stop it. Ownership is a lock of the returned
 * connection, so it ends with the process in every case, and no recorded pid can be mistaken for a live one.
 * @throws DataDirInUse when another process owns it
 */
export async function takeServerOwnership(url: string, dataDir: string): Promise<Session['client']> {
  const session = await openSession({
    connectionString: url,
    name: `process ${process.pid}`,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  });
  try {
    await takeLock(session.client, dataDir);
    return session.client;
  } catch (error) {
    await session.close();
    throw error;
  }
}
