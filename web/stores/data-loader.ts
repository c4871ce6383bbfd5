import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { ApiProblem } from '#web/api/failures.ts';

/**
 * Data from the server: loading, failed or known. Only known data have a value, so that unknown ones are never shown as
 * zero or as an empty list.
 */
export type RemoteData<T> = KnownData<T> | { readonly kind: 'loading' } | { readonly kind: 'failed' };

interface KnownData<T> {
  readonly kind: 'known';
  readonly value: T;
  /** The time when the value was read, if reading it again has failed. */
  readonly staleSince?: Date;
}

export const LOADING = { kind: 'loading' } as const satisfies RemoteData<unknown>;
export const FAILED = { kind: 'failed' } as const satisfies RemoteData<unknown>;

export const knownData = <T>(value: T): KnownData<T> => ({ kind: 'known', value });

/** Applies a function to the value of known data. */
export const mapRemoteData = <From, To>(data: RemoteData<From>, map: (value: From) => To): RemoteData<To> =>
  data.kind === 'known' ? { ...data, value: map(data.value) } : data;

/** The data after a failed reload: the old value with the time when it was read, if there is one. */
export const afterFailedReload = <T>(data: RemoteData<T>, staleSince: Date | undefined): RemoteData<T> =>
  data.kind === 'known' && staleSince !== undefined ? { ...data, staleSince: staleSince } : FAILED;

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
