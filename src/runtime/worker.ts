/** Recurring work, one round at a time. */
export interface Worker {
  /** Starts a round now, or right after the running one. */
  wake(): void;
  /** Stops after the running round. */
  stop(): Promise<void>;
}

interface Options {
  /** @returns the number of handled items: another round follows until it is 0. Ends soon when `signal` aborts. */
  readonly round: (signal: AbortSignal) => Promise<number>;
  /** Polling interval for jobs without a notification. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

/** Starts at once. After a failure the next round follows at the usual interval. */
export function startWorker({ round, everyMs, onError }: Options): Worker {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isAsked = false;
  let underWay: Promise<void> | undefined;

  async function rounds(): Promise<void> {
    while (isAsked && !signal.aborted) {
      isAsked = false;
      if ((await round(signal)) > 0) isAsked = true;
    }
  }

  function wake(): void {
    isAsked = true;
    underWay ??= rounds()
      .catch(onError)
      .finally(() => {
        underWay = undefined;
        if (isAsked && !signal.aborted) wake();
      });
  }

  const timer = setInterval(() => {
    if (!underWay) wake();
  }, everyMs);
  wake();
  return {
    wake,
    async stop() {
      stopped.abort();
      clearInterval(timer);
      await underWay;
    },
  };
}
