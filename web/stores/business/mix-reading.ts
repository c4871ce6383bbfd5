import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { MixBody } from '#contract/mix.schema.ts';
import { afterFailure, known, LOADING, type View } from '../view.ts';
import type { PendingCommands } from './pending-commands.ts';

interface MixReadingOptions {
  readonly pending: PendingCommands;
  /** Asks the server. */
  readonly ask: () => Promise<MixBody | null>;
  readonly now: () => Date;
}

/**
 * The figures by what is sold. They come with the dashboard's; what is changed here makes them old, and then they
 * are read again: only the server has all sales.
 */
export class MixReading {
  /** null while nothing is sold. */
  view: View<MixBody | null> = LOADING;
  /** Has the business become another one since, so that the next one is on its way? */
  isOld = false;
  readonly #options: MixReadingOptions;
  #reading: Promise<void> | undefined;
  #cameAt: Date | undefined;
  #times = 0;

  constructor(options: MixReadingOptions) {
    this.#options = options;
    makeAutoObservable(this, { view: observableRef }, { autoBind: true });
  }

  /** What has come, with the dashboard or alone. */
  show(mix: MixBody | null, cameAt = this.#options.now()): void {
    this.#times += 1;
    this.#cameAt = cameAt;
    this.view = known(mix);
    this.isOld = false;
  }

  /** What is known of it is from before what is shown. */
  forget(): void {
    this.isOld = true;
  }

  /** It was to come, and did not: what there was stays with its date. */
  miss(): void {
    this.#times += 1;
    this.view = afterFailure(this.view, this.#cameAt);
    this.isOld = false;
  }

  /** Called again while it reads, it is the same reading. */
  read(): Promise<void> {
    this.#reading ??= this.readUndisturbed().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** A reading that overlaps a command may or may not contain it: then it is read again. */
  private async readUndisturbed(): Promise<void> {
    const { pending, ask } = this.#options;
    if (this.view.kind === 'failed') this.view = LOADING;
    for (;;) {
      await pending.settled();
      const [mark, time] = [pending.started, this.#times];
      const answer = await ask().then(known, () => undefined);
      if (pending.unsaved || mark !== pending.started) continue;
      if (time !== this.#times) return; // it has come with the dashboard meanwhile
      return runInAction(() => (answer ? this.show(answer.value) : this.miss()));
    }
  }
}
