import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { ApiProblem } from '#web/api/failures.ts';
import { afterFailedReload, FAILED, knownData, LOADING, type RemoteData } from './remote-data.ts';

/** Statuses for a person who may not see it. After 401 they may sign in and try again. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([403, 404, 410, 422]);

/** Remote data that a page loads from the server, again on request. */
export class DataLoader<T> {
  /** `refused` means that it does not exist for this person. */
  data: RemoteData<T> | { readonly kind: 'refused' } = LOADING;
  readonly #read: () => Promise<T>;
  readonly #now: () => Date;
  #requests = 0;
  #readAt: Date | undefined;

  constructor(read: () => Promise<T>, now: () => Date = () => new Date()) {
    this.#read = read;
    this.#now = now;
    makeAutoObservable(this, { data: observableRef }, { autoBind: true });
  }

  /**
   * Loads the data. With overlapping calls the later one counts, whichever answer comes first. Known data stay during a
   * repeat, and get a date if it fails.
   */
  async load(): Promise<void> {
    if (this.data.kind !== 'known') this.data = LOADING;
    this.#requests += 1;
    const request = this.#requests;
    const ifLatest = (update: () => void): void => {
      if (request === this.#requests) runInAction(update);
    };
    try {
      const value = await this.#read();
      ifLatest(() => this.set(value));
    } catch (error) {
      ifLatest(() => this.fail(error));
    }
  }

  /** Sets a value that another call has returned. */
  set(value: T): void {
    this.#requests += 1;
    this.#readAt = this.#now();
    this.data = knownData(value);
  }

  private fail(error: unknown): void {
    if (error instanceof ApiProblem && REFUSED_STATUSES.has(error.status)) this.data = { kind: 'refused' };
    else this.data = this.data.kind === 'known' ? afterFailedReload(this.data, this.#readAt) : FAILED;
  }
}
