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
  /** The interval of rounds when nobody wakes the worker. */
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}

/** Starts recurring work with a first round. After a failure the next round follows at the usual interval. */
export function startWorker({ round, everyMs, onError }: Options): Worker {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isRequested = false;
  let running: Promise<void> | undefined;

  async function runRounds(): Promise<void> {
    while (isRequested && !signal.aborted) {
      isRequested = false;
      if ((await round(signal)) > 0) isRequested = true;
    }
  }

  function wake(): void {
    isRequested = true;
    running ??= runRounds()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (isRequested && !signal.aborted) wake();
      });
  }

  const timer = setInterval(() => {
    if (!running) wake();
  }, everyMs);
  wake();
  return {
    wake,
    async stop() {
      stopped.abort();
      clearInterval(timer);
      await running;
    },
  };
}
