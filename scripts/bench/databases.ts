import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { type EventLog, isAtOrAfter } from '#eventstore/port.ts';
import { createSessions } from '#identity/sessions.ts';
import { migrate } from '#processes/migrate.ts';
import { LOOKUP_SETTINGS, openPool } from '#postgres/session.ts';
import type pg from 'pg';
import { startTestPostgres } from '#tests/support/test-postgres.ts';
import { withClient } from '../with-client.ts';
import { type OwnerWithBusiness, makeOwners, writeAll } from './businesses.ts';
import { logProgress } from './measuring.ts';

/** An owner with a session. */
export interface SignedInOwner extends OwnerWithBusiness {
  /** The `Cookie` header of the browser. */
  readonly cookie: string;
}

/**
 * The settings that PostgreSQL ships with, fsync included; only more connections, because the plain alternative needs
 * one per writer.
 */
const SETTINGS = ['max_connections=200'];

/** Runs `measure` against a temporary PostgreSQL and always removes it. */
export async function withBenchPostgres<T>(measure: (url: string) => Promise<T>): Promise<T> {
  const { url, stop } = await startTestPostgres(SETTINGS);
  try {
    return await measure(url);
  } finally {
    await stop();
  }
}

/** A connection pool with the settings of the product. */
export const openBenchPool = (url: string): pg.Pool =>
  openPool({ connectionString: url, name: 'bench', settings: LOOKUP_SETTINGS, max: 4, connectTimeoutMs: 10_000 });

/** Creates a database on the same server. @returns its address */
export async function createDatabase(url: string, name: string): Promise<string> {
  await withClient(url, (client) => client.query(`create database ${name}`));
  const address = new URL(url);
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

/** Number of owners whose events are made and written before the next ones are made, so that they fit in memory. */
const OWNERS_PER_BATCH = 5_000;

/** Creates a database with this many businesses in its log. @returns its address */
export async function createFilledDatabase(
  server: string,
  name: string,
  { businesses, eventsEach }: { readonly businesses: number; readonly eventsEach: number },
): Promise<string> {
  const url = await createDatabase(server, name);
  logProgress(`writing ${businesses * eventsEach} events of ${businesses} businesses`);
  await withLog(url, async (log) => {
    for (let first = 0; first < businesses; first += OWNERS_PER_BATCH)
      await writeAll(log, makeOwners(Math.min(OWNERS_PER_BATCH, businesses - first), eventsEach, first));
  });
  await withClient(url, (client) => client.query('vacuum analyze'));
  return url;
}

/** Resolves when the read model has reached `head`. */
export const waitForProjection = (url: string, head: string): Promise<void> =>
  withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ position: string | null }>('select position from read.checkpoint');
      const position = rows[0]?.position ?? null;
      // The product may have written further events since.
      if (position !== null && isAtOrAfter(position, head)) return;
      await sleep(100);
    }
  });

/** Resolves when the audit log has an entry for every event. */
export const waitForAuditLog = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ isDone: boolean }>(
        'select (select number from audit.head) >= (select count(*) from log.events) as "isDone"',
      );
      if (rows[0]?.isDone) return;
      await sleep(1_000);
    }
  });

/** Writes the events of the owners and signs them in. The read model is left to the product. */
export async function populate(url: string, owners: readonly OwnerWithBusiness[]): Promise<SignedInOwner[]> {
  await withLog(url, (log) => writeAll(log, owners));
  const pool = openBenchPool(url);
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
