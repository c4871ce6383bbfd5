import { makeAutoObservable, observableRef, observableShallow, runInAction } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { Outcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailure, known, LOADING, type View } from '#web/stores/view.ts';
import type { Question } from './question.ts';

export type ListedPage = Reply<OwnerContract['listChanges']>;
export type ListedChange = ListedPage['changes'][number];

type Business = Pick<BusinessStore, 'lookBack' | 'undo'>;

/** Pages are read again from the top after an undoing, no more than these: what is further down says so when pressed. */
const MAX_PAGES = 10;

/** What has happened, as far back as it was asked for. */
export class ChangesList {
  view: View<ListedPage> = LOADING;
  isReading = false;
  /** The last reading of more got no answer. */
  isCutShort = false;
  /** The change that is being taken back. */
  undoing: string | null = null;
  /** Why a change was not taken back, by its id. */
  readonly problems = new Map<string, string>();
  readonly #business: Business;
  #question: Question = { change: null, subject: null, name: '' };
  #cameAt: Date | undefined;
  #readings = 0;

  constructor(business: Business) {
    this.#business = business;
    makeAutoObservable(this, { view: observableRef, problems: observableShallow }, { autoBind: true });
  }

  /** What is shown stays until the answer; without one it is none to this question. */
  ask(question: Question): Promise<void> {
    this.#question = question;
    this.#cameAt = undefined;
    if (this.view.kind === 'failed') this.view = LOADING;
    return this.read(() => this.pages(1));
  }

  retry(): Promise<void> {
    return this.view.kind === 'known' ? this.refresh() : this.ask(this.#question);
  }

  async more(): Promise<void> {
    const { view } = this;
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

  /** The same again: something has changed, and with it what can be undone. */
  refresh(): Promise<void> {
    const least = this.view.kind === 'known' ? this.view.value.changes.length : 1;
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
      this.view = afterFailure(this.view, this.#cameAt);
    },
  ): Promise<void> {
    this.#readings += 1;
    const reading = this.#readings;
    this.isReading = true;
    const settle = (how: () => void): void => {
      if (reading !== this.#readings) return; // something else has been asked since
      runInAction(() => {
        this.isReading = false;
        how();
      });
    };
    try {
      const page = await ask();
      settle(() => {
        this.#cameAt = new Date();
        this.isCutShort = false;
        this.view = known(page);
      });
    } catch {
      settle(failed);
    }
  }

  /** From the top, or from the page of the change asked for, until at least so many are there. */
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
    return this.#business.lookBack('listChanges', { query });
  }
}
