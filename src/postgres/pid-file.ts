import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Tells whether the server accepts connections. */
  readonly isReady: boolean;
}

interface PidFile extends Postmaster {
  /** The cluster's folder as passed to its postmaster. */
  readonly folder: string;
}

/**
 * Reads the cluster's pid file, whose lines are pid, folder, start time, port, socket folder, address, memory,
 * status.
 */
export function readPidFile(data: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!(pid > 0)) return undefined; // The file is being written.
  // A file cut to its first line still names its process, whose postmaster was started with this folder.
  return { pid, folder: lines[1] || data, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Tells whether a process is a zombie: where pid 1 does not reap at once (containers), a killed postmaster looks alive.
 */
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, ''));
  } catch {
    return false;
  }
}

function isPidInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export const isAlive = (pid: number): boolean => isPidInUse(pid) && !isZombie(pid);

/** Reads a command line. A postmaster's names its folder, while after a reboot the pid may be any other process's. */
function readCommandLine(pid: number): string {
  if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)]).toString();
}

function isPostmaster({ pid, folder }: PidFile): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readCommandLine(pid).includes(folder);
  } catch {
    return isAlive(pid); // If the command line is not readable, the file is believed while the process lives.
  }
}

/** Finds the running postmaster of this cluster, whichever process started it; undefined for a stale pid file. */
export function runningPostmaster(data: string): Postmaster | undefined {
  const found = readPidFile(data);
  return found && isPostmaster(found) ? found : undefined;
}

/**
 * Removes a pid file whose pid is a zombie or belongs to another process. PostgreSQL removes other stale files itself,
 * but believes these.
 */
export function removeMisleadingPidFile(data: string): void {
  const found = readPidFile(data);
  if (found && isPidInUse(found.pid) && !isPostmaster(found)) rmSync(join(data, 'postmaster.pid'), { force: true });
}
