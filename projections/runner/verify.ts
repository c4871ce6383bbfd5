import { type EventLog, isAtOrAfter, logIdOf, type Position } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import type { ParkedStream } from '../read/fold-batch.ts';
import { SERVING_SCHEMA, BUSINESS_TABLES, type Table, TABLES } from '#read-model/tables.ts';
import { readCheckpoint, readParkedStreams } from './checkpoint.ts';
import { waitUntil } from '#runtime/waiting.ts';
import { connectTo, PROJECTOR_SESSION_NAME } from './connection.ts';
import { createEventFolder, type EventFolder } from './folding.ts';
import { readFailed, type ParkedEvent } from './reactor-record.ts';
import { readRowPages } from './row-pages.ts';
import type { Cell, TableChange } from './table-changes.ts';

/** A row that differs from the log; a null value stands for a missing row. */
export interface Difference {
  readonly table: string;
  /** The id of the business or account, and within a list the row's own id. */
  readonly key: string;
  readonly expected: string | null;
  readonly actual: string | null;
}

/** The result of comparing a read model with the log. */
export interface Verification {
  /** The position of the read model that was compared. */
  readonly position: Position | null;
  readonly businesses: number;
  readonly accounts: number;
  /** Streams that are parked, and therefore as of before their failing event. */
  readonly parked: readonly ParkedStream[];
  /** Events that a reactor has parked. */
  readonly failed: readonly ParkedEvent[];
  /** The differences; empty when the read model is exactly what the log yields. */
  readonly differences: readonly Difference[];
  /** The number of events in the log after `position`. */
  readonly eventsBehind: number;
  /**
   * Tells whether a projector runs but has not moved although there are events: then the comparison says nothing about
   * the present.
   */
  readonly isStalled: boolean;
}

interface Options {
  readonly log: EventLog;
  readonly connectionString: string;
  /** The default folds in the calling thread. */
  readonly eventFolder?: EventFolder;
  readonly schema?: string;
  /** The time that a projector gets for its next step, in milliseconds. */
  readonly patienceMs?: number;
}

const ACCOUNT_TABLES: readonly Table[] = [TABLES.account];

/**
 * Compares every row with the result of folding the log from scratch, one page of businesses after the other. Reads one
 * snapshot, so the projector may go on meanwhile.
 */
export async function verify({
  log,
  connectionString,
  eventFolder = createEventFolder({ log, capacity: 1 }),
  schema = SERVING_SCHEMA,
  patienceMs = 10_000,
}: Options): Promise<Verification> {
  const connection = await connectTo(connectionString, { name: 'prumo-verify', queryTimeoutMs: 60_000 });
  try {
    const { client } = connection;
    // The read-only transaction may create no table, so it begins afterwards.
    const comparedIds = await createComparedIds(client);
    await client.query('begin isolation level repeatable read read only');
    const { position } = await readCheckpoint(client, schema);
    const parked = await readParkedStreams(client, schema);
    const failed = await readFailed(client);
    const head = await log.head();
    if (isNotComparable(log.id, head, position)) {
      const difference = { table: 'checkpoint', key: '', expected: head, actual: position };
      const counts = { businesses: 0, accounts: 0, eventsBehind: 0, isStalled: false };
      return { position, ...counts, parked, failed, differences: [difference] };
    }
    const differences: Difference[] = [];
    const counts = { businesses: 0, accounts: 0 };
    const compare = async (tables: readonly Table[], ids: readonly string[], changes: readonly TableChange[]) => {
      differences.push(...(await differencesOf(client, schema, { tables, ids, changes })));
    };

    for await (const page of readRowPages(log, { until: position, parked, eventFolder })) {
      counts.businesses += page.businessIds.length;
      counts.accounts += page.userIds.length;
      differences.push(...page.parked.map(missingParkedRow));
      await compare(BUSINESS_TABLES, page.businessIds, page.changes);
      await compare(ACCOUNT_TABLES, page.userIds, page.changes);
      await comparedIds.add([...page.businessIds, ...page.userIds]);
    }
    for await (const ids of comparedIds.listOthers(schema, BUSINESS_TABLES)) {
      counts.businesses += ids.length;
      await compare(BUSINESS_TABLES, ids, []);
    }
    for await (const ids of comparedIds.listOthers(schema, ACCOUNT_TABLES)) {
      counts.accounts += ids.length;
      await compare(ACCOUNT_TABLES, ids, []);
    }
    await client.query('commit');
    const eventsBehind = await eventsAfter(log, position);
    const isStalled = eventsBehind > 0 && (await isProjectorStalled(client, { schema, position, patienceMs }));
    return { position, ...counts, parked, failed, differences, eventsBehind, isStalled };
  } finally {
    await connection.close();
  }
}

