import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseAfter } from '#runtime/back-off.ts';
import { waitUntil } from '#runtime/waiting.ts';
import type { SystemUser } from './system-user.ts';
import type { Binaries } from './binaries.ts';
import { isAlive, readPidFile, type Postmaster, removeMisleadingPidFile, runningPostmaster } from './pid-file.ts';
import { createServer } from 'node:net';

/** The data that is needed to run one PostgreSQL cluster. */
export interface Cluster {
  readonly bin: Binaries;
  readonly user: SystemUser | undefined;
  /** The cluster's folder, made by `createCluster`. */
  readonly clusterFolder: string;
  readonly logFile: string;
  /** Settings `name=value`, as in postgresql.conf. */
  readonly settings: readonly string[];
}

/** Crash recovery reads at most a gigabyte of log, which takes a while on a slow disk. */
const START_LIMIT_MS = 60_000;
const ATTEMPTS = 9;
/** Delay between attempts to start the server. */
const RETRY_MS = { firstPause: 100, longestPause: 1_000 };

/** A longer log is truncated at the start. */
const MAX_LOG_BYTES = 1_000_000;
const fileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The size of a file of PostgreSQL's write-ahead log: without space for one more it does not start. */
const SEGMENT_BYTES = 16 * 1_024 * 1_024;

/** PostgreSQL ended after every attempt to start it; `code` is ENOSPC when its disk is full. */
export class PostgresDoesNotStart extends Error {
  override readonly name = 'PostgresDoesNotStart';
  readonly code: 'ENOSPC' | undefined;
  constructor(reason: string, code?: 'ENOSPC') {
    super(`PostgreSQL does not start: ${reason}`);
    this.code = code;
  }
}

function spawnPostgres({ bin, user, clusterFolder, logFile, settings }: Cluster, port: number): ChildProcess {
  const log = openSync(logFile, fileSize(logFile) > MAX_LOG_BYTES ? 'w' : 'a', 0o600);
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  try {
    return spawn(
      bin.postgres,
      ['-D', clusterFolder, '-p', String(port), ...options.flatMap((option) => ['-c', option])],
      {
        ...user,
        cwd: clusterFolder,
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', log, log],
        detached: true, // Ctrl-C in the terminal must reach only this process, which stops the server in order.
      },
    );
  } finally {
    closeSync(log);
  }
}

/** The folders of a cluster: its own, and that of its write-ahead log, which may be a link to another disk. */
export const foldersOf = (clusterFolder: string): readonly string[] => [clusterFolder, join(clusterFolder, 'pg_wal')];

function hasFreeSpace(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= SEGMENT_BYTES;
}

/**
 * Finds the reason, in one line for the operator. PostgreSQL's own log may be empty, because it may be on the full disk
 * too.
 * @param from offset in the log at which these attempts begin; earlier lines are about other starts
 */
function startFailure({ clusterFolder, logFile }: Cluster, from: number): PostgresDoesNotStart {
  const fullFolder = foldersOf(clusterFolder).find((folder) => !hasFreeSpace(folder));
  if (fullFolder !== undefined)
    return new PostgresDoesNotStart(
      `the disk of ${fullFolder} is full; nothing is lost: free space on it, but never in that folder itself`,
      'ENOSPC',
    );
  const log = readFileSync(logFile);
  const logLines = log
    .subarray(log.length < from ? 0 : from)
    .toString()
    .split('\n');
  const last = logLines.findLast((line) => /(PANIC|FATAL): (?!.*(starting up|not yet accepting))/.test(line));
  return new PostgresDoesNotStart(`${last?.replace(/^.*?(?=PANIC|FATAL)/, '') ?? 'no reason given'}; see ${logFile}`);
}

/**
 * Attempts to start the server once; `undefined` when it ended again: the port was taken meanwhile, or another starter
 * was faster.
 */
async function launchPostmaster(cluster: Cluster, port: number): Promise<Postmaster | undefined> {
  removeMisleadingPidFile(cluster.clusterFolder);
  const child = spawnPostgres(cluster, port);
  const ended = new Promise<true>((done) => {
    child.once('exit', () => done(true));
    child.once('error', () => done(true));
  });
  child.unref();
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline;) {
    const found = readPidFile(cluster.clusterFolder);
    if (found?.pid === child.pid && found?.isReady) return found;
    if (await Promise.race([ended, sleep(10, false)])) return undefined;
  }
  return undefined;
}

/** Waits while a server is starting, recovering or stopping, until it is ready or gone. */
async function waitUntilSettled(clusterFolder: string): Promise<Postmaster | undefined> {
  let running: Postmaster | undefined;
  const isSettled = (): boolean => {
    running = runningPostmaster(clusterFolder);
    return running === undefined || running.isReady;
  };
  if (await waitUntil(isSettled, { everyMs: 20, withinMs: START_LIMIT_MS })) return running;
  throw new PostgresDoesNotStart(`the one of ${clusterFolder} neither becomes ready nor ends`);
}

/**
 * Returns a ready postmaster of this cluster: the running one, else a new one on `port`, or on a free one.
 * @throws PostgresDoesNotStart with the reason from its own log · the abort reason of `signal`
 */
export async function ensurePostmaster(
  cluster: Cluster,
  { port, signal }: { readonly port?: number; readonly signal?: AbortSignal } = {},
): Promise<Postmaster & { isReused: boolean }> {
  const logOffset = fileSize(cluster.logFile);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    signal?.throwIfAborted();
    const running = await waitUntilSettled(cluster.clusterFolder);
    if (running) return { ...running, isReused: true };
    const started = await launchPostmaster(cluster, port ?? (await findFreePort()));
    if (started) return { ...started, isReused: false };
    const failure = startFailure(cluster, logOffset);
    if (failure.code === 'ENOSPC') throw failure;
    // The processes of a killed postmaster need a moment to notice.
    await sleep(pauseAfter(attempt + 1, RETRY_MS), undefined, signal && { signal });
  }
  throw startFailure(cluster, logOffset);
}

function signalPostmaster(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const waitUntilEnded = (pid: number, withinMs: number): Promise<boolean> =>
  waitUntil(() => !isAlive(pid), { everyMs: 20, withinMs });

/** Stops the postmaster of this cluster in order ("fast": open transactions end), by force after eight seconds. */
export async function stopPostmaster(clusterFolder: string): Promise<void> {
  const running = runningPostmaster(clusterFolder);
  if (!running) return;
  signalPostmaster(running.pid, 'SIGINT');
  if (await waitUntilEnded(running.pid, 8_000)) return;
  signalPostmaster(running.pid, 'SIGQUIT');
  await waitUntilEnded(running.pid, 2_000);
}

/** Finds a port of the loopback address that nothing listens on; another program may take it before it is used. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, failed) => {
    probe.once('error', failed).listen(0, '127.0.0.1', done);
  });
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
