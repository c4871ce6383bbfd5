import { adminRoutes } from '#contract/routes/admin.ts';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type * as v from 'valibot';
import type { AuditEntryReply } from '#contract/admin.ts';
import type { AdminClient } from '#web/api/client.ts';
import { afterFailure, known, LOADING, type View } from '#web/stores/view.ts';

export type TrailEntry = v.InferOutput<typeof AuditEntryReply>;

export interface TrailQuestion {
  readonly person?: string;
  readonly kind?: string;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
}

/** A thousand entries while nobody looked: further back there is 'Mostrar mais' after a reload. */
const MAX_PAGES = 20;

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** The trail as far as it was asked for, and what has been added since. */
export class TrailList {
  view: View<readonly TrailEntry[]> = LOADING;
  isReading = false;
  /** The last reading of older entries got no answer. */
  isCutShort = false;
  /** Where older entries go on; null at the beginning of the trail. */
  next: string | null = null;
  /** How far back a search by text has looked. */
  searchedUntil: string | null = null;
  question: TrailQuestion;
  /** Entries that came while the page was open. */
  arrived: ReadonlySet<string> = new Set();
  readonly #api: AdminClient;
  #requests = 0;
  /** When what is shown came; undefined while it is the answer to another question. */
  #cameAt: Date | undefined;
  /** Up to here the trail has been looked at. */
  #seenUpTo = 0n;
  #isCatchingUp = false;
  /** It has grown again meanwhile. */
  #hasGrown = false;

  constructor(api: AdminClient, question: TrailQuestion = {}) {
    this.#api = api;
    this.question = question;
    makeAutoObservable(
      this,
      { view: observableRef, question: observableRef, arrived: observableRef },
      { autoBind: true },
    );
  }

  ask(question: TrailQuestion): Promise<void> {
    this.question = question;
    this.#cameAt = undefined;
    return this.load();
  }

  async load(): Promise<void> {
    await this.#read({});
  }

  /** Older ones. */
  async more(): Promise<void> {
    if (this.next !== null) await this.#read({ before: this.next });
  }

  /**
   * What has come since, without asking for the rest again.
   * @param upTo the trail goes up to this number now; not given: nobody knows, e.g. after the line was cut
   */
  async catchUp(upTo?: string): Promise<void> {
    this.#hasGrown = true;
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    try {
      while (this.#hasGrown && this.view.kind === 'known' && !this.isReading) {
        this.#hasGrown = false;
        await this.#readNewer(this.view.value);
        if (upTo !== undefined) this.#seenUpTo = later(this.#seenUpTo, BigInt(upTo));
      }
    } catch {
      // The next word of the stream asks again, and until then it is said of when this is.
      runInAction(() => {
        if (!this.isReading) this.view = afterFailure(this.view, this.#cameAt);
      });
    } finally {
      this.#isCatchingUp = false;
    }
  }

  /** Page by page from the newest down to what is known: nothing is left out, however much has come. */
  async #readNewer(entries: readonly TrailEntry[]): Promise<void> {
    const request = this.#requests;
    const newest = BigInt(entries[0]?.number ?? 0);
    const query = { ...this.#query(), after: String(later(this.#seenUpTo, newest)) };
    const found: TrailEntry[] = [];
    let place: { readonly before?: string } = {};
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { entries: older, next } = await this.#api.call('auditTrail', { query: { ...query, ...place } });
      found.push(...older);
      if (next === null) break;
      place = { before: next };
    }
    runInAction(() => {
      if (request !== this.#requests) return;
      const fresh = found.filter(({ number }) => BigInt(number) > newest);
      this.#cameAt = new Date();
      this.view = known([...fresh, ...entries]);
      if (fresh.length === 0) return;
      this.arrived = new Set([...this.arrived, ...fresh.map(({ number }) => number)]);
    });
  }

  /** The same as a spreadsheet. */
  get csvAddress(): string {
    return `${adminRoutes.auditCsv.path}?${new URLSearchParams(this.#query()).toString()}`;
  }

  #query(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.question).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
      ),
    );
  }

  async #read(place: { readonly before?: string }): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    const isMore = place.before !== undefined;
    const kept = isMore && this.view.kind === 'known' ? this.view.value : [];
    this.isReading = true;
    this.isCutShort = false;
    if (this.view.kind === 'failed') this.view = LOADING;
    try {
      const page = await this.#api.call('auditTrail', { query: { ...this.#query(), ...place } });
      runInAction(() => {
        if (request !== this.#requests) return;
        this.#cameAt = new Date();
        this.view = known([...kept, ...page.entries]);
        this.next = page.next;
        this.searchedUntil = page.searched_until;
        if (!isMore) this.arrived = new Set();
        this.isReading = false;
      });
      if (this.#hasGrown) void this.catchUp();
    } catch {
      runInAction(() => {
        if (request !== this.#requests) return;
        this.isReading = false;
        this.isCutShort = isMore;
        if (!isMore) this.view = afterFailure(this.view, this.#cameAt);
      });
    }
  }
}
