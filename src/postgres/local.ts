import { join } from 'node:path';
import { pause } from '#runtime/waiting.ts';
import type pg from 'pg';
import { chooseSystemUser } from './system-user.ts';
import { postgresBinaries } from './binaries.ts';
import { type DataFolder, openDataFolder, asDataDirProblem } from './data-folder.ts';
import { DATABASE_USER, createCluster } from './initialise.ts';
import { DataDirInUse, takeServerOwnership } from './ownership.ts';
import { runningPostmaster } from './pid-file.ts';
import { type Cluster, ensurePostmaster, foldersOf, stopPostmaster } from './postmaster.ts';

export interface LocalUrls {
  /** The embedded database with the owner role: for migrations, rebuilds and backups. */
  readonly url: string;
  /** The same database with the role of the product, which has only the rights that `migrate` has granted it. */
  readonly runtimeUrl: string;
}

export interface LocalPostgres extends LocalUrls {
  /** Tells whether a server that a killed process had left running was taken over. */
  readonly isReused: boolean;
  /** Folders whose free space is monitored. */
  readonly folders: readonly string[];
  /** Shuts the server down cleanly, in at most ten seconds. */
  stop(): Promise<void>;
}

interface Options {
  /** Absolute path; the folder is created when missing. */
  readonly dataDir: string;
  readonly logger?: Logger;
}

interface Logger {
  debug(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const DATABASE = 'prumo';
/** The interval at which the same problem is logged again, in milliseconds. */
const REPEAT_LOG_MS = 60_000;
/** A server that is about to end is gone within a second, which the growing pauses between these attempts add up to. */
const MAX_TAKE_ATTEMPTS = 5;
const TAKE_PAUSE_MS = 100;
const RUNTIME_USER = 'prumo_runtime';
/** Settings for a small machine that also runs the product; durability is PostgreSQL's default. */
const SETTINGS = ['max_connections=50', 'shared_buffers=128MB', 'log_checkpoints=off'];

function prepareCluster(dataDir: string, { clusterFolder, password }: DataFolder): Cluster {
  const user = chooseSystemUser(clusterFolder);
  const bin = postgresBinaries(user);
  createCluster({ bin, user, clusterFolder, password });
  return { bin, user, clusterFolder, logFile: join(dataDir, 'postgres.log'), settings: SETTINGS };
}

async function createDatabase(client: pg.Client, password: string): Promise<void> {
  const existing = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (existing.rowCount === 0) await client.query(`create database ${DATABASE}`);
  const role = await client.query('select 1 from pg_roles where rolname = $1', [RUNTIME_USER]);
  if (role.rowCount === 0)
    await client.query(`create role ${RUNTIME_USER} login password ${client.escapeLiteral(password)}`);
}

const urlOf = (port: number, password: string, database: string, user = DATABASE_USER): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;

const urlsOf = (port: number, password: string): LocalUrls => ({
  url: urlOf(port, password, DATABASE),
  runtimeUrl: urlOf(port, password, DATABASE, RUNTIME_USER),
});

/** Finds the server of `dataDir` that another process keeps running, for work beside it; undefined when none runs. */
export function runningLocalPostgres(dataDir: string): LocalUrls | undefined {
  const { clusterFolder, password } = openDataFolder(dataDir);
  const running = runningPostmaster(clusterFolder);
  return running?.isReady ? urlsOf(running.port, password) : undefined;
}

interface RunningServer {
  readonly ownershipConnection: pg.Client;
  readonly port: number;
  readonly isReused: boolean;
}

/** Becomes the owner of a running server. It may be about to end, so a failed connection is tried again. */
async function takeServer(
  cluster: Cluster,
  { password }: DataFolder,
  dataDir: string,
  options: { readonly port?: number; readonly signal?: AbortSignal } = {},
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const { port, isReused } = await ensurePostmaster(cluster, options);
    try {
      return {
        ownershipConnection: await takeServerOwnership(urlOf(port, password, 'postgres'), dataDir),
        port,
        isReused,
      };
    } catch (error) {
      if (error instanceof DataDirInUse || attempt === MAX_TAKE_ATTEMPTS) throw error;
      await pause(TAKE_PAUSE_MS * attempt);
    }
  }
}

async function prepareAndTake(dataDir: string) {
  const folder = openDataFolder(dataDir);
  const cluster = prepareCluster(dataDir, folder);
  return { folder, cluster, ...(await takeServer(cluster, folder, dataDir)) };
}

/**
 * Starts an embedded PostgreSQL under `dataDir`, or takes over the one that a killed process left, and keeps it running
 * until `stop`: when its postmaster dies, a new one recovers on the same port.
 * @throws DataDirInUse when another live process uses the folder · DataDirProblem when it is not usable ·
 * PostgresDoesNotStart
 */
export async function startLocalPostgres({ dataDir, logger }: Options): Promise<LocalPostgres> {
  const { folder, cluster, ownershipConnection, port, isReused } = await prepareAndTake(dataDir).catch(
    (error: unknown) => {
      throw asDataDirProblem(error, dataDir);
    },
  );

  const stopping = new AbortController();
  let restarting: Promise<void> | undefined;
  const watch = (connection: pg.Client): void => {
    connection.once('end', () => {
      restarting = keepRunning();
    });
  };
  async function keepRunning(): Promise<void> {
    const { signal } = stopping;
    let lastLogged = { message: '', at: 0 };
    while (!signal.aborted) {
      try {
        const server = await takeServer(cluster, folder, dataDir, { port, signal });
        logger?.warn(`the local PostgreSQL ${server.isReused ? 'had closed our connection' : 'had ended'}; it is back`);
        return watch(server.ownershipConnection);
      } catch (error) {
        if (signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        if (message !== lastLogged.message || Date.now() > lastLogged.at + REPEAT_LOG_MS) {
          lastLogged = { message, at: Date.now() };
          logger?.error(`the local PostgreSQL does not come back; retrying every second: ${message}`);
        }
        await pause(1_000, signal);
      }
    }
  }

  watch(ownershipConnection);
  await createDatabase(ownershipConnection, folder.password);
  logger?.debug(
    `local PostgreSQL ${isReused ? 'taken over' : 'started'} on port ${port}, data in ${cluster.clusterFolder}`,
  );
  return {
    ...urlsOf(port, folder.password),
    isReused,
    folders: foldersOf(cluster.clusterFolder),
    async stop() {
      stopping.abort();
      await stopPostmaster(cluster.clusterFolder);
      await restarting;
      await stopPostmaster(cluster.clusterFolder); // A restart may be in progress.
    },
  };
}
