import type { RecordedEvent } from '#domain/event.ts';
import type { EventLog, Position } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import type { ParkedStream } from '../read/fold-batch.ts';
import { SERVING_SCHEMA, BUSINESS_TABLES, type Table, TABLES } from '#read-model/tables.ts';
import { batchStatement } from './batch-statement.ts';
import { readParkedStreams, streamOfRef } from './checkpoint.ts';
import { connectTo } from './connection.ts';
import { createEventFolder, type FoldedRows, type EventFolder, TooMuchWork } from './folding.ts';
import { isContentError } from './batch-projection.ts';

interface Options {
  readonly log: EventLog;
  readonly connectionString: string;
  /** The default folds in the calling thread. */
  readonly eventFolder?: EventFolder;
  readonly schema?: string;
}

/**
 * Folds every parked stream again beside a leading projector, which notices and drops its cached states.
 * @returns the streams that are still parked
 */
export async function unparkStreams({
  log,
  connectionString,
  eventFolder = createEventFolder({ log, capacity: 1 }),
  schema = SERVING_SCHEMA,
}: Options): Promise<readonly ParkedStream[]> {
  const connection = await connectTo(connectionString, { name: 'prumo-unpark', queryTimeoutMs: 60_000 });
  try {
    return await unparkAll(log, connection.client, { schema, eventFolder });
  } finally {
    await connection.close();
  }
}

/**
 * Folds every parked stream again, because a newer program may be able to read its event: streams that can be folded
 * now get new rows, in one transaction each; the others stay parked.
 * @returns the streams that are still parked
 */
export async function unparkAll(
  log: EventLog,
  client: ClientBase,
  { schema, eventFolder }: Pick<Required<Options>, 'schema' | 'eventFolder'>,
): Promise<readonly ParkedStream[]> {
  for (const parked of await readParkedStreams(client, schema)) {
    try {
      await unparkOne(log, client, { schema, eventFolder, parked });
    } catch (error) {
      await client.query('rollback');
      if (!isContentError(error) && !(error instanceof TooMuchWork)) throw error;
    }
  }
  return readParkedStreams(client, schema);
}

async function unparkOne(
  log: EventLog,
  client: ClientBase,
  {
    schema,
    eventFolder,
    parked,
  }: { readonly schema: string; readonly eventFolder: EventFolder; readonly parked: ParkedStream },
): Promise<void> {
  await client.query('begin');
  // The lock makes the projector wait until the commit; the new generation makes it start over.
  const { rows } = await client.query<{ position: Position; generation: number }>(
    `update ${schema}.checkpoint set generation = generation + 1 returning position, generation`,
  );
  const [checkpoint] = rows;
  const foldedRows = checkpoint && (await foldStream(log, eventFolder, { ref: parked, until: checkpoint.position }));
  if (!foldedRows || foldedRows.parked.length > 0) {
    await client.query('rollback');
    return;
  }
  const { position, generation } = checkpoint;
  const { kind, id } = parked;
  await client.query(`delete from ${schema}.parked where kind = $1 and id = $2`, [kind, id]);
  for (const table of kind === 'business' ? BUSINESS_TABLES : [TABLES.account])
    await client.query(`delete from ${schema}.${table.name} where ${firstKey(table)} = $1`, [id]);
  const move = { from: position, to: position, generation };
  const { text, values } = batchStatement(schema, move, foldedRows.changes);
  await client.query(text, [...values]);
  await client.query('commit');
}

const firstKey = ({ columns }: Table): string | undefined => columns[0]?.name;

/** Folds one stream from scratch, as of `until`. @throws TooMuchWork */
async function foldStream(
  log: EventLog,
  eventFolder: EventFolder,
  { ref, until }: { readonly ref: Pick<ParkedStream, 'kind' | 'id'>; readonly until: Position },
): Promise<FoldedRows> {
  const events: RecordedEvent[] = [];
  for await (const event of log.read(streamOfRef(ref))) {
    if (event.position > until) break;
    events.push(event);
  }
  return eventFolder.fold(events);
}
