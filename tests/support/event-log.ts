import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import type { EventLog } from '#eventstore/port.ts';
import { type StandIn, startStandIn } from './eventstoredb/stand-in.ts';
import type { StoredEvents } from './eventstoredb/stored-events.ts';
import type { RecordedEvent } from '#domain/event.ts';

export type TestedLog = 'postgres' | 'eventstoredb';

/**
 * The log in which the tests' events are stored: the database or memory, or, with `TEST_EVENT_LOG=eventstoredb` (`npm
 * run test:eventstoredb`), a stand-in for EventStoreDB. Nothing else in the tests reads that variable.
 */
export const TESTED_LOG: TestedLog = process.env['TEST_EVENT_LOG'] === 'eventstoredb' ? 'eventstoredb' : 'postgres';

/**
 * EventStoreDB recognizes a repeated event only at the position where it was appended. A key that the business has
 * forgotten, five hundred changes later, is new there.
 */
export const KNOWS_ALL_IDS = TESTED_LOG === 'postgres';

/**
 * Starts a server for the events; undefined if they are in the database.
 * @param stored the initial events
 */
export const startEventStore = async (where: TestedLog, stored?: StoredEvents): Promise<StandIn | undefined> =>
  where === 'eventstoredb' ? startStandIn(stored && { stored }) : undefined;

/**
 * The address with long timeouts, for tests of the product: here server, product and test share one processor, and an
 * import takes longer than a call to a separate server may. Tests of a silent server use the plain address.
 */
export const patientUrl = ({ url }: StandIn): string => `${url}&defaultDeadline=20000`;

/** A separate log for the test of one part of the product; `close` ends everything that belongs to it. */
export async function ownLog(): Promise<EventLog> {
  const server = await startEventStore(TESTED_LOG);
  if (!server) return createMemoryLog();
  const log = await createEventStoreDbLog({ url: patientUrl(server) });
  return {
    ...log,
    async close() {
      await log.close();
      await server.stop();
    },
  };
}

/** All events of a log up to its current end, in order. */
export async function wholeLog(log: EventLog): Promise<RecordedEvent[]> {
  const head = await log.head();
  const all: RecordedEvent[] = [];
  if (head === null) return all;
  for await (const { events, last } of log.subscribe(null, {
    batchSize: 1_000,
    signal: new AbortController().signal,
  })) {
    all.push(...events);
    if (last >= head) break;
  }
  return all;
}
