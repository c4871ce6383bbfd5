import { type EventLog, isAtOrAfter, logIdOf, type Position } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import { PREVIOUS_SCHEMA, SERVING_SCHEMA } from '#read-model/tables.ts';
import { BatchProjection } from './batch-projection.ts';
import { notificationChannelOf } from './batch-statement.ts';
import { type Checkpoint, readCheckpoint, readParkedStreams } from './checkpoint.ts';
import type { EventFolder } from './folding.ts';
import { cutBetweenChanges } from './change-boundaries.ts';

const BATCH_SIZE = 1_000;

/**
 * Replaces the serving read model with the one in schema `next`, in one transaction and without falling behind: the new
 * one first catches up while the other serves, then, with the serving one locked, folds the last few events.
 * @throws LogUnavailable
 */
export async function swapReadModel(
  log: EventLog,
  client: ClientBase,
  { next: nextSchema, eventFolder }: { readonly next: string; readonly eventFolder: EventFolder },
): Promise<void> {
  await catchUp(log, client, { schema: nextSchema, eventFolder, until: await log.head() });
  await client.query('begin');
  try {
    const { position, generation } = await lockCheckpoint(client);
    await catchUp(log, client, {
      schema: nextSchema,
      eventFolder,
      until: reachableTarget(position, await log.head()),
    });
    // A projector that has led the old read model must not mistake this one for it, even at the same position.
    await client.query(`update ${nextSchema}.checkpoint set generation = $1`, [generation]);
    await client.query(`
      drop schema if exists ${PREVIOUS_SCHEMA} cascade;
      alter schema ${SERVING_SCHEMA} rename to ${PREVIOUS_SCHEMA};
      alter schema ${nextSchema} rename to ${SERVING_SCHEMA}`);
    await client.query('select pg_notify($1, $2)', [notificationChannelOf(SERVING_SCHEMA), '']);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Locks the checkpoint until the transaction ends, so that no projector moves on, and none that waits mistakes the old
 * read model for the new one. A read model made by an older program may have several checkpoints: then the furthest
 * counts.
 * @returns its position, and a generation that it never had before
 */
async function lockCheckpoint(client: ClientBase): Promise<Checkpoint> {
  const { rows } = await client.query<Checkpoint>(
    `with locked as (update ${SERVING_SCHEMA}.checkpoint set generation = generation + 1 returning position, generation)
     select max(position) as position, max(generation) as generation from locked`,
  );
  const [checkpoint] = rows;
  if (!checkpoint) throw new Error('max() returned no row');
  return checkpoint;
}

/**
 * A checkpoint beyond the end of this log comes from another log, or from before a restore: then the end of this log is
 * the target.
 */
const reachableTarget = (serving: Position | null, head: Position | null): Position | null =>
  serving !== null && head !== null && logIdOf(serving) === logIdOf(head) && isAtOrAfter(head, serving)
    ? serving
    : head;

interface CatchUpOptions {
  readonly schema: string;
  readonly until: Position | null;
  readonly eventFolder: EventFolder;
}

/** Projects at least up to `until`; null when there is nothing to project. */
async function catchUp(
  log: EventLog,
  client: ClientBase,
  { schema, until, eventFolder }: CatchUpOptions,
): Promise<void> {
  const checkpoint = await readCheckpoint(client, schema);
  const { position } = checkpoint;
  if (until === null || (position !== null && isAtOrAfter(position, until))) return;
  const parked = await readParkedStreams(client, schema);
  const projection = new BatchProjection({
    eventFolder,
    client,
    schema,
    checkpoint,
    parked,
    onCommit: () => undefined,
  });
  const { signal } = new AbortController();
  for await (const batch of cutBetweenChanges(log.subscribe(position, { batchSize: BATCH_SIZE, signal }))) {
    await projection.project(batch);
    if (isAtOrAfter(batch.last, until)) break;
  }
  await projection.finish();
}

/**
 * SQL for the owner role: grants the rights on the tables of schema `from` on the tables with the same names in schema
 * `to`, so that a replaced read model keeps its readers.
 */
export const copyRightsSql = (from: string, to: string): string => `
do $$ declare statement text; begin
  for statement in
    select format('grant %s on schema ${to} to %I', given.privilege_type, rolname)
      from pg_namespace cross join lateral aclexplode(nspacl) given join pg_roles on pg_roles.oid = given.grantee
     where nspname = '${from}' and given.grantee <> nspowner
    union all
    select format('grant %s on table ${to}.%I to %I', given.privilege_type, relname, rolname)
      from pg_class cross join lateral aclexplode(relacl) given join pg_roles on pg_roles.oid = given.grantee
     where relnamespace = to_regnamespace('${from}') and relkind = 'r' and given.grantee <> relowner
       and to_regclass(format('${to}.%I', relname)) is not null
  loop
    execute statement;
  end loop;
end $$`;
