import { startWorker, type Worker } from '#runtime/worker.ts';

interface WorkerOptions {
  /** @returns the number of handled notifications; leaves the rest when `signal` aborts */
  readonly notices: (signal: AbortSignal) => Promise<number>;
  readonly sweep: (signal: AbortSignal) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** The interval for notifications that another process received, and for postponed ones, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** Runs the scheduled work on payments: notifications as soon as the worker is woken, and the sweep. */
export function startPaymentWorker({ notices, sweep, onError }: WorkerOptions, sweepEveryMs: number): Worker {
  const looking = startWorker({ round: notices, everyMs: LOOK_EVERY_MS, onError });
  const sweeping = startWorker({
    async round(signal) {
      await sweep(signal);
      return 0;
    },
    everyMs: sweepEveryMs,
    onError,
  });
  return {
    wake: () => looking.wake(),
    async stop() {
      await Promise.all([looking.stop(), sweeping.stop()]);
    },
  };
}
