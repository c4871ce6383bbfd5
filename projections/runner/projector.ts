import type { EventLog, Position } from '#eventstore/port.ts';
import type { Logger } from 'pino';
import type { ParkedStream } from '../read/fold-batch.ts';
import { SERVING_SCHEMA } from '#read-model/tables.ts';
import type { Announcement } from '#read-model/position-waiter.ts';
import { BatchProjection } from './batch-projection.ts';
import { readCheckpoint } from './checkpoint.ts';
import { type Connection, connectProjector, SILENCE_TIMEOUT_SETTINGS } from './connection.ts';
import { CACHE_CAPACITY, createEventFolder, type EventFolder } from './folding.ts';
import { createLeader, type LeaderRole } from './leader.ts';
import { unparkAll } from './unpark.ts';
import { cutBetweenChanges } from './change-boundaries.ts';

export interface ProjectorOptions {
  readonly log: EventLog;
  /** The database with the read model; the projector opens its own connection. */
  readonly connectionString: string;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The maximum number of events in one transaction; a change is never split, so its events may exceed the number. */
  readonly batchSize?: number;
  /** The default folds in the calling thread. */
  readonly eventFolder?: EventFolder;
  readonly schema?: string;
  /**
   * Receives the progress after every commit, which spares readers in the same process the way through the database.
   */
  readonly onCommit?: (announcement: Announcement) => void;
}

export interface ProjectorStatus {
  readonly role: LeaderRole;
  /** The last position that this projector knows of; null when nothing is projected yet. */
  readonly position: Position | null;
  /** Seconds since the log has had unprojected events; null while not leading. */
  readonly lagSeconds: number | null;
  /** Streams with an event that cannot be projected: their rows stay as they were before it. */
  readonly parked: readonly ParkedStream[];
}

/** Keeps the read model up to date with the log, or stands by while another projector does. */
export interface Projector {
  start(): void;
  /** Stops after the batch at hand. */
  stop(): Promise<void>;
  status(): ProjectorStatus;
}

export function createProjector(options: ProjectorOptions): Projector {
  const { log, connectionString, logger, batchSize = 1_000, schema = SERVING_SCHEMA } = options;
  const { eventFolder = createEventFolder({ log, capacity: CACHE_CAPACITY }) } = options;
  let position: Position | null = null;
  let parked: readonly ParkedStream[] = [];
  let behindSince: number | undefined;

  function recordCommit(announcement: Announcement, newlyParked: readonly ParkedStream[]): void {
    position = announcement.position;
    parked = [...parked, ...newlyParked];
    for (const { kind, id, position: at, error } of newlyParked)
      logger.error(
        { kind, id, position: at, error },
        'event cannot be projected, its stream is parked: start a newer program',
      );
    options.onCommit?.(announcement);
  }

  async function runAsLeader(
    { client, lostSignal }: Connection,
    stop: AbortSignal,
    onProgress: () => void,
  ): Promise<void> {
    await readCheckpoint(client, schema); // A read model of another shape must not be changed.
    // This program may know the event type for which an older one had to park its stream.
    parked = await unparkAll(log, client, { schema, eventFolder });
    const checkpoint = await readCheckpoint(client, schema);
    position = checkpoint.position;
    logger.info({ position, parked: parked.length }, 'projecting');
    const projection = new BatchProjection({
      eventFolder,
      client,
      schema,
      checkpoint,
      parked,
      onCommit(announcement, newlyParked) {
        onProgress();
        recordCommit(announcement, newlyParked);
      },
    });
    const signal = AbortSignal.any([stop, lostSignal]);
    for await (const batch of cutBetweenChanges(log.subscribe(position, { batchSize, signal }))) {
      behindSince ??= Date.now();
      await projection.project(batch);
      if (batch.isCaughtUp) behindSince = undefined;
    }
    lostSignal.throwIfAborted();
    await projection.finish();
  }

  const leader = createLeader({
    lockName: `projector of ${schema}`,
    connect: () => connectWithFreshStates(connectionString, eventFolder),
    runAsLeader,
    logger,
  });

  return {
    start: leader.start,
    stop: leader.stop,
    status: () => ({
      role: leader.role(),
      position,
      lagSeconds:
        leader.role() !== 'leading' ? null : behindSince === undefined ? 0 : (Date.now() - behindSince) / 1_000,
      parked,
    }),
  };
}

/**
 * Connects and drops cached states, because those of an earlier time as leader may not have been written. A process
 * that cannot fold does not lead.
 */
async function connectWithFreshStates(connectionString: string, eventFolder: EventFolder): Promise<Connection> {
  const canFold = eventFolder.clear();
  canFold.catch(() => undefined); // The result is awaited once the connection is open.
  const connection = await connectProjector(connectionString, SILENCE_TIMEOUT_SETTINGS);
  try {
    await canFold;
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}
