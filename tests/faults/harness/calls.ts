import type { Reaction } from './connection.ts';
import type { WorkloadRequest } from './workload.ts';

/** Once a request has been sent to one of the servers, and what came of it. */
export interface Attempt {
  readonly origin: string;
  /** Milliseconds, on the clock of `performance.now()`. */
  readonly at: number;
  readonly reaction: Reaction;
}

/** One request of a business with every attempt at it. */
export interface Call {
  readonly businessId: string;
  readonly request: Pick<WorkloadRequest, 'method' | 'path' | 'body'>;
  /** The Idempotency-Key of every attempt. */
  readonly key: string;
  readonly attempts: Attempt[];
  /** Meant to be refused. */
  readonly isWrong: boolean;
}

export type Outcome = 'ok' | 'failed' | 'unknown';

export const statusOf = ({ reaction }: Attempt): number | undefined =>
  reaction.kind === 'answered' ? reaction.status : undefined;

export const isSuccess = (attempt: Attempt): boolean => Math.floor((statusOf(attempt) ?? 0) / 100) === 2;
export const isRefusal = (attempt: Attempt): boolean => Math.floor((statusOf(attempt) ?? 0) / 100) === 4;

/** It may have happened or not: no answer, or one that says so. */
const isUnknown = (attempt: Attempt): boolean => attempt.reaction.kind === 'lost' || (statusOf(attempt) ?? 0) >= 500;

/** `ok`: acknowledged. `failed`: refused, or it never got there. `unknown`: it may have happened or not. */
export function outcomeOf({ attempts }: Call): Outcome {
  if (attempts.some(isSuccess)) return 'ok';
  return attempts.some(isUnknown) ? 'unknown' : 'failed';
}

/** A read, right after the writes of the same connection. */
export interface Read extends Attempt {
  /** Reads of one connection come one after the other. */
  readonly connection: number;
  readonly path: string;
  /** What it has to show: the position of the connection's last write. */
  readonly after: string | undefined;
}

/** Everything that a load has done and seen. */
export interface LoadRecord {
  readonly calls: Call[];
  readonly reads: Read[];
}
