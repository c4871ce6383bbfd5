import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { afterFailedReload, knownData, LOADING, type RemoteData } from '#web/stores/data-loader.ts';

export type Query = Readonly<Record<string, string>>;

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
  /** The instant back to which a search by text has looked; null once it has looked at everything. */
  readonly searchedUntil?: string | null;
}

interface PagedStoreOptions<Item> {
  readonly read: (query: Query) => Promise<Page<Item>>;
  readonly query?: Query;
  readonly onLoaded?: (page: 'first' | 'further') => void;
}

/** A list that is read page by page, newest first. The answer to an older query is never shown. */
export class PagedStore<Item> {
  data: RemoteData<readonly Item[]> = LOADING;
  query: Query;
  isLoading = false;
  hasFailedMore = false;
  next: string | null = null;
  searchedUntil: string | null = null;
  readonly #options: PagedStoreOptions<Item>;
  #requests = 0;
  /** The time when the current items were loaded; undefined while they answer another query. */
  #loadedAt: Date | undefined;

  constructor(options: PagedStoreOptions<Item>) {
    this.#options = options;
    this.query = options.query ?? {};
    makeAutoObservable(this, { data: observableRef, query: observableRef }, { autoBind: true });
  }

  changeQuery(part: Query): Promise<void> {
    this.query = { ...this.query, ...part };
    this.#loadedAt = undefined;
    return this.load();
  }

  /** The query without its empty values. */
  get trimmedQuery(): Query {
    const trimmed = Object.entries(this.query).map(([key, value]) => [key, value.trim()] as const);
    return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  }

  async load(): Promise<void> {
    await this.#read([], {});
  }

  async loadMore(): Promise<void> {
    if (this.data.kind === 'known' && this.next !== null) await this.#read(this.data.value, { before: this.next });
  }

  /**
   * Puts newer items before the current ones, unless the list is read again meanwhile.
   * @returns the newer items; undefined after a failure
   */
  async prepend(
    readNewer: (current: readonly Item[]) => Promise<readonly Item[]>,
  ): Promise<readonly Item[] | undefined> {
    const request = this.#requests;
    const current = this.data.kind === 'known' ? this.data.value : [];
    try {
      const newer = await readNewer(current);
      if (request !== this.#requests) return [];
      this.#show([...newer, ...current]);
      return newer;
    } catch {
      runInAction(() => {
        if (!this.isLoading) this.data = afterFailedReload(this.data, this.#loadedAt);
      });
      return undefined;
    }
  }

  #show(items: readonly Item[]): void {
    runInAction(() => {
      this.#loadedAt = new Date();
      this.data = knownData(items);
    });
  }

  async #read(current: readonly Item[], cursor: { readonly before?: string }): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    const isFirst = cursor.before === undefined;
    this.isLoading = true;
    this.hasFailedMore = false;
    if (this.data.kind === 'failed') this.data = LOADING;
    const page = await this.#options.read({ ...this.trimmedQuery, ...cursor }).catch(() => undefined);
    if (request !== this.#requests) return;
    runInAction(() => {
      this.isLoading = false;
      if (page) {
        this.#show([...current, ...page.items]);
        this.next = page.next;
        this.searchedUntil = page.searchedUntil ?? null;
      } else if (isFirst) this.data = afterFailedReload(this.data, this.#loadedAt);
      else this.hasFailedMore = true;
    });
    if (page) this.#options.onLoaded?.(isFirst ? 'first' : 'further');
  }
}
