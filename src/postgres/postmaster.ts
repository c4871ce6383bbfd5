import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { freePort } from './free-port.ts';
import { isAlive, pidFile, type Postmaster, removeMisleadingPidFile, runningPostmaster } from './pid-file.ts';

/** Everything that is needed to run one PostgreSQL cluster. */
export interface Cluster {
  readonly bin: Binaries;
  readonly account: Account | undefined;
  /** The cluster's folder, made by `initialise`. */
  readonly data: string;
  readonly logFile: string;
  /** `name=value`, as in postgresql.conf. */
  readonly settings: readonly string[];
}

/** Crash recovery reads at most a gigabyte of log; a slow disk needs its time for that. */
const START_LIMIT_MS = 60_000;
const ATTEMPTS = 6;

function spawnPostgres({ bin, account, data, logFile, settings }: Cluster, port: number): ChildProcess {
  const isLong = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000;
  const log = openSync(logFile, isLong ? 'w' : 'a', 0o600);
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  try {
    return spawn(bin.postgres, ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])], {
      ...account,
      cwd: data,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
      detached: true, // Ctrl-C in the terminal reaches us first; we stop it in order
    });
  } finally {
    closeSync(log);
  }
}

const logTail = (file: string): string => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n');

/** One try to start; `undefined` when it ended again: the port was taken meanwhile, or another starter was faster. */
async function launch(cluster: Cluster, port: number): Promise<Postmaster | undefined> {
  removeMisleadingPidFile(cluster.data);
  const child = spawnPostgres(cluster, port);
  const ended = new Promise<true>((done) => {
    child.once('exit', () => done(true));
    child.once('error', () => done(true));
  });
  child.unref();
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline;) {
    const found = pidFile(cluster.data);
    if (found?.pid === child.pid && found?.ready) return found;
    if (await Promise.race([ended, sleep(10, false)])) return undefined;
  }
  return undefined;
}

/** One that is starting, recovering or stopping becomes ready or goes away. */
async function settled(data: string): Promise<Postmaster | undefined> {
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await sleep(20)) {
    const running = runningPostmaster(data);
    if (!running || running.ready) return running;
  }
  throw new Error(`the PostgreSQL of ${data} neither becomes ready nor ends`);
}

/**
 * Gives the postmaster of this cluster, ready: the one that runs, else a new one on `port`, or on a free one.
 * @throws Error with the end of PostgreSQL's own log when it does not start
 */
export async function ensurePostmaster(cluster: Cluster, port?: number): Promise<Postmaster & { reused: boolean }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const running = await settled(cluster.data);
    if (running) return { ...running, reused: true };
    const started = await launch(cluster, port ?? (await freePort()));
    if (started) return { ...started, reused: false };
    await sleep(100 * 2 ** attempt); // the processes of a killed postmaster need a moment to notice
  }
  throw new Error(`PostgreSQL does not start; ${cluster.logFile} ends with\n${logTail(cluster.logFile)}`);
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; isAlive(pid); await sleep(20)) if (Date.now() > deadline) return false;
  return true;
}

/** Stops the postmaster of this cluster in order ("fast": open transactions end), by force after eight seconds. */
export async function stopPostmaster(data: string): Promise<void> {
  const running = runningPostmaster(data);
  if (!running) return;
  signal(running.pid, 'SIGINT');
  if (await hasEnded(running.pid, 8_000)) return;
  signal(running.pid, 'SIGQUIT');
  await hasEnded(running.pid, 2_000);
}
