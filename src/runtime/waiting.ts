/** Ends early, and without an error, when `signal` aborts. Uses the global timers, so that tests can replace them. */
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
 * Repeats a check until it is true, the first time without waiting.
 * @returns false when it stayed false for that time, in milliseconds
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
 * The result of `work`, unless it takes longer: then its signal aborts, and its result is ignored.
 * @param tooLate makes the error that is thrown instead
 * @throws that error, or the error of `work`
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
    // The delay may be on our side, and the answer may be waiting in the event loop.
    timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  });
  try {
    return await Promise.race([work(stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for an end that may never come, for a maximum time, without keeping the process running for it. */
export const atMost = async (milliseconds: number, ending: Promise<unknown> | undefined): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds).unref()));
  await Promise.race([ending, late]).finally(() => clearTimeout(timer));
};
