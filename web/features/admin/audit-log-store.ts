import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type * as v from 'valibot';
import type { AuditEntryReply } from '#contract/admin.ts';
import { adminRoutes } from '#contract/routes/admin.ts';
import type { AdminClient } from '#web/api/client.ts';
import { followLive } from '#web/api/follow-live.ts';
import { PagedStore, type Query } from './paged-store.ts';

export type AuditEntry = v.InferOutput<typeof AuditEntryReply>;

/** Limits one catch-up to a thousand entries; 'Mostrar mais' after a reload has the others. */
const MAX_PAGES = 20;

const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** The audit log as far as it has been read, with the entries that arrive while the page is open. */
export class AuditLogStore {
  readonly list: PagedStore<AuditEntry>;
  /** The numbers of the entries that arrived while the page was open. */
  newNumbers: ReadonlySet<string> = new Set();
  readonly #api: AdminClient;
  /** The log has been read up to this number. */
  #seenUpTo = 0n;
  #isCatchingUp = false;
  /** Tells whether the log has grown since the last catch-up began. */
  #hasGrown = false;

  constructor(api: AdminClient, query: Query = {}) {
    this.#api = api;
    this.list = new PagedStore({ query, read: (sent) => this.#page(sent), onLoaded: (page) => this.#onLoaded(page) });
    makeAutoObservable(this, { list: false, newNumbers: observableRef }, { autoBind: true });
  }

  /** The address of the same entries as a CSV file. */
  get csvAddress(): string {
    return `${adminRoutes.auditCsv.path}?${new URLSearchParams(this.list.trimmedQuery).toString()}`;
  }

  /**
   * Calls `catchUp` whenever the log has grown. After an interruption, the number it has grown to is not known.
   * @returns a function that stops it
   */
  follow(): () => void {
    return followLive({
      address: adminRoutes.auditLive.path,
      handlers: {
        grown: ({ number }: { readonly number: string }) => void this.catchUp(number),
        // A client whose session has ended learns it from the answer to its request.
        over: () => void this.catchUp(),
      },
      onReturn: () => void this.catchUp(),
    });
  }

  /** Reads the newest entries without reading the others again. @param upTo the newest number, where it is known */
  async catchUp(upTo?: string): Promise<void> {
    this.#hasGrown = true;
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    while (this.#hasGrown && this.list.data.kind === 'known' && !this.list.isLoading) {
      this.#hasGrown = false;
      const newer = await this.list.prepend((current) => this.#newerThan(current));
      if (newer === undefined) break; // The next event of the stream tries again.
      if (upTo !== undefined) this.#seenUpTo = max(this.#seenUpTo, BigInt(upTo));
      if (newer.length > 0)
        runInAction(() => (this.newNumbers = new Set([...this.newNumbers, ...newer.map(({ number }) => number)])));
    }
    this.#isCatchingUp = false;
  }

  #onLoaded(page: 'first' | 'further'): void {
    if (page === 'first') runInAction(() => (this.newNumbers = new Set()));
    if (this.#hasGrown) void this.catchUp();
  }

  /** Reads page by page from the newest entry down to the current ones, so that none is left out. */
  async #newerThan(current: readonly AuditEntry[]): Promise<readonly AuditEntry[]> {
    const after = String(max(this.#seenUpTo, BigInt(current[0]?.number ?? 0)));
    const query = { ...this.list.trimmedQuery, after };
    const newer: AuditEntry[] = [];
    let page = await this.#page(query);
    for (let pages = 1; ; pages += 1) {
      newer.push(...page.items);
      if (page.next === null || pages === MAX_PAGES) return newer;
      page = await this.#page({ ...query, before: page.next });
    }
  }

  async #page(query: Query) {
    const { entries: items, next, searched_until: searchedUntil } = await this.#api.call('auditTrail', { query });
    return { items, next, searchedUntil };
  }
}
