import { businessAsOf, type HistoryInput } from '#app/history/business-history.ts';
import type { Histories } from '#app/history/histories.ts';
import { historyCallOf } from '#app/history/history-calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { RequestedMoment } from '#contract/instants.ts';
import type { PastName } from '#contract/routes/owner.ts';
import type { ViewName } from '#contract/routes/views.ts';
import { ANSWER_TO, createPastAnswers } from '#read-model/owner-answers.ts';

/** A read that is computed from everything that has happened in a business. */
export type PastRead = {
  readonly businessId: string;
  /** Who asks: a business that is somebody else's reads as empty. */
  readonly userId: string;
  readonly now: Date;
} & (
  | {
      readonly kind: 'history';
      readonly name: PastName;
      readonly params: HistoryInput<Endpoint>['params'];
      readonly query: HistoryInput<Endpoint>['query'];
    }
  /** What stands ready for now, as of a moment. */
  | { readonly kind: 'view'; readonly name: ViewName; readonly asOf: RequestedMoment }
);

/** It would have taken too long, behind others of the same owner or by itself: ask again later. */
export class ReadNotDone extends Error {
  override readonly name = 'ReadNotDone';
}

export interface PastReads {
  /**
   * @returns JSON
   * @throws RefusedRead · ReadNotDone · LogUnavailable · UnreadableEvent
   */
  answer(read: PastRead): Promise<Buffer>;
}

/** Computes them where it is called. */
export function createPastReads(histories: Pick<Histories, 'of'>): PastReads {
  const answersOf = createPastAnswers();
  return {
    async answer(read) {
      const { businessId, userId, now } = read;
      const history = await histories.of({ id: businessId, ownerId: userId });
      if (read.kind === 'view')
        return Buffer.from(answersOf(businessAsOf(history, read.asOf, now))[ANSWER_TO[read.name]]);
      const { name, params, query } = read;
      return Buffer.from(JSON.stringify(historyCallOf(name)(history, { params, query, userId, now })));
    },
  };
}
