import { setTimeout as sleep } from 'node:timers/promises';
import { LogUnavailable } from '#eventstore/port.ts';
import { stopwatch } from '#tests/support/starvation.ts';

/** Returns the error of a call, and the milliseconds until it came. */
export async function failureOf(call: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const ms = stopwatch();
  const error = await call.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  return { error, ms: ms() };
}

/** The time that a busy machine may need. */
const TIMEOUT_MS = 30_000;

/** Repeats the call until it succeeds, because the log reconnects by itself. */
export async function retryUntilSuccess<T>(call: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + TIMEOUT_MS; ; await sleep(20))
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof LogUnavailable) || performance.now() > deadline) throw error;
    }
}
