/** Ends early, and without an error, when `signal` aborts. By the global timers, in whose place a test puts its own. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds);
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end);
  });

/**
 * Asks until it is so, at first without waiting.
 * @returns false when it was not within that time, in milliseconds
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { everyMs, withinMs }: { readonly everyMs: number; readonly withinMs: number },
): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; !(await isSo()); await pause(everyMs))
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
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds).unref()));
  await Promise.race([ending, late]).finally(() => clearTimeout(timer));
};
