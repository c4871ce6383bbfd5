/**
 * Waits for a time; ends early, and without an error, when `signal` aborts. Uses the global timers, so that tests can
 * replace them.
 */
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
export async function waitUntil(
  isDone: () => boolean | Promise<boolean>,
  { everyMs, withinMs }: { readonly everyMs: number; readonly withinMs: number },
): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; !(await isDone()); await pause(everyMs))
    if (Date.now() > deadline) return false;
  return true;
}

/**
 * Runs `work` with a time limit. If it takes longer, its signal aborts, and its result is ignored.
 * @param createError makes the error that is thrown instead
 * @throws that error, or the error of `work`
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  createError: () => Error,
): Promise<T> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => {
      const error = createError();
      reject(error);
      abort.abort(error);
    };
    // The delay may be on our side, and the answer may be waiting in the event loop.
    timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  });
  try {
    return await Promise.race([work(abort.signal), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for work that may never end, for a maximum time, without keeping the process running for it. */
export const waitAtMost = async (milliseconds: number, work: Promise<unknown> | undefined): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds).unref()));
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};
