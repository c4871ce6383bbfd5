import type { EventLog, Position } from '#eventstore/port.ts';
import type { Logger } from 'pino';
import type { ParkedStream } from '../read/fold-batch.ts';
import { SERVING_SCHEMA } from '#read-model/tables.ts';
import type { Announcement } from '#read-model/position-waiter.ts';
import { BatchProjection } from './batch-projection.ts';
import { readCheckpoint } from './checkpoint.ts';
import { connectProjector, type Connection } from './connection.ts';
import { CAPACITY, createFolding, type Folder } from './folding.ts';
import { createLeader, type LeaderRole } from './leader.ts';
import { ENDS_WHEN_SILENT } from './connection.ts';
import { unparkAll } from './unpark.ts';
import { wholeChanges } from './whole-changes.ts';

export interface ProjectorOptions {
  readonly log: EventLog;
  /** Of the database with the read model; the projector opens a connection of its own. */
  readonly connectionString: string;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Most events in one transaction, and those of one change beyond: none is ever cut. */
  readonly batchSize?: number;
  /** Folds in the thread of its caller unless told. */
  readonly folding?: Folder;
  readonly schema?: string;
  /** After every commit of this projector: spares readers in the same process the way through the database. */
  readonly onCommit?: (announcement: Announcement) => void;
}

export interface ProjectorStatus {
  readonly role: LeaderRole;
  /** As far as this projector knows; null: nothing projected yet. */
  readonly position: Position | null;
  /** Seconds since there has been something left to project; null while not leading. */
  readonly lagSeconds: number | null;
  readonly parked: readonly ParkedStream[];
}

/** Keeps the read model up with the log, or stands by while another projector does. */
export interface Projector {
  start(): void;
  /** Lets the batch at hand finish. */
  stop(): Promise<void>;
  status(): ProjectorStatus;
}

export function createProjector(options: ProjectorOptions): Projector {
  const { log, connectionString, logger, batchSize = 1_000, schema = SERVING_SCHEMA } = options;
  const { folding = createFolding({ log, capacity: CAPACITY }) } = options;
  let position: Position | null = null;
  let parked: readonly ParkedStream[] = [];
  let behindSince: number | undefined;

  function committed(announcement: Announcement, newlyParked: readonly ParkedStream[]): void {
    position = announcement.position;
    parked = [...parked, ...newlyParked];
    for (const { kind, id, position: at, error } of newlyParked)
      logger.error(
        { kind, id, position: at, error },
        'event cannot be projected, its stream is parked: start a newer program',
      );
    options.onCommit?.(announcement);
  }

  async function lead({ client, lost }: Connection, stop: AbortSignal, progressed: () => void): Promise<void> {
    await readCheckpoint(client, schema); // of another shape nothing may be touched
    // This may be the program that knows the event for which an older one had to park its stream.
    parked = await unparkAll(log, client, { schema, folding });
    const checkpoint = await readCheckpoint(client, schema);
    position = checkpoint.position;
    logger.info({ position, parked: parked.length }, 'projecting');
    const projection = new BatchProjection({
      folding,
      client,
      schema,
      checkpoint,
      parked,
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
    duty: `projector of ${schema}`,
    connect: () => connectAndForget(connectionString, folding),
    lead,
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

/** What was folded in a term before may not have been written. Who leads can fold: until then another one goes on. */
async function connectAndForget(connectionString: string, folding: Folder): Promise<Connection> {
  const canFold = folding.forget();
  canFold.catch(() => undefined); // it is looked at once the connection is there
  const connection = await connectProjector(connectionString, ENDS_WHEN_SILENT);
  try {
    await canFold;
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}
