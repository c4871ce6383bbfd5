import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { ApiProblem } from '#web/api/failures.ts';
import { afterFailure, FAILED, known, LOADING, type View } from './view.ts';

/** The server says that there is no such thing for whoever asks. Who it knows nothing of may ask again as somebody. */
const NOT_FOR_YOU: ReadonlySet<number> = new Set([403, 404, 410, 422]);

/** Something a page reads from the server before it can show anything, and again when asked. */
export class Loading<T> {
  /** 'refused': there is no such thing for whoever asks. */
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
   * Called again while it reads, the later one counts, whichever answer comes first. What was known stays while it is
   * read again, and with its date where that fails.
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

  /** As another call has just told it. */
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
