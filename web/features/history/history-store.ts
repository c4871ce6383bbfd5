import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { HistoryBody } from '#contract/history.ts';
import { dayOf } from '#contract/instants.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailedReload, knownData, LOADING, type RemoteData } from '#web/stores/data-loader.ts';
import { type HistoryRequest, firstDayOf } from '../navigation/history-address.ts';

/** The history of one subject as remote data, with the moment under the pointer. */
export class HistoryStore {
  /** The history; null if the subject does not exist. */
  data: RemoteData<HistoryBody | null> = LOADING;
  /** Milliseconds since 1970 of the moment under the pointer; undefined without a pointer. */
  pointedAt: number | undefined = undefined;
  readonly #business: Pick<BusinessStore, 'readHistory'>;
  readonly #request: HistoryRequest;
  #loadCount = 0;
  #readAt: Date | undefined;

  constructor(business: Pick<BusinessStore, 'readHistory'>, request: HistoryRequest) {
    this.#business = business;
    this.#request = request;
    makeAutoObservable(this, { data: observableRef }, { autoBind: true });
  }

  /** Loads the history. A repeat keeps the current one on screen, with its date if the repeat fails. */
  async load(): Promise<void> {
    this.#loadCount += 1;
    const loadNumber = this.#loadCount;
    if (this.data.kind === 'failed') this.data = LOADING;
    const finish = (nextData: () => RemoteData<HistoryBody | null>): void => {
      if (loadNumber !== this.#loadCount) return; // A later request has replaced this one.
      runInAction(() => (this.data = nextData()));
    };
    const showHistory = (body: HistoryBody | null): void =>
      finish(() => {
        this.#readAt = new Date();
        return knownData(body);
      });
    const from = firstDayOf(this.#request.period, dayOf(new Date()));
    try {
      const query = { of: this.#request.subject, ...(from === undefined ? {} : { from }) };
      showHistory(await this.#business.readHistory('history', { query }));
    } catch (error) {
      const isUnknown = error instanceof ApiProblem && (error.status === 404 || error.status === 422);
      if (isUnknown) showHistory(null);
      else finish(() => afterFailedReload(this.data, this.#readAt));
    }
  }

  pointAt(moment: number | undefined): void {
    this.pointedAt = moment;
  }
}
