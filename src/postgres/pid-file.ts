import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** It takes connections. */
  readonly ready: boolean;
}

interface PidFile extends Postmaster {
  /** The cluster's folder as its postmaster was told it. */
  readonly folder: string;
}

/** What the cluster's pid file says: lines are pid, folder, start time, port, socket folder, address, memory, status. */
export function pidFile(data: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!(pid > 0)) return undefined; // it is being written
  // One of which only the first line is left still names its process: a postmaster was told this folder.
  return { pid, folder: lines[1] || data, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
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

export const isAlive = (pid: number): boolean => exists(pid) && !isZombie(pid);

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
export function removeMisleadingPidFile(data: string): void {
  const found = pidFile(data);
  if (found && exists(found.pid) && !isPostmaster(found)) rmSync(join(data, 'postmaster.pid'), { force: true });
}
