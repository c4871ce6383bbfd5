import { BroadcastChannel } from 'node:worker_threads';
import { RefusedRead } from '#app/history/business-history.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import { type PastRead, type PastReads, ReadTimeout } from '#queries/past-reads.ts';
import type { Stoppable } from '#runtime/lifecycle.ts';
import { startThreadPool } from '#runtime/thread-pool.ts';
import { createConcurrencyLimiter, TurnTimeout } from '#runtime/concurrency-limiter.ts';
import type { LogSettings } from './event-log.ts';
import { ERASED_BUSINESSES, type PastReadOutcome } from './past-reads-thread.ts';

/** The number of threads: one more than an owner may use at once, so that one is always free for others. */
const THREADS = 3;
const PER_OWNER = 2;
/** The maximum wait of a read for earlier reads of its owner, in milliseconds. */
const WAIT_MS = 10_000;
/** The longest history of the largest business takes a tenth of it on an idle machine, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Reads of whole histories, in threads, so that one owner's computations do not delay the answers to others. */
export function startPastReads(settings: LogSettings): PastReads & Stoppable & { forget(businessId: string): void } {
  const threads = startThreadPool<PastRead, PastReadOutcome>('past-reads-thread', {
    workerData: settings,
    maxThreads: THREADS,
    minThreads: 0,
  });
  const limiter = createConcurrencyLimiter({ maxConcurrent: PER_OWNER, waitMs: WAIT_MS });
  const erased = new BroadcastChannel(ERASED_BUSINESSES);
  erased.unref();

  async function run(read: PastRead): Promise<Buffer> {
    const outcome = await threads.run(read, AbortSignal.timeout(TIMEOUT_MS));
    if (outcome.kind === 'refused') throw new RefusedRead(outcome.refused);
    if (outcome.kind === 'away') throw new LogUnavailable('not_appended', new Error(outcome.reason));
    return Buffer.from(outcome.json.buffer, outcome.json.byteOffset, outcome.json.byteLength);
  }

  return {
    async answer(read) {
      try {
        return await limiter.run(read.userId, () => run(read));
      } catch (error) {
        const isOver = error instanceof TurnTimeout || (error instanceof Error && error.name === 'AbortError');
        throw isOver ? new ReadTimeout('too much is being computed for this owner', { cause: error }) : error;
      }
    },
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- it is no window
    forget: (businessId) => erased.postMessage(businessId),
    async stop() {
      erased.close();
      await threads.stop();
    },
  };
}
