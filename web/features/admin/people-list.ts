import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type * as v from 'valibot';
import { type AdminUserReply, type UserCountsReply, userCursor, USERS_PAGE } from '#contract/admin.ts';
import type { AdminClient } from '#web/api/client.ts';
import { afterFailure, known, LOADING, type View } from '#web/stores/view.ts';

export type Person = v.InferOutput<typeof AdminUserReply>;
export type PeopleCounts = v.InferOutput<typeof UserCountsReply>;
export type AccessFilter = 'all' | 'granted' | 'pending';

/** People, newest first, as far as they were asked for: searched, and page by page. */
export class PeopleList {
  view: View<readonly Person[]> = LOADING;
  counts: View<PeopleCounts> = LOADING;
  isReading = false;
  /** The last reading of more got no answer. */
  isCutShort = false;
  hasMore = false;
  search = '';
  access: AccessFilter = 'all';
  readonly #api: AdminClient;
  #requests = 0;
  /** When what is shown came; undefined while it is the answer to another question. */
  #cameAt: Date | undefined;
  #countedAt: Date | undefined;

  constructor(api: AdminClient) {
    this.#api = api;
    makeAutoObservable(this, { view: observableRef, counts: observableRef }, { autoBind: true });
  }

  /** What is asked for now, from its beginning. An answer to an older question is not shown. */
  async load(): Promise<void> {
    await Promise.all([this.#read([]), this.count()]);
  }

  async count(): Promise<void> {
    if (this.counts.kind === 'failed') this.counts = LOADING;
    try {
      const counts = await this.#api.call('countUsers', {});
      runInAction(() => {
        this.#countedAt = new Date();
        this.counts = known(counts);
      });
    } catch {
      runInAction(() => (this.counts = afterFailure(this.counts, this.#countedAt)));
    }
  }

  async more(): Promise<void> {
    if (this.view.kind === 'known') await this.#read(this.view.value);
  }

  ask(question: { readonly search?: string; readonly access?: AccessFilter }): Promise<void> {
    this.search = question.search ?? this.search;
    this.access = question.access ?? this.access;
    this.#cameAt = undefined;
    return this.#read([]);
  }

  async #read(before: readonly Person[]): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    const settle = (how: () => void): void => {
      if (request !== this.#requests) return;
      runInAction(() => {
        this.isReading = false;
        how();
      });
    };
    this.isReading = true;
    this.isCutShort = false;
    if (this.view.kind === 'failed') this.view = LOADING;
    const last = before.at(-1);
    const query = {
      ...(this.search.trim() === '' ? {} : { search: this.search.trim() }),
      ...(this.access === 'all' ? {} : { access: this.access }),
      ...(last ? { before: userCursor(last) } : {}),
    };
    try {
      const page = await this.#api.call('listUsers', { query });
      settle(() => {
        this.#cameAt = new Date();
        this.view = known([...before, ...page]);
        this.hasMore = page.length === USERS_PAGE;
      });
    } catch {
      settle(() => {
        this.isCutShort = last !== undefined;
        if (last === undefined) this.view = afterFailure(this.view, this.#cameAt);
      });
    }
  }
}
