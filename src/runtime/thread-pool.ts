import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/** The names of the programs that run in threads. */
export type ThreadName = 'past-reads-thread' | 'folding-thread';

/** The built programs are stored beside the running one. Tests run from sources, and build them into a cache folder. */
const THREADS_FOLDER = import.meta.url.endsWith('.ts')
  ? new URL('../../node_modules/.cache/prumo-threads/', import.meta.url)
  : new URL('./', import.meta.url);

interface ThreadPoolOptions {
  /** The data that each thread has from its start. */
  readonly workerData: object;
  /**
   * Threads are started on demand, except for `minThreads`, and stay, because each takes a quarter of a second to load.
   */
  readonly maxThreads: number;
  readonly minThreads: number;
}

export interface ThreadPool<Task, Result> {
  /** @throws AbortError when `signal` aborts: the thread of the task is terminated in any state */
  run(task: Task, signal?: AbortSignal): Promise<Result>;
  /** Terminates all threads. */
  stop(): Promise<void>;
}

/** Starts threads that do one task each at a time, so that a long computation blocks nothing else. */
export function startThreadPool<Task, Result>(
  name: ThreadName,
  { workerData, maxThreads, minThreads }: ThreadPoolOptions,
): ThreadPool<Task, Result> {
  const pool = new Piscina<Task, Result>({
    filename: fileURLToPath(new URL(`${name}.js`, THREADS_FOLDER)),
    workerData,
    minThreads,
    maxThreads,
    idleTimeout: Infinity,
    // A waiting thread must go on answering its connections.
    atomics: 'disabled',
    maxQueue: Infinity,
  });
  return {
    run: (task, signal) => pool.run(task, signal ? { signal } : {}),
    stop: () => pool.destroy(),
  };
}
