import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { ApiProblem } from '#web/api/failures.ts';

/** Something a page reads from the server before it can show anything, and again when asked. */
export class Loading<T> {
  value: T | undefined = undefined;
  /** 'refused': the server would not give it. 'away': no answer, or none that says anything. */
  state: 'loading' | 'loaded' | 'refused' | 'away' = 'loading';
  readonly #read: () => Promise<T>;
  #told = 0;

  constructor(read: () => Promise<T>) {
    this.#read = read;
    makeAutoObservable(this, { value: observableRef }, { autoBind: true });
  }

  /** Called again while it reads, the later one counts, whichever answer comes first. */
  async load(): Promise<void> {
    if (this.state !== 'loaded') this.state = 'loading';
    this.#told += 1;
    const told = this.#told;
    const unlessTold = (take: () => void): void => {
      if (told === this.#told) runInAction(take);
    };
    try {
      const value = await this.#read();
      unlessTold(() => this.put(value));
    } catch (error) {
      unlessTold(() => (this.state = error instanceof ApiProblem && error.status < 500 ? 'refused' : 'away'));
    }
  }

  /** As another call has just told it. */
  put(value: T): void {
    this.#told += 1;
    this.value = value;
    this.state = 'loaded';
  }
}
