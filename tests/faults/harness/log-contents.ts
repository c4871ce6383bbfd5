import type { RecordedEvent } from '#domain/event.ts';
import { toRecordedEvent } from '#eventstore/serialised-append.ts';
import { openLogOf, type ProductStorage } from '#tests/support/database.ts';
import { wholeLog } from '#tests/support/event-log.ts';
import pg from 'pg';

/** An event in the log, with its ordinal number in the whole log. */
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

/** Runs one query on a separate connection that bypasses everything under test. */
export async function queryDatabase<T extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Reads the whole log in its order without the code under test; with PostgreSQL, directly from the table. */
export const logContents = async (storage: ProductStorage): Promise<LoggedEvent[]> =>
  storage.eventStoreUrl === undefined ? tableContents(storage.url) : storeContents(storage);

/** Positions of EventStoreDB are not ordinal numbers, so events are counted. */
async function storeContents(storage: ProductStorage): Promise<LoggedEvent[]> {
  const log = await openLogOf(storage);
  try {
    return (await wholeLog(log)).map((event, i) => ({ ...event, place: i + 1 }));
  } finally {
    await log.close();
  }
}

async function tableContents(url: string): Promise<LoggedEvent[]> {
  const rows = await queryDatabase<Row>(
    url,
    `select (select id from log.identity) as log, position, stream, revision, id, type, meta, data
       from log.events order by position`,
  );
  return rows.map((row) => ({
    ...toRecordedEvent(row, {
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

/** Groups events by the Idempotency-Key of the call that made them. */
export const byKey = (log: readonly LoggedEvent[]): ReadonlyMap<string, readonly LoggedEvent[]> =>
  groupedBy(log, (event) => event.meta.request?.key ?? '');
