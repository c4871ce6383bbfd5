import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { HistoryBody } from '#contract/history.ts';
import { dayOf } from '#contract/instants.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { type HistoryRequest, firstDayOf } from './address.ts';

/** One history on its way from the server to the screen, and the moment of it that is being looked at. */
export class HistoryReading {
  status: 'loading' | 'loaded' | 'failed' = 'loading';
  /** undefined until it is there, and where there is no such thing. */
  body: HistoryBody | undefined = undefined;
  /** Milliseconds since 1970, where the pointer is; undefined: nowhere. */
  pointedAt: number | undefined = undefined;
  readonly #business: Pick<BusinessStore, 'lookBack'>;
  readonly #request: HistoryRequest;
  #times = 0;

  constructor(business: Pick<BusinessStore, 'lookBack'>, request: HistoryRequest) {
    this.#business = business;
    this.#request = request;
    makeAutoObservable(this, { body: observableRef }, { autoBind: true });
  }

  /** Again, it is read behind what is shown, which stays when that fails. */
  async load(): Promise<void> {
    this.#times += 1;
    const time = this.#times;
    if (this.status === 'failed') this.status = 'loading';
    const settle = (how: Partial<Pick<HistoryReading, 'status' | 'body'>>): void => {
      if (time !== this.#times) return; // it has been asked again since
      runInAction(() => Object.assign(this, how));
    };
    const from = firstDayOf(this.#request.period, dayOf(new Date()));
    try {
      const query = { of: this.#request.of, ...(from === undefined ? {} : { from }) };
      settle({ status: 'loaded', body: await this.#business.lookBack('history', { query }) });
    } catch (error) {
      const isUnknown = error instanceof ApiProblem && (error.status === 404 || error.status === 422);
      if (isUnknown) settle({ status: 'loaded', body: undefined });
      else if (this.status !== 'loaded') settle({ status: 'failed' });
    }
  }

  retry(): Promise<void> {
    return this.load();
  }

  pointAt(at: number | undefined): void {
    this.pointedAt = at;
  }
}
