import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { HistoryBody } from '#contract/history.ts';
import { dayOf } from '#contract/instants.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailedReload, knownData, LOADING, type RemoteData } from '#web/stores/remote-data.ts';
import { type HistoryRequest, firstDayOf } from '../places/history-address.ts';

/** The history of one subject as remote data, with the moment under the pointer. */
export class HistoryReading {
  /** The history; null if the subject does not exist. */
  data: RemoteData<HistoryBody | null> = LOADING;
  /** Milliseconds since 1970 of the moment under the pointer; undefined without a pointer. */
  pointedAt: number | undefined = undefined;
  readonly #business: Pick<BusinessStore, 'readHistory'>;
  readonly #request: HistoryRequest;
  #times = 0;
  #readAt: Date | undefined;

  constructor(business: Pick<BusinessStore, 'readHistory'>, request: HistoryRequest) {
    this.#business = business;
    this.#request = request;
    makeAutoObservable(this, { data: observableRef }, { autoBind: true });
  }

  /** Loads the history. A repeat keeps the current one on screen, with its date if the repeat fails. */
  async load(): Promise<void> {
    this.#times += 1;
    const time = this.#times;
    if (this.data.kind === 'failed') this.data = LOADING;
    const settle = (how: () => RemoteData<HistoryBody | null>): void => {
      if (time !== this.#times) return; // It has been requested again meanwhile.
      runInAction(() => (this.data = how()));
    };
    const put = (body: HistoryBody | null): void =>
      settle(() => {
        this.#readAt = new Date();
        return knownData(body);
      });
    const from = firstDayOf(this.#request.period, dayOf(new Date()));
    try {
      const query = { of: this.#request.of, ...(from === undefined ? {} : { from }) };
      put(await this.#business.readHistory('history', { query }));
    } catch (error) {
      const isUnknown = error instanceof ApiProblem && (error.status === 404 || error.status === 422);
      if (isUnknown) put(null);
      else settle(() => afterFailedReload(this.data, this.#readAt));
    }
  }

  pointAt(at: number | undefined): void {
    this.pointedAt = at;
  }
}
