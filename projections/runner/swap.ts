import { type EventLog, isAtOrAfter, later, logIdOf, type Position } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import { SERVING_SCHEMA } from '../read/schema.ts';
import { createBatchProjection } from './batch-projection.ts';
import { channelOf } from './batch-statement.ts';
import { type Checkpoint, readCheckpoints, readParked } from './checkpoint.ts';
import { wholeChanges } from './whole-changes.ts';

/** What served before, kept until the next swap. */
export const PREVIOUS_SCHEMA = `${SERVING_SCHEMA}_previous`;
const CAPACITY = 400_000;
const BATCH = 1_000;

/**
 * The read model in schema `next` takes the place of the serving one, in one transaction and not a position behind it:
 * first it catches up in peace, then, while the serving one stands still, with the last few events.
 * @throws LogUnavailable
 */
export async function swapIn(log: EventLog, client: ClientBase, next: string): Promise<void> {
  await catchUp(log, client, { schema: next, until: await log.head() });
  await client.query('begin');
  try {
    const serving = await standStill(client);
    await catchUp(log, client, { schema: next, until: withinReach(serving.position, await log.head()) });
    // Nobody takes it for the one before, though it be just as far: it may be in other shards.
    await client.query(`update ${next}.checkpoint set generation = $1`, [serving.generation]);
    await client.query(`
      drop schema if exists ${PREVIOUS_SCHEMA} cascade;
      alter schema ${SERVING_SCHEMA} rename to ${PREVIOUS_SCHEMA};
      alter schema ${next} rename to ${SERVING_SCHEMA}`);
    await client.query('select pg_notify($1, $2)', [channelOf(SERVING_SCHEMA), '']);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Until the transaction ends no projector gets on, and none that is waiting then can take the old one for the new.
 * @returns how far its fastest shard is, and a generation that it never had before
 */
async function standStill(client: ClientBase): Promise<Pick<Checkpoint, 'position' | 'generation'>> {
  const { rows } = await client.query<Pick<Checkpoint, 'position' | 'generation'>>(
    `update ${SERVING_SCHEMA}.checkpoint set generation = generation + 1 returning position, generation`,
  );
  return {
    position: rows.reduce<Position | null>((most, { position }) => later(most, position), null),
    generation: Math.max(...rows.map(({ generation }) => generation)),
  };
}

/** A checkpoint that this log has not reached was made with another one, or before a restore: then its end will do. */
const withinReach = (serving: Position | null, head: Position | null): Position | null =>
  serving !== null && head !== null && logIdOf(serving) === logIdOf(head) && isAtOrAfter(head, serving)
    ? serving
    : head;

interface Goal {
  readonly schema: string;
  readonly until: Position | null;
}

/** Projects every shard up to `until` at least; null: nothing to do. */
async function catchUp(log: EventLog, client: ClientBase, goal: Goal): Promise<void> {
  for (const checkpoint of await readCheckpoints(client, goal.schema))
    await catchUpShard(log, client, checkpoint, goal);
}

async function catchUpShard(
  log: EventLog,
  client: ClientBase,
  checkpoint: Required<Checkpoint>,
  { schema, until }: Goal,
): Promise<void> {
  const { position, shard } = checkpoint;
  if (until === null || (position !== null && isAtOrAfter(position, until))) return;
  const parked = await readParked(client, schema, shard);
  const projection = createBatchProjection({
    log,
    client,
    schema,
    checkpoint,
    parked,
    capacity: CAPACITY,
    onCommit: () => undefined,
  });
  const { signal } = new AbortController();
  for await (const batch of wholeChanges(log.subscribe(position, { batchSize: BATCH, signal }))) {
    await projection.take(batch);
    if (isAtOrAfter(batch.last, until)) break;
  }
  await projection.finish();
}
