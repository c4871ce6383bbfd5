import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { type EventLog, isAtOrAfter } from '#eventstore/port.ts';
import { createSessions } from '#identity/sessions.ts';
import { migrate } from '#processes/migrate.ts';
import { LOOKUP_SETTINGS, openPool } from '#postgres/session.ts';
import type pg from 'pg';
import { startTestPostgres } from '#tests/support/test-postgres.ts';
import { withClient } from '../with-client.ts';
import { appendAll, type OwnerCount, ownerBatches, type OwnerWithBusiness } from './businesses.ts';
import { logProgress } from './measurement.ts';

/** An owner with a session. */
export interface SignedInOwner extends OwnerWithBusiness {
  /** The `Cookie` header of the browser. */
  readonly cookie: string;
}

/** The only setting that differs from PostgreSQL's defaults: pgbench needs a connection for each writer. */
const SETTINGS = ['max_connections=200'];

/** Counting a million events takes PostgreSQL a while, so it is not asked more often. */
const POLL_INTERVAL_MS = 1_000;

/** Runs `work` with a temporary PostgreSQL server, which is removed afterwards. */
export async function withBenchPostgres<T>(work: (serverUrl: string) => Promise<T>): Promise<T> {
  const { url, stop } = await startTestPostgres(SETTINGS);
  try {
    return await work(url);
  } finally {
    await stop();
  }
}

/** Creates a database with all migrations. @returns its address */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await withClient(serverUrl, (client) => client.query(`create database ${name}`));
  const address = new URL(serverUrl);
  address.pathname = name;
  await migrate({ url: address.href, ownerUrl: address.href });
  return address.href;
}

export async function withLog<T>(url: string, work: (log: EventLog) => Promise<T>): Promise<T> {
  const log = await createPostgresLog({ connectionString: url, timeoutMs: 20_000 });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** Creates a database whose event log contains these businesses. @returns its address */
export async function createFilledDatabase(serverUrl: string, name: string, count: OwnerCount): Promise<string> {
  const url = await createDatabase(serverUrl, name);
  logProgress(`writing ${count.businesses * count.eventsEach} events of ${count.businesses} businesses`);
  await withLog(url, async (log) => {
    for (const owners of ownerBatches(count)) await appendAll(log, owners);
  });
  await withClient(url, (client) => client.query('vacuum analyze'));
  return url;
}

const pollUntil = (url: string, isDone: (client: pg.Client) => Promise<boolean>): Promise<void> =>
  withClient(url, async (client) => {
    while (!(await isDone(client))) await sleep(POLL_INTERVAL_MS);
  });

/** Resolves when the read model contains the events up to `head`. */
export const waitForProjection = (url: string, head: string): Promise<void> =>
  pollUntil(url, async (client) => {
    const { rows } = await client.query<{ position: string | null }>('select position from read.checkpoint');
    const position = rows[0]?.position ?? null;
    return position !== null && isAtOrAfter(position, head);
  });

/** Resolves when the audit log has an entry for every event. */
export const waitForAuditLog = (url: string): Promise<void> =>
  pollUntil(url, async (client) => {
    const { rows } = await client.query<{ isDone: boolean }>(
      'select (select number from audit.head) >= (select count(*) from log.events) as "isDone"',
    );
    return rows[0]?.isDone ?? false;
  });

/** Appends the events of the owners to the log and signs the owners in. The product fills the read model later. */
export async function createSignedInOwners(
  url: string,
  owners: readonly OwnerWithBusiness[],
): Promise<SignedInOwner[]> {
  await withLog(url, (log) => appendAll(log, owners));
  const pool = openPool({
    connectionString: url,
    name: 'bench',
    settings: LOOKUP_SETTINGS,
    max: 4,
    connectTimeoutMs: 10_000,
  });
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
