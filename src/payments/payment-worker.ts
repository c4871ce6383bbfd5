import { startWorker, type Worker } from '#runtime/worker.ts';

interface Work {
  /** @returns how much there was to do; leaves the rest when `signal` aborts */
  readonly notices: (signal: AbortSignal) => Promise<number>;
  readonly sweep: (signal: AbortSignal) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** For what another process has received, and for what had to wait. */
const LOOK_EVERY_MS = 1_000;

/** What is done about payments without anybody asking: notices as they come, which is what it is woken for, and the sweep. */
export function startPaymentWorker({ notices, sweep, onError }: Work, sweepEveryMs: number): Worker {
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
