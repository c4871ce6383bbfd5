import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestSystem } from './system.ts';

/** Returns the resident memory of a process, in MB. */
export const memoryOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1_024;

/** Starts an operator's task as a separate process, on the product's database unless `url` names another. */
export const startTask = (system: TestSystem, task: 'rebuild', url = system.storage().url): ChildProcess =>
  spawn(process.execPath, [system.build.operate, task], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, EVENT_STORE_URL: system.storage().eventStoreUrl ?? '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** Returns the exit code of a task; null when it was killed. */
export async function exitCodeOf(task: ChildProcess): Promise<number | null> {
  if (task.exitCode === null && task.signalCode === null) await once(task, 'exit');
  return task.exitCode;
}
