import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Stage } from './stage.ts';

/** What an operator runs beside the product, as a process of its own; on the database at `url` if not at the product's. */
export const startTask = (stage: Stage, task: 'rebuild', url = stage.placed().url): ChildProcess =>
  spawn(process.execPath, [stage.build.operate, task], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, EVENT_STORE_URL: stage.placed().eventStoreUrl ?? '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** Its exit code; null when it was killed. */
export async function ended(task: ChildProcess): Promise<number | null> {
  if (task.exitCode === null && task.signalCode === null) await once(task, 'exit');
  return task.exitCode;
}
