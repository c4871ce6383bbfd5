import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 50;
const LONGEST_MS = 3_000;

/** Pauses between attempts: each may be twice as long as the one before, and all are of random length. */
export interface BackOff {
  /** Ends at once when `signal` aborts. */
  wait(signal: AbortSignal): Promise<void>;
  reset(): void;
}

export function createBackOff(): BackOff {
  let longest = FIRST_MS;
  return {
    async wait(signal) {
      const pause = longest * (0.5 + Math.random() / 2);
      longest = Math.min(longest * 2, LONGEST_MS);
      await pauseFor(pause, signal);
    },
    reset() {
      longest = FIRST_MS;
    },
  };
}

/** Ends at once, and without an error, when `signal` aborts. */
export const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);
