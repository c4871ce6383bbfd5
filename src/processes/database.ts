import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { DatabaseRoles } from '#config/database-config.ts';
import type { Patience } from '#eventstore/port.ts';
import { connectionProblem, mayPass } from '#postgres/connection-problem.ts';
import { type LocalUrls, runningLocalPostgres, startLocalPostgres } from '#postgres/local.ts';
import { isPooledByTransaction } from '#postgres/pooling.ts';
import { openSession, type Session } from '#postgres/session.ts';
import { pause, within } from '#runtime/waiting.ts';
import { StartProblem } from './start-error.ts';

export interface Database {
  /** As the product runs. */
  readonly url: string;
  /** As the owner of the schemas. */
  readonly ownerUrl: string;
  /** Who is given what by a migration, where several roles run the product; else the role of `url` is given all of it. */
  readonly roles?: DatabaseRoles | undefined;
  /** Of a server of our own: folders that have to have room. */
  readonly folders: readonly string[];
  /** Ends a server of our own; leaves any other alone. */
  close(): Promise<void>;
}

const notOurs = async (): Promise<void> => undefined;

/** The database that is named, else one of our own. @throws DataDirInUse */
export async function openDatabase(config: Config, logger: Logger): Promise<Database> {
  const named = namedDatabase(config);
  if (named) return named;
  const local = await startLocalPostgres({ dataDir: config.dataDir, logger });
  return { ...asDatabase(local), folders: local.folders, close: () => local.stop() };
}

/** The same for a tool that works beside the product: a server of our own that is running is joined. */
export async function joinDatabase(config: Config, logger: Logger): Promise<Database> {
  const running = config.databaseUrl === undefined ? runningLocalPostgres(config.dataDir) : undefined;
  return running ? { ...asDatabase(running), folders: [], close: notOurs } : openDatabase(config, logger);
}

function namedDatabase({ databaseUrl: url, databaseOwnerUrl, databaseRoles: roles }: Config): Database | undefined {
  return url === undefined ? undefined : { url, ownerUrl: databaseOwnerUrl ?? url, roles, folders: [], close: notOurs };
}

const asDatabase = ({ url, runtimeUrl }: LocalUrls) => ({ url: runtimeUrl, ownerUrl: url });

/** What was started before it, or stands in front of it, may need a moment. */
const CONNECT_TIMEOUT_MS = 10_000;

const RETRY_MS = 250;

const noAnswer = (): Error => new Error('no answer');

/**
 * The first session of a start, or of an operator's command: as the product, or as the owner. A command is told at once
 * what is wrong; a start may have patience with a server that is being started too.
 * @throws StartProblem it cannot be reached, or not be used as it is set up
 */
export async function firstSession(
  { url, ownerUrl }: Pick<Database, 'url' | 'ownerUrl'>,
  as: 'product' | 'owner',
  { patienceMs = 0, signal }: Patience = {},
): Promise<Session> {
  const connectionString = as === 'owner' ? ownerUrl : url;
  const variable = connectionString === url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL';
  const open = (): Promise<Session> =>
    openSession({ connectionString, name: 'prumo-start', connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const deadline = Date.now() + patienceMs;
  async function openPatiently(): Promise<Session> {
    for (;;)
      try {
        return await open();
      } catch (error) {
        if (!mayPass(error) || Date.now() >= deadline) throw error;
        await pause(RETRY_MS, signal);
        if (signal?.aborted === true) throw error;
      }
  }
  const session = await openPatiently().catch((error: unknown) => {
    throw new StartProblem(connectionProblem(error, { variable, connectionString }), { cause: error });
  });
  const looking = within(CONNECT_TIMEOUT_MS, () => isPooledByTransaction(session, open), noAnswer);
  const isPooled = await looking.catch((error: unknown) => {
    session.drop();
    throw new StartProblem(
      `${variable}: the pooler has no second connection for us: one process takes up to 30 (default_pool_size in PgBouncer).`,
      { cause: error },
    );
  });
  if (!isPooled) return session;
  await session.close();
  throw new StartProblem(
    `${variable}: the pooler hands out sessions by transaction, and locks, LISTEN and settings need one of their own: ` +
      'set pool_mode = session for this database, or put the address of PostgreSQL itself here.',
  );
}
