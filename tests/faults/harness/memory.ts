import { execFileSync } from 'node:child_process';

/** Resident memory of a process, in MB. */
export const memoryOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1_024;
