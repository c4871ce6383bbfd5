import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { ApiProblem } from '#web/api/failures.ts';

/** Something a page reads from the server before it can show anything, and again when asked. */
export class Loading<T> {
  value: T | undefined = undefined;
  /** 'refused': the server would not give it. 'away': no answer, or none that says anything. */
  state: 'loading' | 'loaded' | 'refused' | 'away' = 'loading';
  readonly #read: () => Promise<T>;

  constructor(read: () => Promise<T>) {
    this.#read = read;
    makeAutoObservable(this, { value: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    if (this.state !== 'loaded') this.state = 'loading';
    try {
      const value = await this.#read();
      runInAction(() => this.put(value));
    } catch (error) {
      runInAction(() => (this.state = error instanceof ApiProblem && error.status < 500 ? 'refused' : 'away'));
    }
  }

  /** As another call has just told it. */
  put(value: T): void {
    this.value = value;
    this.state = 'loaded';
  }
}
