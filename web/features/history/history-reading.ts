import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { HistoryBody } from '#contract/history.ts';
import { dayOf } from '#contract/instants.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { type Asked, firstDayOf } from './address.ts';

/** One history on its way from the server to the screen, and the moment of it that is being looked at. */
export class HistoryReading {
  status: 'loading' | 'loaded' | 'failed' = 'loading';
  /** undefined until it is there, and where there is no such thing. */
  body: HistoryBody | undefined = undefined;
  /** Milliseconds since 1970, where the pointer is; undefined: nowhere. */
  pointedAt: number | undefined = undefined;
  readonly #api: ApiClient;
  readonly #asked: Asked;

  constructor(api: ApiClient, asked: Asked) {
    this.#api = api;
    this.#asked = asked;
    makeAutoObservable(this, { body: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    this.status = 'loading';
    const from = firstDayOf(this.#asked.period, dayOf(new Date()));
    try {
      const query = { of: this.#asked.of, ...(from === undefined ? {} : { from }) };
      const body = await this.#api.call('history', { query });
      runInAction(() => this.show(body));
    } catch (error) {
      const isUnknown = error instanceof ApiProblem && (error.status === 404 || error.status === 422);
      runInAction(() => (isUnknown ? this.show(undefined) : this.fail()));
    }
  }

  retry(): Promise<void> {
    return this.load();
  }

  pointAt(at: number | undefined): void {
    this.pointedAt = at;
  }

  private show(body: HistoryBody | undefined): void {
    this.body = body;
    this.status = 'loaded';
  }

  private fail(): void {
    this.status = 'failed';
  }
}
