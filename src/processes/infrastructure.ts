import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '#eventstore/port.ts';
import type { HashedLog } from '#eventstore/hashed-event.ts';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import { openDatabase } from './database.ts';
import { openEventLog } from './event-log.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import { migrate } from './migrate.ts';

/** What every process stands on. */
export interface Infrastructure {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly connectionString: string;
  /** Where a database of our own lies. */
  readonly databaseFolders: readonly string[];
  readonly pool: pg.Pool;
  readonly log: EventLog & HashedLog;
  /** Rejects while the database or the log is away. */
  readonly ready: () => Promise<void>;
}

/** All of it is looking up by key: one plan for good, on the indexes, instead of planning longer than the query takes. */
const POOL_SESSION = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/**
 * Database (one of its own when none is named), its schemas, and the event log.
 * @throws DataDirInUse · MigrationProblem · the database's own error when it cannot be reached · LogUnavailable
 */
export const startInfrastructure = (config: Config, logger: Logger): Promise<Infrastructure & Stoppable> =>
  startInOrder(async (onStop) => {
    const database = await openDatabase(config, logger);
    onStop(() => database.close());
    await migrate(database);
    const connectionString = database.url;
    const pool = new pg.Pool({
      connectionString,
      max: 10,
      connectionTimeoutMillis: 1_200,
      query_timeout: 1_500,
      options: POOL_SESSION,
    });
    pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'));
    onStop(() => pool.end());
    const log = await openEventLog({ config, connectionString });
    onStop(() => log.close());
    return {
      config,
      logger,
      clock: () => new Date(),
      wait: (milliseconds: number) => sleep(milliseconds),
      connectionString,
      databaseFolders: database.folders,
      pool,
      log,
      async ready() {
        await Promise.all([pool.query('select 1'), log.head()]);
      },
    };
  });
