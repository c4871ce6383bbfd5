import type { EventBatch } from '#eventstore/port.ts';
import { BatchProjection, NotLeading } from '#projections/runner/batch-projection.ts';
import { readCheckpoint } from '#projections/runner/checkpoint.ts';
import { connectProjector, type Connection } from '#projections/runner/connection.ts';
import { createEventFolder } from '#projections/runner/folding.ts';
import { createAppender } from '#tests/support/histories.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cost, costsOf, opened, streamOf } from './small-business.ts';
import { readDatabase, type ReadDatabase } from './read-database.ts';

let database: ReadDatabase;
let connections: Connection[] = [];
beforeEach(async () => {
  database = await readDatabase();
});
afterEach(async () => {
  for (const connection of connections) await connection.close();
  connections = [];
  await database.close();
});

const serving = (client: Parameters<typeof readCheckpoint>[0]) => readCheckpoint(client, 'read');

/** Creates a projection like that of a projector that believes it leads, from the current checkpoint. */
async function projection() {
  const connection = await connectProjector(database.url);
  connections.push(connection);
  const { client } = connection;
  return new BatchProjection({
    eventFolder: createEventFolder({ log: database.log, capacity: 1_000 }),
    client,
    schema: 'read',
    checkpoint: await serving(client),
    parked: [],
    onCommit: () => undefined,
  });
}

async function batches(batchSize: number): Promise<EventBatch[]> {
  const all: EventBatch[] = [];
  for await (const batch of database.log.subscribe(null, { batchSize, signal: new AbortController().signal })) {
    all.push(batch);
    if (batch.isCaughtUp) break;
  }
  return all;
}

test('of two projectors that both believe they lead, only the first one writes', async () => {
  const last = await createAppender(database.log).append(streamOf('a'), [opened('a'), cost(1), cost(2)]);
  const [first, second] = [await projection(), await projection()];
  const [batch] = await batches(10);
  if (!batch) throw new Error('the log is empty');
  await first.project(batch);
  await database.pool.query(`update read.fixed_cost set body = '{"value":7}'`);
  await expect(second.project(batch)).rejects.toBeInstanceOf(NotLeading);
  expect(await costsOf(database, 'a')).toEqual([7, 7]);
  const client = await database.pool.connect();
  expect(await serving(client)).toMatchObject({ position: last });
  client.release();
});

test('a projector detects that it has lost the lead even when the batch was written in the background', async () => {
  await createAppender(database.log).append(streamOf('a'), [opened('a'), cost(1), cost(2), cost(3)]);
  const projecting = await projection();
  const [first, second, third] = await batches(1);
  if (!first || !second || !third) throw new Error('the log is too short');
  await projecting.project(first);
  await projecting.project(second);
  await expect(projecting.finish()).resolves.toBeUndefined();
  await database.pool.query('update read.checkpoint set position = null');
  await projecting.project(third);
  await expect(projecting.finish()).rejects.toBeInstanceOf(NotLeading);
  expect(await costsOf(database, 'a')).toEqual([1]);
});
