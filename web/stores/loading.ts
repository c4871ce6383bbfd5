import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { ApiProblem } from '#web/api/failures.ts';
import { afterFailure, FAILED, known, LOADING, type View } from './view.ts';

/** Statuses for a person who may not see it. After 401 they may sign in and try again. */
const NOT_FOR_YOU: ReadonlySet<number> = new Set([403, 404, 410, 422]);

/** Remote data that a page loads from the server, again on request. */
export class Loading<T> {
  /** `refused` means that it does not exist for this person. */
  view: View<T> | { readonly kind: 'refused' } = LOADING;
  readonly #read: () => Promise<T>;
  readonly #now: () => Date;
  #told = 0;
  #cameAt: Date | undefined;

  constructor(read: () => Promise<T>, now: () => Date = () => new Date()) {
    this.#read = read;
    this.#now = now;
    makeAutoObservable(this, { view: observableRef }, { autoBind: true });
  }

  /**
   * Loads the data. With overlapping calls the later one counts, whichever answer comes first. Known data stay during a
   * repeat, and get a date if it fails.
   */
  async load(): Promise<void> {
    if (this.view.kind !== 'known') this.view = LOADING;
    this.#told += 1;
    const told = this.#told;
    const unlessTold = (take: () => void): void => {
      if (told === this.#told) runInAction(take);
    };
    try {
      const value = await this.#read();
      unlessTold(() => this.put(value));
    } catch (error) {
      unlessTold(() => this.fail(error));
    }
  }

  /** Sets a value that another call has returned. */
  put(value: T): void {
    this.#told += 1;
    this.#cameAt = this.#now();
    this.view = known(value);
  }

  private fail(error: unknown): void {
    if (error instanceof ApiProblem && NOT_FOR_YOU.has(error.status)) this.view = { kind: 'refused' };
    else this.view = this.view.kind === 'known' ? afterFailure(this.view, this.#cameAt) : FAILED;
  }
}
