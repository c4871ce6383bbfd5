import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { accountFor } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { DATABASE_USER, initialise } from './initialise.ts';
import { DataDirInUse, ownServer } from './ownership.ts';
import { type Cluster, ensurePostmaster, stopPostmaster } from './postmaster.ts';

export interface LocalPostgres {
  /** Connection string of the product's own database. */
  readonly url: string;
  /** A server that an earlier, killed process had left running was taken over. */
  readonly reused: boolean;
  /** Ends it in order; at most ten seconds. */
  stop(): Promise<void>;
}

interface Options {
  /** Absolute path; made when missing. */
  readonly dataDir: string;
  readonly log?: (message: string) => void;
}

const DATABASE = 'prumo';
/** For a small machine that also runs the product; durability stays as PostgreSQL ships it. */
const SETTINGS = ['max_connections=50', 'shared_buffers=128MB', 'jit=off', 'log_checkpoints=off'];

function prepareCluster(dataDir: string, { cluster: data, password }: DataFolder): Cluster {
  const account = accountFor(data);
  const bin = postgresBinaries(account);
  initialise({ bin, account, data, password });
  return { bin, account, data, logFile: join(dataDir, 'postgres.log'), settings: SETTINGS };
}

async function createDatabase(client: pg.Client): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
}

const urlOf = (port: number, password: string, database: string): string =>
  `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;

interface Taken {
  readonly owner: pg.Client;
  readonly port: number;
  readonly reused: boolean;
}

/** A server found running may be ending just then: a connection that fails is one to try again. */
async function take(cluster: Cluster, { password }: DataFolder, dataDir: string, samePort?: number): Promise<Taken> {
  for (let attempt = 1; ; attempt += 1) {
    const { port, reused } = await ensurePostmaster(cluster, samePort);
    try {
      return { owner: await ownServer(urlOf(port, password, 'postgres'), dataDir), port, reused };
    } catch (error) {
      if (error instanceof DataDirInUse || attempt === 5) throw error;
      await sleep(100 * attempt);
    }
  }
}

/**
 * Starts a PostgreSQL of our own under `dataDir`, or takes over the one that a killed process left, and keeps it
 * running until `stop`: when its postmaster dies, a new one recovers on the same port.
 * @throws DataDirInUse when another live process uses the folder
 */
export async function startLocalPostgres({ dataDir, log = () => undefined }: Options): Promise<LocalPostgres> {
  const folder = openDataFolder(dataDir);
  const cluster = prepareCluster(dataDir, folder);
  const { owner, port, reused } = await take(cluster, folder, dataDir);

  const stopping = new AbortController();
  let watching: Promise<void> | undefined;
  const watch = (connection: pg.Client): void => {
    connection.once('end', () => {
      watching = keepRunning();
    });
  };
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const again = await take(cluster, folder, dataDir, port);
        if (!again.reused) log('the local PostgreSQL had ended and runs again');
        return watch(again.owner);
      } catch (error) {
        log(`the local PostgreSQL does not come back: ${String(error)}`);
        await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  watch(owner);
  await createDatabase(owner);
  log(`local PostgreSQL ${reused ? 'taken over' : 'started'} on port ${port}, data in ${cluster.data}`);
  return {
    url: urlOf(port, folder.password, DATABASE),
    reused,
    async stop() {
      stopping.abort();
      await stopPostmaster(cluster.data);
      await watching;
      await stopPostmaster(cluster.data); // it may have been coming back just then
    },
  };
}
