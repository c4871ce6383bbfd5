import { makeAutoObservable, observableRef, observableShallow, runInAction } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { Outcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailedReload, knownData, LOADING, type RemoteData } from '#web/stores/remote-data.ts';
import type { ChangesQuestion } from './question.ts';

export type ListedPage = Reply<OwnerContract['listChanges']>;
export type ListedChange = ListedPage['changes'][number];

type ChangesSource = Pick<BusinessStore, 'readHistory' | 'undo'>;

/**
 * After an undo, pages are read again from the top, but no more than these; a change further down reports its state
 * when pressed.
 */
const MAX_PAGES = 10;

/** The changes of the business, as far back as they have been requested. */
export class ChangesList {
  data: RemoteData<ListedPage> = LOADING;
  isReading = false;
  /** Whether the last request for more changes got no answer. */
  isCutShort = false;
  /** The id of the change that is being undone. */
  undoing: string | null = null;
  /** The reason why a change was not undone, by its id. */
  readonly problems = new Map<string, string>();
  readonly #business: ChangesSource;
  #question: ChangesQuestion = { change: null, subject: null, name: '' };
  #readAt: Date | undefined;
  #readings = 0;

  constructor(business: ChangesSource) {
    this.#business = business;
    makeAutoObservable(this, { data: observableRef, problems: observableShallow }, { autoBind: true });
  }

  /**
   * The current list stays until the answer comes; after a failure it is discarded, because it answers another
   * question.
   */
  ask(question: ChangesQuestion): Promise<void> {
    this.#question = question;
    this.#readAt = undefined;
    if (this.data.kind === 'failed') this.data = LOADING;
    return this.read(() => this.pages(1));
  }

  retry(): Promise<void> {
    return this.data.kind === 'known' ? this.refresh() : this.ask(this.#question);
  }

  async more(): Promise<void> {
    const { data: view } = this;
    if (view.kind !== 'known' || view.value.next === null) return;
    const { changes, newer, next } = view.value;
    await this.read(
      async () => {
        const page = await this.page({ before: String(next) });
        return { ...page, changes: [...changes, ...page.changes], newer };
      },
      () => {
        this.isCutShort = true;
      },
    );
  }

  /** Reads the same list again after a change, because what can be undone may differ. */
  refresh(): Promise<void> {
    const least = this.data.kind === 'known' ? this.data.value.changes.length : 1;
    return this.read(() => this.pages(least));
  }

  async undo(change: ListedChange): Promise<Outcome> {
    this.undoing = change.id;
    this.problems.delete(change.id);
    const outcome = await this.#business.undo(change.id);
    if (outcome.kind === 'failed') runInAction(() => this.problems.set(change.id, outcome.failure.sentence));
    await this.refresh();
    runInAction(() => {
      this.undoing = null;
    });
    return outcome;
  }

  private async read(
    ask: () => Promise<ListedPage>,
    failed: () => void = () => {
      this.data = afterFailedReload(this.data, this.#readAt);
    },
  ): Promise<void> {
    this.#readings += 1;
    const reading = this.#readings;
    this.isReading = true;
    const settle = (how: () => void): void => {
      if (reading !== this.#readings) return; // Another question has been asked meanwhile.
      runInAction(() => {
        this.isReading = false;
        how();
      });
    };
    try {
      const page = await ask();
      settle(() => {
        this.#readAt = new Date();
        this.isCutShort = false;
        this.data = knownData(page);
      });
    } catch {
      settle(failed);
    }
  }

  /** Pages from the top, or from the page of the requested change, until at least `least` changes are there. */
  private async pages(least: number): Promise<ListedPage> {
    const { change } = this.#question;
    let whole = await this.page(change === null ? {} : { change });
    for (let pages = 1; whole.changes.length < least && whole.next !== null && pages < MAX_PAGES; pages += 1) {
      const page = await this.page({ before: String(whole.next) });
      whole = { changes: [...whole.changes, ...page.changes], newer: whole.newer, next: page.next };
    }
    return whole;
  }

  private page(place: { readonly change?: string; readonly before?: string }): Promise<ListedPage> {
    const { subject, name } = this.#question;
    const query = { ...place, ...(subject === null ? {} : { subject }), ...(name.trim() === '' ? {} : { name }) };
    return this.#business.readHistory('listChanges', { query });
  }
}
