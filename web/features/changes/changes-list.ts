import { makeAutoObservable, observableRef, observableShallow, runInAction } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { Outcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { Question } from './question.ts';

type Page = Reply<OwnerContract['listChanges']>;
export type ListedChange = Page['changes'][number];

type Business = Pick<BusinessStore, 'lookBack' | 'undo'>;

/** Pages are read again from the top after an undoing, no more than these: what is further down says so when pressed. */
const MAX_PAGES = 10;

/** What has happened, as far back as it was asked for. */
export class ChangesList {
  status: 'loading' | 'loaded' | 'failed' = 'loading';
  changes: readonly ListedChange[] = [];
  /** There are more recent ones than the first. */
  hasNewer = false;
  /** Where older ones go on; null at the beginning of everything. */
  next: number | null = null;
  isReading = false;
  /** The last reading of more got no answer. */
  isCutShort = false;
  /** The change that is being taken back. */
  undoing: string | null = null;
  /** Why a change was not taken back, by its id. */
  readonly problems = new Map<string, string>();
  readonly #business: Business;
  #question: Question = { change: null, subject: null, name: '' };
  #readings = 0;

  constructor(business: Business) {
    this.#business = business;
    makeAutoObservable(this, { changes: observableRef, problems: observableShallow }, { autoBind: true });
  }

  ask(question: Question): Promise<void> {
    this.#question = question;
    return this.read(() => this.pages(1));
  }

  retry(): void {
    this.status = 'loading';
    void this.ask(this.#question);
  }

  more(): Promise<void> {
    const { next, changes, hasNewer } = this;
    if (next === null) return Promise.resolve();
    return this.read(async () => {
      const page = await this.page({ before: String(next) });
      return { ...page, changes: [...changes, ...page.changes], newer: hasNewer };
    });
  }

  /** The same again: something has changed, and with it what can be undone. */
  refresh(): Promise<void> {
    return this.read(() => this.pages(this.changes.length));
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

  private async read(ask: () => Promise<Page>): Promise<void> {
    this.#readings += 1;
    const reading = this.#readings;
    this.isReading = true;
    const settle = (page: Page | undefined): void => {
      if (reading !== this.#readings) return; // something else has been asked since
      this.isReading = false;
      this.isCutShort = !page;
      if (page) Object.assign(this, { changes: page.changes, hasNewer: page.newer, next: page.next, status: 'loaded' });
      else if (this.status === 'loading') this.status = 'failed';
    };
    try {
      const page = await ask();
      runInAction(() => settle(page));
    } catch {
      runInAction(() => settle(undefined));
    }
  }

  /** From the top, or from the page of the change asked for, until at least so many are there. */
  private async pages(least: number): Promise<Page> {
    const { change } = this.#question;
    let whole = await this.page(change === null ? {} : { change });
    for (let pages = 1; whole.changes.length < least && whole.next !== null && pages < MAX_PAGES; pages += 1) {
      const page = await this.page({ before: String(whole.next) });
      whole = { changes: [...whole.changes, ...page.changes], newer: whole.newer, next: page.next };
    }
    return whole;
  }

  private page(place: { readonly change?: string; readonly before?: string }): Promise<Page> {
    const { subject, name } = this.#question;
    const query = { ...place, ...(subject === null ? {} : { subject }), ...(name.trim() === '' ? {} : { name }) };
    return this.#business.lookBack('listChanges', { query });
  }
}
