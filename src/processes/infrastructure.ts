import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog, OpenOptions, AuditableLog } from '#eventstore/port.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import { requireRights } from '#migrations/grants.ts';
import { type ProductPart, PARTS } from '#migrations/rights.ts';
import { findHarmfulSettings, harmOf } from '#queries/system-state.ts';
import { LOOKUP_SETTINGS, openPool } from '#postgres/session.ts';
import { waitUntil } from '#runtime/waiting.ts';
import { openFirstSession, openDatabase } from './database.ts';
import { openEventLog } from './event-log.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import { migrate } from './migrate.ts';
import { requireSameLog } from './same-log.ts';
import { StartProblem } from './start-error.ts';

/** The infrastructure of every process. */
export interface Infrastructure {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly connectionString: string;
  /** Folders of the embedded database. */
  readonly databaseFolders: readonly string[];
  readonly pool: pg.Pool;
  readonly log: EventLog & AuditableLog;
  /**
   * Rejects while the database or the log is unavailable, and where the read model belongs to another log than this
   * process.
   */
  readonly checkReady: () => Promise<void>;
}

interface Options extends OpenOptions {
  readonly clock?: (() => Date) | undefined;
  /** The parts that this process runs, whose rights its role must have; by default all. */
  readonly parts?: readonly ProductPart[] | undefined;
}

const POOL_WAIT_MS = 10_000;
/** The maximum wait for a server that is started at the same time on a busy machine, in milliseconds. */
const START_WAIT_MS = 60_000;
const WARN_AFTER_MS = 3_000;

const canQuery = (pool: pg.Pool): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  );

/**
 * Starts the database (embedded when none is configured), migrates its schemas, and opens the event log.
 * @throws DataDirInUse · MigrationProblem · StartProblem · LogUnavailable
 */
export const startInfrastructure = (
  config: Config,
  logger: Logger,
  { clock = () => new Date(), parts = PARTS, maxWaitMs = START_WAIT_MS, signal }: Options = {},
): Promise<Infrastructure & Stoppable> =>
  startInOrder(async (onStop) => {
    const database = await openDatabase(config, logger);
    onStop(() => database.close());
    const openOptions = { maxWaitMs, signal };
    async function waitFor<T>(server: string, connecting: Promise<T>): Promise<T> {
      const timeout = `${maxWaitMs / 1_000} s`;
      const timer = setTimeout(
        () => logger.warn({ server, upTo: timeout }, 'the start waits for a server that does not answer yet'),
        WARN_AFTER_MS,
      );
      return connecting.finally(() => clearTimeout(timer));
    }
    const owner = await waitFor('PostgreSQL', openFirstSession(database, 'owner', openOptions));
    await owner.close();
    await migrate(database, {
      eventStoreUrl: config.eventStoreUrl,
      signal,
      onRebuild: () => logger.info('the read model has an older shape: it is rebuilt beside the one that serves'),
    });
    const connectionString = database.url;
    // The first session may wait longer than the pool, because a machine on which everything starts at once is busy.
    const first = await openFirstSession(database, 'product');
    onStop(() => first.close());
    await requireRights(first.client, parts);
    for (const setting of await findHarmfulSettings(first.client))
      logger.warn({ ...setting, harm: harmOf(setting) }, 'a setting of PostgreSQL harms');
    const log = await waitFor(
      config.eventStoreUrl === undefined ? 'PostgreSQL' : 'EventStoreDB',
      openEventLog({ config, connectionString, ...openOptions }),
    );
    onStop(() => log.close());
    const checkSameLog = (client: Pick<pg.ClientBase, 'query'>): Promise<void> =>
      requireSameLog({ client, logId: log.id, eventStoreUrl: config.eventStoreUrl });
    await checkSameLog(first.client);
    await first.close();
    const pool = openPool({
      connectionString,
      name: 'prumo',
      settings: LOOKUP_SETTINGS,
      max: 10,
      connectTimeoutMs: 1_200,
      queryTimeoutMs: 1_500,
    });
    pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'));
    onStop(() => pool.end());
    // The pool fails after a second, because callers must not wait long; a start may take its time.
    await waitUntil(() => canQuery(pool), { everyMs: 100, withinMs: POOL_WAIT_MS });
    const logAndRethrow = logOnceAndRethrow(logger);
    return {
      config,
      logger,
      clock,
      wait: (milliseconds: number) => sleep(milliseconds),
      connectionString,
      databaseFolders: database.folders,
      pool,
      log,
      async checkReady() {
        await Promise.all([checkSameLog(pool).catch(logAndRethrow), log.head()]);
      },
    };
  });

/** Readiness is checked every few seconds, so a failure is logged once. */
function logOnceAndRethrow(logger: Logger): (error: unknown) => never {
  let lastMessage = '';
  return (error) => {
    if (error instanceof StartProblem && error.message !== lastMessage) {
      lastMessage = error.message;
      logger.error({ reason: lastMessage }, 'not ready: the event log is not the one that the others have');
    }
    throw error;
  };
}
