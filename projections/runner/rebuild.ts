import type { EventLog, Position } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import { grantRows, readModelTables, SERVING_SCHEMA } from '../read/schema.ts';
import { batchStatement } from './batch-statement.ts';
import { type Connection, connectProjector } from './connection.ts';
import { type FoldedLog, foldLog } from './fold-log.ts';
import { rowsFromScratch } from './rows-from-scratch.ts';
import { swapIn } from './swap.ts';
import { TABLES, type TableChange } from './tables.ts';
import { type Verification, verify } from './verify.ts';

interface Options {
  readonly log: EventLog;
  /** As the owner. */
  readonly connectionString: string;
  /** The role that the product runs as, if it is another one: it gets the same rights on the new tables. */
  readonly runtimeRole?: string;
}

/** Where the new read model grows beside the one that serves. */
const NEXT = `${SERVING_SCHEMA}_next`;

/** Businesses written with one statement. */
const AT_ONCE = 100;

/** The rebuilt read model is not what the log says; the old one goes on serving. */
class RebuildRefused extends Error {
  override readonly name = 'RebuildRefused';
  readonly verification: Verification;
  constructor(verification: Verification) {
    super(`the rebuilt read model has ${verification.differences.length} differences`);
    this.verification = verification;
  }
}

/**
 * Makes the read model anew from the log while the old one serves: folds everything in memory, writes each row once,
 * verifies, and takes the old one's place once it is just as far.
 * @throws RebuildRefused · LogUnavailable
 */
export async function rebuild({ log, connectionString, runtimeRole }: Options): Promise<Verification> {
  const connection = await connectProjector(connectionString);
  try {
    const folded = await fill(log, connection.client);
    const verification = await verify({ log, connectionString, schema: NEXT, folded });
    if (verification.differences.length > 0) throw new RebuildRefused(verification);
    if (runtimeRole !== undefined) await grantRows(connection.client, NEXT, runtimeRole);
    await swapIn(log, connection.client, NEXT);
    return verification;
  } finally {
    await connection.close();
  }
}

/** @returns what the rows were made from */
async function fill(log: EventLog, client: Connection['client']): Promise<FoldedLog> {
  await client.query(`drop schema if exists ${NEXT} cascade; ${readModelTables(NEXT)}`);
  const head = await log.head();
  const folded = await foldLog(log, { until: head, parked: [] });
  if (head === null) return folded;
  for (const chunk of chunks([...folded.businesses.keys()]))
    await write(client, null, rowsFromScratch(folded, { businessIds: chunk, userIds: [] }));
  for (const chunk of chunks([...folded.accounts.keys()]))
    await write(client, null, rowsFromScratch(folded, { businessIds: [], userIds: chunk }));
  await write(client, head, [parkedRows(folded)]);
  return folded;
}

/** The checkpoint moves with the last rows only. */
async function write(client: ClientBase, to: Position | null, changes: readonly TableChange[]): Promise<void> {
  const { text, values } = batchStatement(NEXT, { from: null, to, generation: 1 }, changes);
  await client.query(text, [...values]);
}

const parkedRows = ({ parked }: FoldedLog): TableChange => ({
  table: TABLES.parked,
  action: 'upsert',
  rows: parked.map(({ kind, id, position, error }) => [kind, id, position, error]),
});

function* chunks(ids: readonly string[]): Generator<string[]> {
  for (let i = 0; i < ids.length; i += AT_ONCE) yield ids.slice(i, i + AT_ONCE);
}
