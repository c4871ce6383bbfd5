import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditableLog, EventLog } from '#eventstore/port.ts';
import { openEventLog } from '#processes/event-log.ts';
import pg from 'pg';
import { inject } from 'vitest';
import { patientUrl, startEventStore, TESTED_LOG } from './event-log.ts';
import type { StandIn } from './eventstoredb/stand-in.ts';
import type { StoredEvents } from './eventstoredb/stored-events.ts';
import { migratePrimaryData } from '#migrations/primary-data.ts';

/** The addresses of the database and the event store on which the product can be started: `startApi({ storage })`. */
export interface ProductStorage {
  readonly url: string;
  /** The connection string of the owner of the schemas, if `url` has another role. */
  readonly ownerUrl?: string;
  /** The address of the log; undefined if the events are in the database. */
  readonly eventStoreUrl?: string | undefined;
}

export interface TestDatabase extends ProductStorage {
  /** The server of the events, if they are not in the database. */
  readonly eventStore: StandIn | undefined;
  /** Connections as the owner, opened when they are used. */
  readonly pool: pg.Pool;
  /** Removes the database, even while connections are open. */
  readonly drop: () => Promise<void>;
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Creates an empty database in the run's PostgreSQL; one for each test file keeps files apart.
 * @param stored the initial events of a log in EventStoreDB
 */
export const freshDatabase = async (log = TESTED_LOG, stored?: StoredEvents): Promise<TestDatabase> =>
  makeDatabase(inject('postgresUrl'), '', await startEventStore(log, stored));

/** Creates a database with the schemas of primary data, like a start of the product. */
export async function migratedDatabase(log = TESTED_LOG): Promise<TestDatabase> {
  const database = await freshDatabase(log);
  await migrateDatabase(database.pool);
  return database;
}

/** Creates a database on the given server, for callers outside of a test. */
export const createDatabase = async (server: string): Promise<TestDatabase> =>
  makeDatabase(server, '', await startEventStore(TESTED_LOG));

/** Copies the database and the log as they are now, like a backup. No connection may be open. */
export async function copyOf({ url, eventStore }: TestDatabase): Promise<TestDatabase> {
  const template = new URL(url).pathname.slice(1);
  return makeDatabase(
    inject('postgresUrl'),
    `template ${template}`,
    await startEventStore(TESTED_LOG, eventStore?.stored.copy()),
  );
}

/** The timeout is long enough for connections that are closing, on a busy machine too; all others are cut. */
const LEAVING_MS = 2_000;

/**
 * A client learns that its connection is closed before the server's process for it has ended. Dropping the database by
 * force would end that process first, and its message would appear as an error of a later test.
 */
async function untilLeft(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const sql = 'select 1 from pg_stat_activity where datname = $1 limit 1';
    const isInUse = async (): Promise<boolean> => (await client.query(sql, [name])).rows.length > 0;
    for (const deadline = Date.now() + LEAVING_MS; Date.now() < deadline && (await isInUse());) await sleep(5);
  } finally {
    await client.end();
  }
}

async function makeDatabase(server: string, from: string, eventStore: StandIn | undefined): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} ${from}`);
  const url = new URL(server);
  url.pathname = name;
  const pool = new pg.Pool({ connectionString: url.href, max: 8 });
  pool.on('error', () => undefined); // Tests cut connections.
  return {
    url: url.href,
    pool,
    eventStore,
    eventStoreUrl: eventStore && patientUrl(eventStore),
    async drop() {
      await pool.end();
      await eventStore?.stop();
      await untilLeft(server, name);
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Opens a separate connection to the event log of a product. */
export const openLogOf = ({ url, eventStoreUrl }: ProductStorage): Promise<EventLog & AuditableLog> =>
  openEventLog({ config: { eventStoreUrl }, connectionString: url });

/** Creates the schemas of primary data in a database, like a start of the product. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await migratePrimaryData(client);
  } finally {
    client.release();
  }
}
