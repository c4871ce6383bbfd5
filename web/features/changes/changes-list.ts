import { makeAutoObservable, observableRef, observableShallow, runInAction } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { SaveOutcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailedReload, knownData, LOADING, type RemoteData } from '#web/stores/data-loader.ts';
import type { ChangesFilter } from './filter.ts';

export type ChangesReply = Reply<OwnerContract['listChanges']>;
export type ChangeEntry = ChangesReply['changes'][number];

type ChangesSource = Pick<BusinessStore, 'readHistory' | 'undo'>;

/**
 * The number of pages that are read again after an undo. A change further down reports its state when its button is
 * pressed.
 */
const MAX_PAGES = 10;

/** The list of changes of the business, newest first, with the pages that have been requested so far. */
export class ChangesList {
  data: RemoteData<ChangesReply> = LOADING;
  isReading = false;
  /** Tells whether the last request for older changes got no answer. */
  hasLoadMoreFailed = false;
  /** The id of the change that is being undone. */
  undoingId: string | null = null;
  /** The reason why a change was not undone, by its id. */
  readonly problems = new Map<string, string>();
  readonly #business: ChangesSource;
  #filter: ChangesFilter = { change: null, subject: null, name: '' };
  #readAt: Date | undefined;
  #readCount = 0;

  constructor(business: ChangesSource) {
    this.#business = business;
    makeAutoObservable(this, { data: observableRef, problems: observableShallow }, { autoBind: true });
  }

  /**
   * Loads the first page for a filter. The current list stays until the answer comes; after a failure it is discarded,
   * because it belongs to another filter.
   */
  load(filter: ChangesFilter): Promise<void> {
    this.#filter = filter;
    this.#readAt = undefined;
    if (this.data.kind === 'failed') this.data = LOADING;
    return this.read(() => this.readPages(1));
  }

  /** Reads again after a failure. */
  retry(): Promise<void> {
    return this.data.kind === 'known' ? this.refresh() : this.load(this.#filter);
  }

  /** Adds the next page of older changes. */
  async loadMore(): Promise<void> {
    const { data } = this;
    if (data.kind !== 'known' || data.value.next === null) return;
    const { changes, newer, next } = data.value;
    await this.read(
      async () => {
        const page = await this.readPage({ before: String(next) });
        return { ...page, changes: [...changes, ...page.changes], newer };
      },
      () => {
        this.hasLoadMoreFailed = true;
      },
    );
  }

  /** Reads the same list again after a change, because what can be undone may differ. */
  refresh(): Promise<void> {
    const minimum = this.data.kind === 'known' ? this.data.value.changes.length : 1;
    return this.read(() => this.readPages(minimum));
  }

  async undo(change: ChangeEntry): Promise<SaveOutcome> {
    this.undoingId = change.id;
    this.problems.delete(change.id);
    const outcome = await this.#business.undo(change.id);
    if (outcome.kind === 'failed') runInAction(() => this.problems.set(change.id, outcome.failure.sentence));
    await this.refresh();
    runInAction(() => {
      this.undoingId = null;
    });
    return outcome;
  }

  private async read(
    request: () => Promise<ChangesReply>,
    onFailure: () => void = () => {
      this.data = afterFailedReload(this.data, this.#readAt);
    },
  ): Promise<void> {
    this.#readCount += 1;
    const readNumber = this.#readCount;
    this.isReading = true;
    const finish = (update: () => void): void => {
      if (readNumber !== this.#readCount) return; // A later request has replaced this one.
      runInAction(() => {
        this.isReading = false;
        update();
      });
    };
    try {
      const page = await request();
      finish(() => {
        this.#readAt = new Date();
        this.hasLoadMoreFailed = false;
        this.data = knownData(page);
      });
    } catch {
      finish(onFailure);
    }
  }

  /** Reads pages from the top, or from the page of the marked change, until they contain `minimum` changes. */
  private async readPages(minimum: number): Promise<ChangesReply> {
    const { change } = this.#filter;
    let result = await this.readPage(change === null ? {} : { change });
    for (
      let pageCount = 1;
      result.changes.length < minimum && result.next !== null && pageCount < MAX_PAGES;
      pageCount += 1
    ) {
      const page = await this.readPage({ before: String(result.next) });
      result = { changes: [...result.changes, ...page.changes], newer: result.newer, next: page.next };
    }
    return result;
  }

  private readPage(position: { readonly change?: string; readonly before?: string }): Promise<ChangesReply> {
    const { subject, name } = this.#filter;
    const query = { ...position, ...(subject === null ? {} : { subject }), ...(name.trim() === '' ? {} : { name }) };
    return this.#business.readHistory('listChanges', { query });
  }
}
