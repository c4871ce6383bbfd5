import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import type { EventLog } from '#eventstore/port.ts';
import { createSessions } from '#identity/sessions.ts';
import { migrate } from '#processes/migrate.ts';
import pg from 'pg';
import { type Furnished, writeAll } from './businesses.ts';

/** An owner who is signed in. */
export interface SignedIn extends Furnished {
  /** What the browser sends as `Cookie`. */
  readonly cookie: string;
}

/** Runs `work` with a client of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A new database on the same server. @returns its address */
export async function newDatabase(url: string, name: string): Promise<string> {
  await withClient(url, (client) => client.query(`create database ${name}`));
  const own = new URL(url);
  own.pathname = name;
  await migrate({ url: own.href, ownerUrl: own.href });
  return own.href;
}

export async function withLog<T>(url: string, work: (log: EventLog) => Promise<T>): Promise<T> {
  const log = await createPostgresLog({ connectionString: url, timeoutMs: 20_000 });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** Writes what the owners have done and signs them in. The read model is left to the product. */
export async function populate(url: string, owners: readonly Furnished[]): Promise<SignedIn[]> {
  await withLog(url, (log) => writeAll(log, owners));
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  try {
    const sessions = createSessions(pool, () => new Date());
    return await Promise.all(
      owners.map(async (owner) => {
        const token = await sessions.start({ userId: owner.userId, kind: 'account' });
        return { ...owner, cookie: `session=${token}` };
      }),
    );
  } finally {
    await pool.end();
  }
}
