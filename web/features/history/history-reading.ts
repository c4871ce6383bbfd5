import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { HistoryBody } from '#contract/history.ts';
import { dayOf } from '#contract/instants.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailure, known, LOADING, type View } from '#web/stores/view.ts';
import { type HistoryRequest, firstDayOf } from '../places/history-address.ts';

/** The history of one subject as remote data, with the moment under the pointer. */
export class HistoryReading {
  /** The history; null if the subject does not exist. */
  view: View<HistoryBody | null> = LOADING;
  /** Milliseconds since 1970 of the moment under the pointer; undefined without a pointer. */
  pointedAt: number | undefined = undefined;
  readonly #business: Pick<BusinessStore, 'lookBack'>;
  readonly #request: HistoryRequest;
  #times = 0;
  #cameAt: Date | undefined;

  constructor(business: Pick<BusinessStore, 'lookBack'>, request: HistoryRequest) {
    this.#business = business;
    this.#request = request;
    makeAutoObservable(this, { view: observableRef }, { autoBind: true });
  }

  /** Loads the history. A repeat keeps the current one on screen, with its date if the repeat fails. */
  async load(): Promise<void> {
    this.#times += 1;
    const time = this.#times;
    if (this.view.kind === 'failed') this.view = LOADING;
    const settle = (how: () => View<HistoryBody | null>): void => {
      if (time !== this.#times) return; // It has been requested again meanwhile.
      runInAction(() => (this.view = how()));
    };
    const put = (body: HistoryBody | null): void =>
      settle(() => {
        this.#cameAt = new Date();
        return known(body);
      });
    const from = firstDayOf(this.#request.period, dayOf(new Date()));
    try {
      const query = { of: this.#request.of, ...(from === undefined ? {} : { from }) };
      put(await this.#business.lookBack('history', { query }));
    } catch (error) {
      const isUnknown = error instanceof ApiProblem && (error.status === 404 || error.status === 422);
      if (isUnknown) put(null);
      else settle(() => afterFailure(this.view, this.#cameAt));
    }
  }

  pointAt(at: number | undefined): void {
    this.pointedAt = at;
  }
}
