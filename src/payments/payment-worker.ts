import { startWorker, type Worker } from '#runtime/worker.ts';

interface WorkerOptions {
  /** @returns the number of handled notifications; leaves the rest when `signal` aborts */
  readonly handleNotifications: (signal: AbortSignal) => Promise<number>;
  readonly rereadDueCharges: (signal: AbortSignal) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** The interval for notifications that another process received, and for postponed ones, in milliseconds. */
const POLL_EVERY_MS = 1_000;

/**
 * Runs the recurring work on payments: handling notifications as soon as the worker is woken, and rereading due
 * charges.
 */
export function startPaymentWorker(
  { handleNotifications, rereadDueCharges, onError }: WorkerOptions,
  rereadEveryMs: number,
): Worker {
  const notificationWorker = startWorker({ round: handleNotifications, everyMs: POLL_EVERY_MS, onError });
  const rereadWorker = startWorker({
    async round(signal) {
      await rereadDueCharges(signal);
      return 0;
    },
    everyMs: rereadEveryMs,
    onError,
  });
  return {
    wake: () => notificationWorker.wake(),
    async stop() {
      await Promise.all([notificationWorker.stop(), rereadWorker.stop()]);
    },
  };
}
