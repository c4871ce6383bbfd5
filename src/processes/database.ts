import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import { type LocalUrls, runningLocalPostgres, startLocalPostgres } from '#postgres/local.ts';

export interface Database {
  /** As the product runs. */
  readonly url: string;
  /** As the owner of the schemas. */
  readonly ownerUrl: string;
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

function namedDatabase({ databaseUrl: url, databaseOwnerUrl: ownerUrl }: Config): Database | undefined {
  return url === undefined ? undefined : { url, ownerUrl: ownerUrl ?? url, folders: [], close: notOurs };
}

const asDatabase = ({ url, runtimeUrl }: LocalUrls) => ({ url: runtimeUrl, ownerUrl: url });
