import type { Reaction } from './connection.ts';
import type { WorkloadRequest } from './workload.ts';

/** One transmission of a request to one of the servers, and its outcome. */
export interface Attempt {
  readonly origin: string;
  /** The time in milliseconds of `performance.now()`. */
  readonly at: number;
  readonly reaction: Reaction;
}

/** One request for a business with every attempt at it. */
export interface Call {
  readonly businessId: string;
  readonly request: Pick<WorkloadRequest, 'method' | 'path' | 'body'>;
  /** The Idempotency-Key, which all attempts share. */
  readonly key: string;
  readonly attempts: Attempt[];
  /** Tells whether the server has to refuse it. */
  readonly isInvalid: boolean;
}

export type Outcome = 'ok' | 'failed' | 'unknown';

export const statusOf = ({ reaction }: Attempt): number | undefined =>
  reaction.kind === 'answered' ? reaction.status : undefined;

export const isSuccess = (attempt: Attempt): boolean => Math.floor((statusOf(attempt) ?? 0) / 100) === 2;
export const isRefusal = (attempt: Attempt): boolean => Math.floor((statusOf(attempt) ?? 0) / 100) === 4;

/** Returns true if the call may have happened or not, because there was no answer or one that leaves it open. */
const isUnknown = (attempt: Attempt): boolean => attempt.reaction.kind === 'lost' || (statusOf(attempt) ?? 0) >= 500;

/** `ok`: acknowledged. `failed`: refused, or never received. `unknown`: it may have happened or not. */
export function outcomeOf({ attempts }: Call): Outcome {
  if (attempts.some(isSuccess)) return 'ok';
  return attempts.some(isUnknown) ? 'unknown' : 'failed';
}

/** A read right after the writes of the same connection. */
export interface Read extends Attempt {
  /** The number of the connection; its reads are recorded in order. */
  readonly connection: number;
  readonly path: string;
  /** The position of the connection's last write, which the read has to include. */
  readonly after: string | undefined;
}

/** All calls and reads of a load. */
export interface LoadRecord {
  readonly calls: Call[];
  readonly reads: Read[];
}

/** Records when each server was stopped or frozen, so that no answer, or no timely one, was possible. */
interface Outages {
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
