import { type EventLog, isAtOrAfter, later, logIdOf, type Position } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import type { Parked } from '../read/fold-batch.ts';
import { SERVING_SCHEMA } from '../read/schema.ts';
import { readCheckpoints, readParked } from './checkpoint.ts';
import { connectTo } from './connection.ts';
import { type FoldedLog, foldLog } from './fold-log.ts';
import { type FailedEvent, readFailed } from './reactor-record.ts';
import { rowsFromScratch } from './rows-from-scratch.ts';
import { storedIds, storedRows } from './stored-rows.ts';
import { BUSINESS_TABLES, type Cell, type Table, TABLES } from './tables.ts';

/** A row that is not what the log says; null: there is none. */
export interface Difference {
  readonly table: string;
  /** Business or account, and within a list the row's own id. */
  readonly key: string;
  readonly expected: string | null;
  readonly actual: string | null;
}

export interface Verification {
  /** The read model as of here has been compared; with shards that were not equally far, as of their furthest. */
  readonly position: Position | null;
  readonly businesses: number;
  readonly accounts: number;
  /** Streams that are known to stand still. */
  readonly parked: readonly Parked[];
  /** Events that a reactor has set aside. */
  readonly failed: readonly FailedEvent[];
  /** None when the read model is exactly what the log says. */
  readonly differences: readonly Difference[];
}

interface Options {
  readonly log: EventLog;
  readonly connectionString: string;
  readonly schema?: string;
}

/** Businesses or accounts compared with one query per table. */
const AT_ONCE = 200;

/** Compares every row with what the log says, folded from scratch. Reads one snapshot, so the projector may go on meanwhile. */
export async function verify({ log, connectionString, schema = SERVING_SCHEMA }: Options): Promise<Verification> {
  const connection = await connectTo(connectionString, { name: 'prumo-verify', queryTimeoutMs: 60_000 });
  try {
    const { client } = connection;
    await client.query('begin isolation level repeatable read read only');
    const shards = await readCheckpoints(client, schema);
    const position = shards.map((each) => each.position).reduce(later);
    const parked = await readParked(client, schema);
    const failed = await readFailed(client);
    const head = await log.head();
    if (position !== null && !hasReached(log.id, head, position)) {
      const astray = { table: 'checkpoint', key: '', expected: head, actual: position };
      return { position, businesses: 0, accounts: 0, parked, failed, differences: [astray] };
    }
    const folded = await foldLog(log, { until: position, shards, parked });
    const businessIds = union(folded.businesses.keys(), await storedIds(client, schema, BUSINESS_TABLES));
    const userIds = union(folded.accounts.keys(), await storedIds(client, schema, [TABLES.account]));
    const differences = folded.parked.map(notParked);
    for (const ids of chunks(businessIds))
      differences.push(...(await differencesOf(client, schema, { folded, ids, tables: BUSINESS_TABLES })));
    for (const ids of chunks(userIds))
      differences.push(...(await differencesOf(client, schema, { folded, ids, tables: [TABLES.account] })));
    return { position, businesses: businessIds.length, accounts: userIds.length, parked, failed, differences };
  } finally {
    await connection.close();
  }
}

const hasReached = (logId: string, head: Position | null, position: Position): boolean =>
  logIdOf(position) === logId && head !== null && isAtOrAfter(head, position);

const notParked = ({ kind, id, error }: Parked): Difference => ({
  table: 'parked',
  key: `${kind} ${id}`,
  expected: error,
  actual: null,
});

async function differencesOf(
  client: ClientBase,
  schema: string,
  { folded, ids, tables }: { readonly folded: FoldedLog; readonly ids: string[]; readonly tables: readonly Table[] },
): Promise<readonly Difference[]> {
  const expected = rowsFromScratch(folded, { businessIds: ids, userIds: ids });
  const found: Difference[] = [];
  for (const table of tables) {
    const wanted = expected.filter((change) => change.table === table).flatMap((change) => change.rows);
    const stored = await storedRows(client, schema, { table, ids });
    found.push(...compare(table, textsByKey(table, wanted), textsByKey(table, stored)));
  }
  return found;
}

const textsByKey = ({ keys }: Table, rows: readonly (readonly Cell[])[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [row.slice(0, keys).join(' '), row.slice(keys).map(String).join(' ')]));

function* compare(
  { name }: Table,
  expected: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
): Generator<Difference> {
  for (const key of union(expected.keys(), actual.keys())) {
    const [wanted = null, stored = null] = [expected.get(key), actual.get(key)];
    if (wanted !== stored) yield { table: name, key, expected: wanted, actual: stored };
  }
}

const union = (...ids: readonly Iterable<string>[]): string[] => [...new Set(ids.flatMap((each) => [...each]))];

function* chunks(ids: readonly string[]): Generator<string[]> {
  for (let i = 0; i < ids.length; i += AT_ONCE) yield ids.slice(i, i + AT_ONCE);
}
