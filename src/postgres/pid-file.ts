import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether the server accepts connections. */
  readonly ready: boolean;
}

interface PidFile extends Postmaster {
  /** The cluster's folder as passed to its postmaster. */
  readonly folder: string;
}

/**
 * The contents of the cluster's pid file: lines are pid, folder, start time, port, socket folder, address, memory,
 * status.
 */
export function pidFile(data: string): PidFile | undefined {
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
    return isAlive(pid); // If the command line is not readable, the file is believed while the process lives.
  }
}

/** The running postmaster of this cluster, whichever process started it; undefined for a stale pid file. */
export function runningPostmaster(data: string): Postmaster | undefined {
  const found = pidFile(data);
  return found && isPostmaster(found) ? found : undefined;
}

/**
 * PostgreSQL removes a dead postmaster's pid file itself, but believes one whose pid is a zombie or belongs to another
 * process.
 */
export function removeMisleadingPidFile(data: string): void {
  const found = pidFile(data);
  if (found && exists(found.pid) && !isPostmaster(found)) rmSync(join(data, 'postmaster.pid'), { force: true });
}
