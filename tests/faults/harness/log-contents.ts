import type { RecordedEvent } from '#domain/event.ts';
import { recordedFrom } from '#eventstore/serialised-append.ts';
import { openLogOf, type Placed } from '#tests/support/database.ts';
import { wholeLog } from '#tests/support/whole-log.ts';
import pg from 'pg';

/** An event as it lies in the log, and the number of its place in the whole log. */
export interface LoggedEvent extends RecordedEvent {
  readonly place: number;
}

interface Row {
  readonly log: string;
  readonly position: string;
  readonly stream: string;
  readonly revision: string;
  readonly id: string;
  readonly type: string;
  readonly meta: string;
  readonly data: string | null;
}

/** Runs one query on a connection of its own, past everything that is being tested. */
export async function ask<T extends object>(url: string, sql: string, values: readonly unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The whole log in its order, past everything that is being tested: straight from the table where it is in one. */
export const logContents = async (placed: Placed): Promise<LoggedEvent[]> =>
  placed.eventStoreUrl === undefined ? tableContents(placed.url) : storeContents(placed);

/** Positions there are not numbered: how many come before an event is all there is to its place. */
async function storeContents(placed: Placed): Promise<LoggedEvent[]> {
  const log = await openLogOf(placed);
  try {
    return (await wholeLog(log)).map((event, i) => ({ ...event, place: i + 1 }));
  } finally {
    await log.close();
  }
}

async function tableContents(url: string): Promise<LoggedEvent[]> {
  const rows = await ask<Row>(
    url,
    `select (select id from log.identity) as log, position, stream, revision, id, type, meta, data
       from log.events order by position`,
  );
  return rows.map((row) => ({
    ...recordedFrom(row, {
      stream: row.stream,
      revision: BigInt(row.revision),
      position: `${row.log}:${row.position.padStart(20, '0')}`,
    }),
    place: Number(row.position),
  }));
}

export function groupedBy<T>(all: Iterable<T>, keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return groups;
}

/** Events by the Idempotency-Key of the call that made them. */
export const byKey = (log: readonly LoggedEvent[]): ReadonlyMap<string, readonly LoggedEvent[]> =>
  groupedBy(log, (event) => event.meta.request?.key ?? '');
