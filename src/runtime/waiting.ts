import { setTimeout as sleep } from 'node:timers/promises';

/** Ends early, and without an error, when `signal` aborts. */
export const pause = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, signal && { signal }).catch(() => undefined);
};

/**
 * Asks until it is so, at first without waiting.
 * @returns false when it was not within that time, in milliseconds
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { everyMs, withinMs }: { readonly everyMs: number; readonly withinMs: number },
): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; !(await isSo()); await sleep(everyMs))
    if (Date.now() > deadline) return false;
  return true;
}

/**
 * What `work` comes to, unless that takes longer: then its signal aborts, and what becomes of it is nobody's any more.
 * @param tooLate makes the error that is thrown instead
 * @throws that, or what `work` throws
 */
export async function within<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  tooLate: () => Error,
): Promise<T> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => {
      const error = tooLate();
      reject(error);
      stop.abort(error);
    };
    // It may be us who were busy, and the answer lies there waiting to be read.
    timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  });
  try {
    return await Promise.race([work(stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for an end that may never come, at most so long; does not keep the process running for it. */
export const atMost = async (milliseconds: number, ending: Promise<unknown> | undefined): Promise<void> => {
  await Promise.race([ending, sleep(milliseconds, undefined, { ref: false })]);
};
