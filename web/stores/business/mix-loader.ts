import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { MixBody } from '#contract/mix.schema.ts';
import { afterFailedReload, knownData, LOADING, type RemoteData } from '../data-loader.ts';
import type { PendingCommands } from './pending-commands.ts';

interface MixLoaderOptions {
  readonly pending: PendingCommands;
  /** Requests the mix. */
  readonly fetchMix: () => Promise<MixBody | null>;
  readonly now: () => Date;
}

/**
 * Loads and keeps the figures weighted by the mix, which is the share of each dish in recent sales. They are read
 * together with the dashboard's; a change here makes them old, and they are read again, because only the server has all
 * sales.
 */
export class MixLoader {
  /** The mix; null without sales. */
  data: RemoteData<MixBody | null> = LOADING;
  /** Tells whether the business has changed since, so that a newer mix is needed. */
  isOutdated = false;
  readonly #options: MixLoaderOptions;
  #reading: Promise<void> | undefined;
  #readAt: Date | undefined;
  #updates = 0;

  constructor(options: MixLoaderOptions) {
    this.#options = options;
    makeAutoObservable(this, { data: observableRef }, { autoBind: true });
  }

  /** Tells whether there are sales, as far as is known. */
  get hasSales(): boolean {
    return this.data.kind === 'known' && this.data.value !== null;
  }

  /** Sets the mix after a read, together with the dashboard or alone. */
  set(mix: MixBody | null, readAt = this.#options.now()): void {
    this.#updates += 1;
    this.#readAt = readAt;
    this.data = knownData(mix);
    this.isOutdated = false;
  }

  /** Marks the mix as older than the state on screen. */
  invalidate(): void {
    this.isOutdated = true;
  }

  /** Records a failed read: the old mix stays, with its date. */
  fail(): void {
    this.#updates += 1;
    this.data = afterFailedReload(this.data, this.#readAt);
    this.isOutdated = false;
  }

  /** Reads the mix. A call during a read returns the same promise. */
  read(): Promise<void> {
    this.#reading ??= this.readUndisturbed().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Reads until no command overlaps: an answer may or may not contain an overlapping command. */
  private async readUndisturbed(): Promise<void> {
    const { pending, fetchMix } = this.#options;
    if (this.data.kind === 'failed') this.data = LOADING;
    for (;;) {
      await pending.whenAnswered();
      const [startedBefore, updates] = [pending.startedCount, this.#updates];
      const answer = await fetchMix().then(knownData, () => undefined);
      if (pending.hasUnsavedChanges || startedBefore !== pending.startedCount) continue;
      if (updates !== this.#updates) return; // The dashboard's read has brought the mix meanwhile.
      return runInAction(() => (answer ? this.set(answer.value) : this.fail()));
    }
  }
}
