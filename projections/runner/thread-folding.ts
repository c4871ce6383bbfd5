import { readFileSync } from 'node:fs';
import type { RecordedEvent } from '#domain/event.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import { startThreadPool } from '#runtime/thread-pool.ts';
import type { ParkedStream } from '../read/fold-batch.ts';
import { type FoldedRows, type EventFolder, TooMuchWork } from './folding.ts';
import type { TableChange } from './table-changes.ts';
import { TABLES } from '#read-model/tables.ts';

/** A task for the thread. `log`: the settings with which the thread opens the log. */
export type FoldingTask = { readonly log: object } & (
  { readonly kind: 'fold'; readonly events: readonly RecordedEvent[] } | { readonly kind: 'clear' }
);

/** Errors and tables lose their class when they leave a thread, so they are sent as these messages. */
export type FoldingOutcome =
  | {
      readonly kind: 'folded';
      readonly changes: readonly (Omit<TableChange, 'table'> & { readonly table: keyof typeof TABLES })[];
      readonly parked: readonly ParkedStream[];
    }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'log_away'; readonly reason: string };

/**
 * Cells of the shared memory: the number of steps begun, the index of the event in the batch, the id of the system
 * thread.
 */
export const [STEP_CELL, EVENT_CELL, THREAD_CELL] = [0, 1, 2];
const SHARED_BYTES = 3 * Int32Array.BYTES_PER_ELEMENT;

export interface FoldingData {
  readonly progress: SharedArrayBuffer;
  readonly capacity: number;
}

/** A thread that may be started before the log is known, because loading takes a while. */
export interface FoldingThread {
  /** Creates a folder that uses this thread. @param log the settings with which the thread opens the log */
  createFolder(log: object): EventFolder;
  stop(): Promise<void>;
}

interface Options {
  readonly capacity: number;
  readonly limitMs?: number;
}

/** The maximum processor time of one event, in milliseconds; the largest legal business takes a tenth of it. */
const LIMIT_MS = 2_000;
const CHECK_EVERY_MS = 100;

/**
 * Folds in a thread of its own. A fold in an endless loop cannot be stopped from within: where one event takes too much
 * processor time, the thread is terminated, and the next batch starts in a new one.
 */
export function startFoldingThread({ capacity, limitMs = LIMIT_MS }: Options): FoldingThread {
  const progress = new Int32Array(new SharedArrayBuffer(SHARED_BYTES));
  const data: FoldingData = { progress: progress.buffer, capacity };
  const threads = startThreadPool<FoldingTask, FoldingOutcome>('folding-thread', {
    workerData: data,
    minThreads: 1,
    maxThreads: 1,
  });

  /** Calls `onExceeded` once the current step has taken too long. @returns a function that ends the watch */
  function watch(onExceeded: () => void): () => void {
    let steps = -1;
    let stepStartedAt = 0;
    const timer = setInterval(() => {
      const currentSteps = Atomics.load(progress, STEP_CELL);
      const processorTime = processorMs(Atomics.load(progress, THREAD_CELL));
      if (currentSteps !== steps) [steps, stepStartedAt] = [currentSteps, processorTime];
      else if (processorTime - stepStartedAt > limitMs && Atomics.load(progress, EVENT_CELL) >= 0) onExceeded();
    }, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }

  async function run(task: FoldingTask, signal?: AbortSignal): Promise<FoldingOutcome> {
    const outcome = await threads.run(task, signal);
    if (outcome.kind === 'log_away') throw new LogUnavailable('not_appended', new Error(outcome.reason));
    return outcome;
  }

  const createFolder = (log: object): EventFolder => ({
    async fold(events): Promise<FoldedRows> {
      const abort = new AbortController();
      let slowEvent: RecordedEvent | undefined;
      Atomics.store(progress, EVENT_CELL, -1);
      const stopWatch = watch(() => {
        slowEvent ??= events[Atomics.load(progress, EVENT_CELL)];
        abort.abort();
      });
      try {
        const outcome = await run({ kind: 'fold', log, events }, abort.signal);
        if (outcome.kind !== 'folded') throw new Error(`a fold came back as ${outcome.kind}`);
        const { changes, parked } = outcome;
        return { changes: changes.map((change) => ({ ...change, table: TABLES[change.table] })), parked };
      } catch (error) {
        throw slowEvent ? new TooMuchWork(slowEvent, limitMs) : error;
      } finally {
        stopWatch();
      }
    },
    async clear() {
      await run({ kind: 'clear', log });
    },
  });
  return { createFolder, stop: () => threads.stop() };
}

/** Processor time of a system thread, or of the whole process where the system does not report threads. */
function processorMs(thread: number): number {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}
