import type { EventLog, Position } from '#eventstore/port.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { migrateReadModel } from '#projections/read/schema.ts';
import { createPositionWaiter } from '#projections/runner/listening-position-waiter.ts';
import type { PositionWaiter } from '#read-model/position-waiter.ts';
import { createProjector, type Projector, type ProjectorOptions } from '#projections/runner/projector.ts';
import { verify, type Verification } from '#projections/runner/verify.ts';
import { migratedDatabase } from '#tests/support/database.ts';
import { ownLog, TESTED_LOG } from '#tests/support/event-log.ts';
import type pg from 'pg';
import { pino } from 'pino';

export const quietLogger = pino({ level: 'silent' });

/** A database with an empty read model, a log, and the projectors started on them; `close` ends all of it. */
export interface ReadDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly log: EventLog;
  /** Starts a projector. */
  project(options?: Partial<ProjectorOptions>): Projector;
  /** The waiter that readers use. */
  readonly waiter: PositionWaiter;
  /** Waits, ten seconds at most, until the read model includes everything up to `position`. */
  reach(position: Position): Promise<void>;
  verify(): Promise<Verification>;
  /** Stops every projector that was started. */
  stopProjecting(): Promise<void>;
  close(): Promise<void>;
}

export async function readDatabase(where: 'memory' | 'database' = 'memory'): Promise<ReadDatabase> {
  const database = await migratedDatabase();
  const { url, pool } = database;
  await migrateReadModel(pool);
  const log =
    where === 'database' && TESTED_LOG === 'postgres'
      ? await createPostgresLog({ connectionString: url })
      : await ownLog();
  const waiter = createPositionWaiter({ connectionString: url, log, logger: quietLogger });
  await waiter.start();
  const projectors: Projector[] = [];
  async function stopProjecting(): Promise<void> {
    for (const projector of projectors.splice(0)) await projector.stop();
  }
  return {
    url,
    pool,
    log,
    waiter,
    project(options) {
      const projector = createProjector({ log, connectionString: url, logger: quietLogger, ...options });
      projectors.push(projector);
      projector.start();
      return projector;
    },
    async reach(position) {
      const waited = await waiter.waitFor(position, 10_000);
      if (waited !== 'reached') throw new Error(`${position} is ${waited}`);
    },
    verify: () => verify({ log, connectionString: url }),
    stopProjecting,
    async close() {
      await stopProjecting();
      await waiter.stop();
      await log.close();
      await database.drop();
    },
  };
}
