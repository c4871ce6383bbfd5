import type { Attempt } from './calls.ts';

/** Records when each server was stopped or frozen, so that no answer, or no timely one, was possible. */
export interface Outages {
  during(origin: string, work: () => Promise<void>): Promise<void>;
  readonly covers: (attempt: Attempt) => boolean;
}

export function createOutages(): Outages {
  const past: { readonly origin: string; readonly from: number; until: number }[] = [];
  return {
    async during(origin, work) {
      const outage = { origin, from: performance.now(), until: Infinity };
      past.push(outage);
      await work();
      outage.until = performance.now();
    },
    covers: ({ origin, at, reaction }) =>
      past.some((outage) => outage.origin === origin && at < outage.until && at + reaction.ms > outage.from),
  };
}
