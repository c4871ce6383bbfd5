import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/** The programs that run in threads of their own. */
export type ThreadName = 'past-reads-thread' | 'folding-thread';

/** They lie beside the program that runs; tests, which run from sources, have built theirs into a folder. */
const FOLDER = import.meta.url.endsWith('.ts')
  ? new URL('../../node_modules/.cache/prumo-threads/', import.meta.url)
  : new URL('./', import.meta.url);

interface Options {
  /** What each thread has from its first line on. */
  readonly data: object;
  /** Started as they are needed, but for `least`; they stay, as each takes a quarter of a second to load. */
  readonly most: number;
  readonly least: number;
}

export interface Threads<Task, Result> {
  /** @throws AbortError when `signal` aborts: the thread that does the task has been ended, whatever it was at */
  run(task: Task, signal?: AbortSignal): Promise<Result>;
  /** Ends all of them at once. */
  stop(): Promise<void>;
}

/** Threads that do one task each at a time: what computes for long holds nobody else. */
export function startThreads<Task, Result>(name: ThreadName, { data, most, least }: Options): Threads<Task, Result> {
  const pool = new Piscina<Task, Result>({
    filename: fileURLToPath(new URL(`${name}.js`, FOLDER)),
    workerData: data,
    minThreads: least,
    maxThreads: most,
    idleTimeout: Infinity,
    // A thread that waits goes on answering its connections.
    atomics: 'disabled',
    maxQueue: Infinity,
  });
  return {
    run: (task, signal) => pool.run(task, signal ? { signal } : {}),
    stop: () => pool.destroy(),
  };
}
