import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

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

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** It takes connections. */
  readonly ready: boolean;
}

/** Crash recovery reads at most a gigabyte of log; a slow disk needs its time for that. */
const START_LIMIT_MS = 60_000;
const ATTEMPTS = 6;

interface PidFile extends Postmaster {
  /** The cluster's folder as its postmaster was told it. */
  readonly folder: string;
}

/** What the cluster's pid file says: lines are pid, folder, start time, port, socket folder, address, memory, status. */
function pidFile(data: string): PidFile | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0)) return undefined; // it is being written
  return { pid, folder: lines[1] ?? '', port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** Where pid 1 does not reap at once (containers), a killed postmaster stays a zombie that looks alive. */
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, ''));
  } catch {
    return false;
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const isAlive = (pid: number): boolean => exists(pid) && !isZombie(pid);

/** After a reboot the recorded pid may be any other process: a postmaster's command line names its folder. */
function commandLine(pid: number): string {
  if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)]).toString();
}

function isPostmaster({ pid, folder }: PidFile): boolean {
  if (!isAlive(pid)) return false;
  try {
    return commandLine(pid).includes(folder);
  } catch {
    return isAlive(pid); // ended meanwhile, or hidden from us: then rather believe the file
  }
}

/** The postmaster that runs on this cluster, whoever started it; a pid file that a dead one left is not one. */
export function runningPostmaster(data: string): Postmaster | undefined {
  const found = pidFile(data);
  return found && isPostmaster(found) ? found : undefined;
}

/** PostgreSQL removes a dead one's pid file itself, but believes one whose pid is a zombie or now somebody else's. */
function removeMisleadingPidFile(data: string): void {
  const found = pidFile(data);
  if (found && exists(found.pid) && !isPostmaster(found)) rmSync(join(data, 'postmaster.pid'), { force: true });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, failed) => {
    probe.once('error', failed).listen(0, '127.0.0.1', done);
  });
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

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

/** Stops the postmaster of this cluster in order ("fast": open transactions end), by force after ten seconds. */
export async function stopPostmaster(data: string): Promise<void> {
  const running = runningPostmaster(data);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  const deadline = Date.now() + 10_000;
  for (let forced = false; isAlive(running.pid); await sleep(20)) {
    if (forced || Date.now() < deadline) continue;
    process.kill(running.pid, 'SIGQUIT');
    forced = true;
  }
}
