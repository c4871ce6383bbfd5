import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog, Patience } from '#eventstore/port.ts';
import type { HashedLog } from '#eventstore/hashed-event.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import { requireRights } from '#migrations/grants.ts';
import { type Part, PARTS } from '#migrations/rights.ts';
import { harmfulSettings, harmOf } from '#postgres/harmful-settings.ts';
import { LOOKING_UP, openPool } from '#postgres/session.ts';
import { until } from '#runtime/waiting.ts';
import { firstSession, openDatabase } from './database.ts';
import { openEventLog } from './event-log.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import { migrate } from './migrate.ts';
import { requireSameLog } from './same-log.ts';
import { StartProblem } from './start-error.ts';

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
  /** Rejects while the database or the log is away, and where the read model stands on another log than this process. */
  readonly ready: () => Promise<void>;
}

interface Options extends Patience {
  readonly clock?: (() => Date) | undefined;
  /** What this process does: its role must have the rights for that. All of it when left out. */
  readonly parts?: readonly Part[] | undefined;
}

const POOL_PATIENCE_MS = 10_000;
/** A server that is started together with us on a busy machine takes that long until it answers. */
const START_PATIENCE_MS = 60_000;
const TELL_AFTER_MS = 3_000;

const answers = (pool: pg.Pool): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  );

/**
 * Database (one of its own when none is named), its schemas, and the event log.
 * @throws DataDirInUse · MigrationProblem · StartProblem · LogUnavailable
 */
export const startInfrastructure = (
  config: Config,
  logger: Logger,
  { clock = () => new Date(), parts = PARTS, patienceMs = START_PATIENCE_MS, signal }: Options = {},
): Promise<Infrastructure & Stoppable> =>
  startInOrder(async (onStop) => {
    const database = await openDatabase(config, logger);
    onStop(() => database.close());
    const patience = { patienceMs, signal };
    async function waitFor<T>(server: string, answer: Promise<T>): Promise<T> {
      const upTo = `${patienceMs / 1_000} s`;
      const timer = setTimeout(
        () => logger.warn({ server, upTo }, 'the start waits for a server that does not answer yet'),
        TELL_AFTER_MS,
      );
      return answer.finally(() => clearTimeout(timer));
    }
    const owner = await waitFor('PostgreSQL', firstSession(database, 'owner', patience));
    await owner.close();
    await migrate(database);
    const connectionString = database.url;
    // It has more patience than the pool: a machine on which everything starts at once is busy.
    const first = await firstSession(database, 'product');
    onStop(() => first.close());
    await requireRights(first.client, parts);
    for (const setting of await harmfulSettings(first.client))
      logger.warn({ ...setting, harm: harmOf(setting) }, 'a setting of PostgreSQL harms');
    const log = await waitFor(
      config.eventStoreUrl === undefined ? 'PostgreSQL' : 'EventStoreDB',
      openEventLog({ config, connectionString, ...patience }),
    );
    onStop(() => log.close());
    const isOnSameLog = (client: Pick<pg.ClientBase, 'query'>): Promise<void> =>
      requireSameLog({ client, logId: log.id, eventStoreUrl: config.eventStoreUrl });
    await isOnSameLog(first.client);
    await first.close();
    const pool = openPool({
      connectionString,
      name: 'prumo',
      settings: LOOKING_UP,
      max: 10,
      connectTimeoutMs: 1_200,
      queryTimeoutMs: 1_500,
    });
    pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'));
    onStop(() => pool.end());
    // Whoever calls is not to wait for long, and is told so after a second; a start may take its time.
    await until(() => answers(pool), { everyMs: 100, withinMs: POOL_PATIENCE_MS });
    const tell = tellOnce(logger);
    return {
      config,
      logger,
      clock,
      wait: (milliseconds: number) => sleep(milliseconds),
      connectionString,
      databaseFolders: database.folders,
      pool,
      log,
      async ready() {
        await Promise.all([isOnSameLog(pool).catch(tell), log.head()]);
      },
    };
  });

/** Asked every few seconds, it is worth a line once. */
function tellOnce(logger: Logger): (error: unknown) => never {
  let told = '';
  return (error) => {
    if (error instanceof StartProblem && error.message !== told) {
      told = error.message;
      logger.error({ reason: told }, 'not ready: the event log is not the one that the others have');
    }
    throw error;
  };
}
