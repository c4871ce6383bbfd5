import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type * as v from 'valibot';
import { type AdminUserReply, type UserCountsReply, userCursor, USERS_PAGE } from '#contract/admin.ts';
import type { AdminClient } from '#web/api/client.ts';

export type Person = v.InferOutput<typeof AdminUserReply>;
export type PeopleCounts = v.InferOutput<typeof UserCountsReply>;
export type AccessFilter = 'all' | 'granted' | 'pending';

/** People, newest first, as far as they were asked for: searched, and page by page. */
export class PeopleList {
  people: readonly Person[] = [];
  counts: PeopleCounts | undefined = undefined;
  state: 'loading' | 'loaded' | 'failed' = 'loading';
  hasMore = false;
  search = '';
  access: AccessFilter = 'all';
  readonly #api: AdminClient;
  #requests = 0;

  constructor(api: AdminClient) {
    this.#api = api;
    makeAutoObservable(this, { people: observableRef, counts: observableRef }, { autoBind: true });
  }

  /** What is asked for now, from its beginning. An answer to an older question is not shown. */
  async load(): Promise<void> {
    await Promise.all([this.#read([]), this.#count()]);
  }

  async #count(): Promise<void> {
    try {
      const counts = await this.#api.call('countUsers', {});
      runInAction(() => (this.counts = counts));
    } catch {
      // The list says that something is wrong; numbers may be missing.
    }
  }

  more(): Promise<void> {
    return this.#read(this.people);
  }

  ask(question: { readonly search?: string; readonly access?: AccessFilter }): Promise<void> {
    this.search = question.search ?? this.search;
    this.access = question.access ?? this.access;
    return this.#read([]);
  }

  async #read(before: readonly Person[]): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    this.state = 'loading';
    const last = before.at(-1);
    const query = {
      ...(this.search.trim() === '' ? {} : { search: this.search.trim() }),
      ...(this.access === 'all' ? {} : { access: this.access }),
      ...(last ? { before: userCursor(last) } : {}),
    };
    try {
      const page = await this.#api.call('listUsers', { query });
      runInAction(() => {
        if (request !== this.#requests) return;
        this.people = [...before, ...page];
        this.hasMore = page.length === USERS_PAGE;
        this.state = 'loaded';
      });
    } catch {
      runInAction(() => {
        if (request === this.#requests) this.state = 'failed';
      });
    }
  }
}
