import { until } from '#runtime/waiting.ts';
import type pg from 'pg';
import { openSession, type Session } from './session.ts';

/** Another live process uses this data folder. Its server is left alone. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  constructor(dataDir: string, owner: string) {
    super(`DATA_DIR ${dataDir} is in use by ${owner}`);
  }
}

/** Any number, the same in every version. */
const LOCK = 7_078_661;
/** The server is on this machine, and may be recovering from a crash. */
const CONNECT_TIMEOUT_MS = 10_000;
/** A killed owner's connection is noticed within milliseconds. */
const WAIT_MS = 2_000;

async function ownerName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [LOCK],
  );
  return rows[0]?.application_name ?? 'another process';
}

async function takeLock(client: pg.Client, dataDir: string): Promise<void> {
  const isOurs = async (): Promise<boolean> => {
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [LOCK]);
    return rows[0]?.owned ?? false;
  };
  if (!(await until(isOurs, { everyMs: 50, withinMs: WAIT_MS })))
    throw new DataDirInUse(dataDir, await ownerName(client));
}

/**
 * Makes this process the owner of a local server: who may stop it. Ownership is a lock of the connection returned, so
 * it ends with the process however that ends, and no recorded pid can be mistaken for a live one.
 * @throws DataDirInUse when another process owns it
 */
export async function ownServer(url: string, dataDir: string): Promise<Session['client']> {
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
