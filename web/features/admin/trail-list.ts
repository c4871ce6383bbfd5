import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type * as v from 'valibot';
import type { AuditEntryReply } from '#contract/admin.ts';
import type { AdminClient } from '#web/api/client.ts';

export type TrailEntry = v.InferOutput<typeof AuditEntryReply>;

export interface TrailQuestion {
  readonly person?: string;
  readonly kind?: string;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
}

/** The trail as far as it was asked for, and what has been added since. */
export class TrailList {
  entries: readonly TrailEntry[] = [];
  state: 'loading' | 'loaded' | 'failed' = 'loading';
  /** Where older entries go on; null at the beginning of the trail. */
  next: string | null = null;
  /** How far back a search by text has looked. */
  searchedUntil: string | null = null;
  question: TrailQuestion;
  readonly #api: AdminClient;
  #asked = 0;

  constructor(api: AdminClient, question: TrailQuestion = {}) {
    this.#api = api;
    this.question = question;
    makeAutoObservable(this, { entries: observableRef, question: observableRef }, { autoBind: true });
  }

  ask(question: TrailQuestion): Promise<void> {
    this.question = question;
    return this.load();
  }

  async load(): Promise<void> {
    await this.#read({});
  }

  /** Older ones. */
  async more(): Promise<void> {
    if (this.next !== null) await this.#read({ before: this.next });
  }

  /** What has come since, without asking for the rest again. */
  async catchUp(): Promise<void> {
    const [newest] = this.entries;
    if (this.state !== 'loaded' || newest === undefined) return this.load();
    try {
      const { entries } = await this.#api.call('auditTrail', { query: { ...this.#query(), after: newest.number } });
      runInAction(() => {
        const known = new Set(this.entries.map(({ number }) => number));
        this.entries = [...entries.filter(({ number }) => !known.has(number)), ...this.entries];
      });
    } catch {
      // The next word of the stream asks again.
    }
    return undefined;
  }

  /** The same as a spreadsheet. */
  get csvAddress(): string {
    return `/api/admin/audit.csv?${new URLSearchParams(this.#query()).toString()}`;
  }

  #query(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.question).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
      ),
    );
  }

  async #read(place: { readonly before?: string }): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const kept = place.before === undefined ? [] : this.entries;
    this.state = 'loading';
    try {
      const page = await this.#api.call('auditTrail', { query: { ...this.#query(), ...place } });
      runInAction(() => {
        if (asked !== this.#asked) return;
        this.entries = [...kept, ...page.entries];
        this.next = page.next;
        this.searchedUntil = page.searched_until;
        this.state = 'loaded';
      });
    } catch {
      runInAction(() => {
        if (asked === this.#asked) this.state = 'failed';
      });
    }
  }
}
