import { randomUUID } from 'node:crypto';
import type { EventLog } from '#eventstore/port.ts';
import type { HashedLog } from '#eventstore/hashed-event.ts';
import { openEventLog } from '#processes/event-log.ts';
import pg from 'pg';
import { inject } from 'vitest';
import { patientUrl, startEventStore, TESTED_LOG } from './event-log.ts';
import type { StandIn } from './eventstoredb/stand-in.ts';
import type { StoredEvents } from './eventstoredb/stored-events.ts';

/** Where the product can be started: `startApi({ placed })`. */
export interface Placed {
  readonly url: string;
  /** The same as the owner of the schemas, where `url` is not. */
  readonly ownerUrl?: string;
  /** Undefined: events are in the database. */
  readonly eventStoreUrl?: string | undefined;
}

export interface TestDatabase extends Placed {
  /** Holds the events, when they are not in the database. */
  readonly eventStore: StandIn | undefined;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A new, empty database of the run's PostgreSQL: one for each test file keeps files apart.
 * @param stored what a log in EventStoreDB has from the beginning
 */
export const freshDatabase = async (log = TESTED_LOG, stored?: StoredEvents): Promise<TestDatabase> =>
  makeDatabase('', await startEventStore(log, stored));

/** What a backup of it would hold: database and log as they are now. Nobody may be connected. */
export async function copyOf({ url, eventStore }: TestDatabase): Promise<TestDatabase> {
  const template = new URL(url).pathname.slice(1);
  return makeDatabase(`template ${template}`, await startEventStore(TESTED_LOG, eventStore?.stored.copy()));
}

async function makeDatabase(from: string, eventStore: StandIn | undefined): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} ${from}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return {
    url: url.href,
    eventStore,
    eventStoreUrl: eventStore && patientUrl(eventStore),
    async drop() {
      await eventStore?.stop();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** A way of one's own to the event log of a product that has been started there. */
export const openLogOf = ({ url, eventStoreUrl }: Placed): Promise<EventLog & HashedLog> =>
  openEventLog({ config: { eventStoreUrl }, connectionString: url });
