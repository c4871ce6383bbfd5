/** Work that is done without anybody asking, one round at a time. */
export interface Worker {
  /** There is something to do: it is looked at now, or right after the round under way. */
  wake(): void;
  /** Lets the round under way end. */
  stop(): Promise<void>;
}

interface Options {
  /** @returns how much there was to do: as long as there was, it is looked again. Ends soon when `signal` aborts. */
  readonly round: (signal: AbortSignal) => Promise<number>;
  /** Polling interval for jobs without a notification. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

/** Starts at once. After a failure it goes on with the next look. */
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
