import type { EventLog, Position } from '#eventstore/port.ts';
import type { Logger } from 'pino';
import type { Parked } from '../read/fold-batch.ts';
import { SERVING_SCHEMA } from '../read/schema.ts';
import type { Announcement } from './announcement.ts';
import { createBatchProjection } from './batch-projection.ts';
import { type Checkpoint, readCheckpoints, readParked } from './checkpoint.ts';
import { connectProjector, type Connection } from './connection.ts';
import { ENDS_WHEN_SILENT } from './heartbeat.ts';
import { createLeader, type LeaderRole } from './leader.ts';
import { type Shard, WHOLE } from './shard.ts';
import { wholeChanges } from './whole-changes.ts';

export interface ProjectorOptions {
  readonly log: EventLog;
  /** Of the database with the read model; the projector opens a connection of its own. */
  readonly connectionString: string;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Most events in one transaction, and those of one change beyond: none is ever cut. */
  readonly batchSize?: number;
  /** Things (costs, ingredients; a dish is six) kept in memory between batches, about 400 bytes each; of all shards. */
  readonly capacity?: number;
  readonly schema?: string;
  /** After every commit of this projector: spares readers in the same process the way through the database. */
  readonly onCommit?: (announcement: Announcement, shard: Shard) => void;
}

interface ShardOptions extends ProjectorOptions {
  readonly shard?: Shard;
  /** The read model has been made anew in so many shards: this one is none of them. */
  readonly onOtherShards?: (count: number) => void;
  /** Milliseconds by which to let others go first when there is a lead to take. */
  readonly modesty?: () => number;
}

export interface ProjectorStatus {
  readonly role: LeaderRole;
  /** Shards that this process projects. */
  readonly leads: number;
  /** As far as this projector knows; null: nothing projected yet. */
  readonly position: Position | null;
  /** Seconds since there has been something left to project; null while not leading. */
  readonly lagSeconds: number | null;
  readonly parked: readonly Parked[];
}

/** Keeps the read model up with the log, or stands by while another projector does. */
export interface Projector {
  start(): void;
  /** Lets the batch at hand finish. */
  stop(): Promise<void>;
  status(): ProjectorStatus;
}

/** Of one shard; all of a read model that has but one. */
export function createProjector(options: ShardOptions): Projector {
  const { shard = WHOLE, onOtherShards, modesty } = options;
  const { log, connectionString, logger, batchSize = 1_000, capacity = 600_000, schema = SERVING_SCHEMA } = options;
  let position: Position | null = null;
  let parked: readonly Parked[] = [];
  let behindSince: number | undefined;

  function committed(announcement: Announcement, newlyParked: readonly Parked[]): void {
    position = announcement.position;
    parked = [...parked, ...newlyParked];
    for (const { kind, id, position: at, error } of newlyParked)
      logger.error({ kind, id, position: at, error }, 'event cannot be projected, its stream is parked');
    options.onCommit?.(announcement, shard);
  }

  /** Undefined when the read model is divided in another way by now. */
  async function ownCheckpoint(client: Connection['client']): Promise<Checkpoint | undefined> {
    const checkpoints = await readCheckpoints(client, schema);
    if (checkpoints.length === shard.of) return checkpoints[shard.index];
    onOtherShards?.(checkpoints.length);
    return undefined;
  }

  async function lead({ client, lost }: Connection, stop: AbortSignal, progressed: () => void): Promise<void> {
    const checkpoint = await ownCheckpoint(client);
    if (!checkpoint) return;
    parked = await readParked(client, schema, shard);
    position = checkpoint.position;
    logger.info({ position, parked: parked.length, shard: shard.index, of: shard.of }, 'projecting');
    const projection = createBatchProjection({
      log,
      client,
      schema,
      checkpoint,
      parked,
      capacity: Math.ceil(capacity / shard.of),
      onCommit(announcement, newlyParked) {
        progressed();
        committed(announcement, newlyParked);
      },
    });
    const signal = AbortSignal.any([stop, lost]);
    for await (const batch of wholeChanges(log.subscribe(position, { batchSize, signal }))) {
      behindSince ??= Date.now();
      await projection.take(batch);
      if (batch.caughtUp) behindSince = undefined;
    }
    lost.throwIfAborted();
    await projection.finish();
  }

  const leader = createLeader({
    duty: shard.of === 1 ? `projector of ${schema}` : `projector of ${schema} ${shard.index}/${shard.of}`,
    connect: () => connectProjector(connectionString, ENDS_WHEN_SILENT),
    lead,
    logger,
    ...(modesty && { modesty }),
  });

  return {
    start: leader.start,
    stop: leader.stop,
    status: () => ({
      role: leader.role(),
      leads: leader.role() === 'leading' ? 1 : 0,
      position,
      lagSeconds:
        leader.role() !== 'leading' ? null : behindSince === undefined ? 0 : (Date.now() - behindSince) / 1_000,
      parked,
    }),
  };
}
