import type { ClientBase } from 'pg';
import type { Position } from '#eventstore/port.ts';
import { readModelTables } from '../read/schema.ts';
import { batchStatement, insertStatement } from './batch-statement.ts';
import type { FoldedLog } from './fold-log.ts';
import { createRowDigests, type RowDigests } from './row-digests.ts';
import { rowsFromScratch } from './rows-from-scratch.ts';
import { TABLES, type TableChange } from './tables.ts';

/** Businesses, or accounts, written with one statement. */
const AT_ONCE = 100;

/** Tables that get rows; the one of what is parked is as good as empty. */
const FILLED = Object.values(TABLES).filter((table) => table !== TABLES.parked);

/**
 * Makes `schema` anew with all rows of what has been folded, as of `head`. Each row is written once, the next ones are
 * computed meanwhile, and keys are made when all rows are there: in order, and at a fraction of what each alone costs.
 * @returns what the rows that were sent come to
 */
export async function fill(
  client: ClientBase,
  schema: string,
  {
    folded,
    head,
    shards = 1,
  }: { readonly folded: FoldedLog; readonly head: Position | null; readonly shards?: number },
): Promise<RowDigests> {
  await client.query(`drop schema if exists ${schema} cascade; ${readModelTables(schema, shards)}`);
  for (const { name } of FILLED) await client.query(`alter table ${schema}.${name} drop constraint ${name}_pkey`);
  const { add, digests } = createRowDigests(FILLED);
  let writing: Promise<unknown> = Promise.resolve();
  for (const changes of allRows(folded)) {
    await writing;
    const statement = insertStatement(schema, changes);
    if (!statement) continue;
    const { name, text, values } = statement;
    writing = client.query({ name, text, values: [...values] });
    writing.catch(() => undefined); // thrown where it is awaited
    add(changes);
  }
  await writing;
  for (const { name, columns, keys } of FILLED) {
    const key = columns.slice(0, keys).map((column) => column.name);
    await client.query(`alter table ${schema}.${name} add primary key (${key.join(', ')})`);
  }
  for (let shard = 0; shard < shards; shard += 1) {
    const move = { from: null, to: head, generation: 1, shard };
    const { text, values } = batchStatement(schema, move, shard === 0 ? [parkedRows(folded)] : []);
    await client.query(text, [...values]);
  }
  return digests;
}

function* allRows(folded: FoldedLog): Generator<readonly TableChange[]> {
  for (const businessIds of chunks([...folded.businesses.keys()]))
    yield rowsFromScratch(folded, { businessIds, userIds: [] });
  for (const userIds of chunks([...folded.accounts.keys()]))
    yield rowsFromScratch(folded, { businessIds: [], userIds });
}

const parkedRows = ({ parked }: FoldedLog): TableChange => ({
  table: TABLES.parked,
  action: 'upsert',
  rows: parked.map(({ kind, id, position, error }) => [kind, id, position, error]),
});

function* chunks(ids: readonly string[]): Generator<string[]> {
  for (let i = 0; i < ids.length; i += AT_ONCE) yield ids.slice(i, i + AT_ONCE);
}