/** Counts the events after a position, up to the current end of the log: a subscription would go on for ever. */
async function eventsAfter(log: EventLog, position: Position | null): Promise<number> {
  const head = await log.head();
  if (head === null || (position !== null && isAtOrAfter(position, head))) return 0;
  let count = 0;
  const { signal } = new AbortController();
  for await (const { events, last } of log.subscribe(position, { batchSize: 1_000, signal })) {
    count += events.length;
    if (isAtOrAfter(last, head)) break;
  }
  return count;
}

/**
 * Tells whether a projector ran all the time and the checkpoint has not moved. Without a projector there is nothing to
 * wait for.
 */
async function isProjectorStalled(
  client: ClientBase,
  {
    schema,
    position,
    patienceMs,
  }: { readonly position: Position | null } & Required<Pick<Options, 'schema' | 'patienceMs'>>,
): Promise<boolean> {
  let isRunning = false;
  const hasMoved = await waitUntil(
    async () => {
      const { rows } = await client.query<{ runs: boolean }>(
        `select exists (select from pg_stat_activity
                         where datname = current_database() and application_name = $1) as runs`,
        [PROJECTOR_SESSION_NAME],
      );
      isRunning ||= rows[0]?.runs ?? false;
      return (await readCheckpoint(client, schema)).position !== position;
    },
    { everyMs: 100, withinMs: patienceMs },
  );
  return isRunning && !hasMoved;
}

/**
 * Tells whether the read model is beyond the end of the log, or empty although the log is not: then there is nothing to
 * compare.
 */
function isNotComparable(logId: string, head: Position | null, position: Position | null): boolean {
  if (head === null || position === null) return head !== position;
  return logIdOf(position) !== logId || !isAtOrAfter(head, position);
}

const missingParkedRow = ({ kind, id, error }: ParkedStream): Difference => ({
  table: 'parked',
  key: `${kind} ${id}`,
  expected: error,
  actual: null,
});

interface PageComparison {
  readonly tables: readonly Table[];
  readonly ids: readonly string[];
  /** The expected rows. */
  readonly changes: readonly TableChange[];
}

async function differencesOf(
  client: ClientBase,
  schema: string,
  { tables, ids, changes }: PageComparison,
): Promise<readonly Difference[]> {
  if (ids.length === 0) return [];
  const differences: Difference[] = [];
  for (const table of tables) {
    const expectedRows = changes.filter((change) => change.table === table).flatMap((change) => change.rows);
    const actualRows = await storedRows(client, schema, { table, ids });
    differences.push(...compareTexts(table, textsByKey(table, expectedRows), textsByKey(table, actualRows)));
  }
  return differences;
}

const textsByKey = ({ keyCount }: Table, rows: readonly (readonly Cell[])[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [row.slice(0, keyCount).join(' '), row.slice(keyCount).map(String).join(' ')]));

function* compareTexts(
  { name }: Table,
  expected: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
): Generator<Difference> {
  for (const key of new Set([...expected.keys(), ...actual.keys()])) {
    const [expectedText = null, actualText = null] = [expected.get(key), actual.get(key)];
    if (expectedText !== actualText) yield { table: name, key, expected: expectedText, actual: actualText };
  }
}

/** Businesses and accounts whose rows have been compared, and the search for others that have rows. */
export interface ComparedIds {
  add(ids: readonly string[]): Promise<void>;
  /** Lists ids (businesses, accounts) with rows in any of the tables that have not been added, in pages. */
  listOthers(schema: string, tables: readonly Table[]): AsyncIterable<readonly string[]>;
}

const PAGE = 200;

/** The ids are stored in a temporary table of the connection, so that memory holds one page of them. */
async function createComparedIds(client: ClientBase): Promise<ComparedIds> {
  await client.query('create temp table compared (id uuid)');
  return {
    async add(ids) {
      await client.query('insert into compared select unnest($1::uuid[])', [ids]);
    },
    async *listOthers(schema, tables) {
      const stored = tables.map(({ name, columns }) => `select ${columns[0]?.name} as id from ${schema}.${name}`);
      await client.query(`declare others no scroll cursor for
        select id from (${stored.join(' union ')}) stored where not exists (select from compared c where c.id = stored.id)`);
      for (;;) {
        const { rows } = await client.query<{ id: string }>(`fetch ${PAGE} from others`);
        if (rows.length === 0) break;
        yield rows.map(({ id }) => id);
      }
      await client.query('close others');
    },
  };
}

/** All rows of these businesses or accounts, every cell as text. */
async function storedRows(
  client: ClientBase,
  schema: string,
  { table: { name, columns }, ids }: { readonly table: Table; readonly ids: readonly string[] },
): Promise<readonly (readonly Cell[])[]> {
  const { rows } = await client.query<Cell[]>({
    text: `select ${columns.map((column) => `${column.name}::text`).join(', ')} from ${schema}.${name}
            where ${columns[0]?.name} = any($1::uuid[])`,
    values: [ids],
    rowMode: 'array',
  });
  return rows;
}
