import { businessAsOf, type HistoryInput } from '#app/history/business-history.ts';
import type { Histories } from '#app/history/histories.ts';
import { historyReadOf } from '#app/history/history-reads.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { RequestedMoment } from '#contract/instants.ts';
import type { PastReadName } from '#contract/routes/owner.ts';
import type { ViewName } from '#contract/routes/views.ts';
import { createPastAnswers } from '#read-model/owner-answers.ts';

/** A read that is computed from the whole history of a business. */
export type PastRead = {
  readonly businessId: string;
  /** The account that asks: the business of another account reads as empty. */
  readonly userId: string;
  readonly now: Date;
} & (
  | {
      readonly kind: 'history';
      readonly name: PastReadName;
      readonly params: HistoryInput<Endpoint>['params'];
      readonly query: HistoryInput<Endpoint>['query'];
    }
  /** A prepared answer as of a moment. */
  | { readonly kind: 'view'; readonly name: ViewName; readonly asOf: RequestedMoment }
);

/** The read would have taken too long, by itself or behind others of the same owner: the caller may try again later. */
export class ReadTimeout extends Error {
  override readonly name = 'ReadTimeout';
}

export interface PastReads {
  /** @returns JSON @throws RefusedRead · ReadTimeout · LogUnavailable · UnreadableEvent */
  answer(read: PastRead): Promise<Buffer>;
}

/** Computes reads in the calling thread. */
export function createPastReads(histories: Pick<Histories, 'of'>): PastReads {
  const answersOf = createPastAnswers();
  return {
    async answer(read) {
      const { businessId, userId, now } = read;
      const history = await histories.of({ id: businessId, ownerId: userId });
      if (read.kind === 'view') return Buffer.from(answersOf(businessAsOf(history, read.asOf, now))[read.name]);
      const { name, params, query } = read;
      return Buffer.from(JSON.stringify(historyReadOf(name)(history, { params, query, userId, now })));
    },
  };
}
