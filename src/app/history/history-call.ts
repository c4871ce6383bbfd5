import type { Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import type { BusinessHistory } from './business-history.ts';

/** What a read of the history is answered from besides the history itself. */
export interface HistoryInput<E extends Endpoint> {
  readonly params: Params<E>;
  readonly query: Query<E>;
  /** The account or guest that asks: their own acts are "você". */
  readonly userId: string;
  readonly now: Date;
}

/**
 * Answers one read from a business's history. Pure: the server and the browser's demo answer by the same.
 * @throws RefusedRead
 */
export type HistoryCall<E extends Endpoint> = (history: BusinessHistory, input: HistoryInput<E>) => Reply<E>;
