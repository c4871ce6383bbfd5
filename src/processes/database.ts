import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { DatabaseRoles } from '#config/database-config.ts';
import type { OpenOptions } from '#eventstore/port.ts';
import { connectionProblem, isTemporary } from '#postgres/connection-problem.ts';
import { type LocalUrls, runningLocalPostgres, startLocalPostgres } from '#postgres/local.ts';
import { isPooledByTransaction } from '#postgres/pooling.ts';
import { openSession, type Session } from '#postgres/session.ts';
import { pause, withTimeout } from '#runtime/waiting.ts';
import { StartProblem } from './start-error.ts';

export interface Database {
  /** The connection of the product's role. */
  readonly url: string;
  /** The connection of the owner of the schemas. */
  readonly ownerUrl: string;
  /**
   * The roles to which a migration gives rights, where several roles run the product; otherwise the role of `url` gets
   * all of them.
   */
  readonly roles?: DatabaseRoles | undefined;
  /** Folders of the embedded server whose free space is monitored. */
  readonly folders: readonly string[];
  /** Ends the embedded server; does nothing to any other. */
  close(): Promise<void>;
}

const doNothing = async (): Promise<void> => undefined;

/** Opens the configured database, else the embedded one. @throws DataDirInUse */
export async function openDatabase(config: Config, logger: Logger): Promise<Database> {
  const configured = configuredDatabase(config);
  if (configured) return configured;
  const local = await startLocalPostgres({ dataDir: config.dataDir, logger });
  return { ...toDatabaseUrls(local), folders: local.folders, close: () => local.stop() };
}

/** Opens the database for a tool that works beside the product: a running embedded server is shared. */
export async function joinDatabase(config: Config, logger: Logger): Promise<Database> {
  const running = config.databaseUrl === undefined ? runningLocalPostgres(config.dataDir) : undefined;
  return running ? { ...toDatabaseUrls(running), folders: [], close: doNothing } : openDatabase(config, logger);
}

function configuredDatabase({
  databaseUrl: url,
  databaseOwnerUrl,
  databaseRoles: roles,
}: Config): Database | undefined {
  return url === undefined
    ? undefined
    : { url, ownerUrl: databaseOwnerUrl ?? url, roles, folders: [], close: doNothing };
}

const toDatabaseUrls = ({ url, runtimeUrl }: LocalUrls) => ({ url: runtimeUrl, ownerUrl: url });

/** A server that was started just before, or a pooler in front of it, may need a moment. */
const CONNECT_TIMEOUT_MS = 10_000;

const RETRY_MS = 250;

const noResponseError = (): Error => new Error('no answer');

/**
 * The first session of a start, or of an operator's command: with the product's role, or as the owner. A command
 * reports a problem immediately; a start may wait for a server that is starting too.
 * @throws StartProblem when the database cannot be reached, or is not usable in its configuration
 */
export async function openFirstSession(
  { url, ownerUrl }: Pick<Database, 'url' | 'ownerUrl'>,
  role: 'product' | 'owner',
  { maxWaitMs = 0, signal }: OpenOptions = {},
): Promise<Session> {
  const connectionString = role === 'owner' ? ownerUrl : url;
  const variable = connectionString === url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL';
  const open = (): Promise<Session> =>
    openSession({ connectionString, name: 'prumo-start', connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const deadline = Date.now() + maxWaitMs;
  async function openPatiently(): Promise<Session> {
    for (;;)
      try {
        return await open();
      } catch (error) {
        if (!isTemporary(error) || Date.now() >= deadline) throw error;
        await pause(RETRY_MS, signal);
        if (signal?.aborted === true) throw error;
      }
  }
  const session = await openPatiently().catch((error: unknown) => {
    throw new StartProblem(connectionProblem(error, { variable, connectionString }), { cause: error });
  });
  const poolingCheck = withTimeout(CONNECT_TIMEOUT_MS, () => isPooledByTransaction(session, open), noResponseError);
  const isPooled = await poolingCheck.catch((error: unknown) => {
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
