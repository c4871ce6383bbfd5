/** What is done about payments without anybody asking: notices as they come, and the sweep. */
export interface PaymentWorker {
  /** A notice has come. */
  wake(): void;
  /** Ends what is under way. */
  stop(): Promise<void>;
}

interface Work {
  /** @returns how much there was to do; leaves the rest when `signal` aborts */
  readonly notices: (signal: AbortSignal) => Promise<number>;
  readonly sweep: (signal: AbortSignal) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** For what another process has received, and for what had to wait. */
const LOOK_EVERY_MS = 1_000;

/** Starts at once. One round at a time: what comes meanwhile is looked at right after. */
export function startPaymentWorker({ notices, sweep, onError }: Work, sweepEveryMs: number): PaymentWorker {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isAsked = false;
  let underWay: Promise<void> | undefined;
  let sweeping: Promise<void> | undefined;

  async function rounds(): Promise<void> {
    while (isAsked && !signal.aborted) {
      isAsked = false;
      if ((await notices(signal)) > 0) isAsked = true;
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

  function sweepOnce(): void {
    sweeping ??= sweep(signal)
      .then(() => undefined, onError)
      .finally(() => {
        sweeping = undefined;
      });
  }

  const timers = [setInterval(wake, LOOK_EVERY_MS), setInterval(sweepOnce, sweepEveryMs)];
  wake();
  sweepOnce();
  return {
    wake,
    async stop() {
      stopped.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all([underWay, sweeping]);
    },
  };
}
