import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { Question } from './question.ts';

export type ProfitChange = Reply<OwnerContract['profitChange']>;

/** The answer to the last question; the one before it stays until then. */
export class ProfitChangeAnswer {
  status: 'loading' | 'loaded' | 'failed' = 'loading';
  value: ProfitChange | undefined = undefined;
  /** Why there is none, in words. */
  refusal: { readonly sentence: string; readonly fields: Readonly<Record<string, string>> } | undefined = undefined;
  isAsking = false;
  readonly #business: Pick<BusinessStore, 'lookBack'>;
  #question: Question | undefined;
  #times = 0;

  constructor(business: Pick<BusinessStore, 'lookBack'>) {
    this.#business = business;
    makeAutoObservable(this, { value: observableRef, refusal: observableRef }, { autoBind: true });
  }

  /** Said beside the date that it is about. */
  get isAboutDates(): boolean {
    return Object.keys(this.refusal?.fields ?? {}).some((field) => field === 'from' || field === 'to');
  }

  async ask(question: Question): Promise<void> {
    this.#question = question;
    this.#times += 1;
    const time = this.#times;
    this.isAsking = true;
    if (this.status === 'failed') this.status = 'loading';
    const settle = (how: Partial<Pick<ProfitChangeAnswer, 'status' | 'value' | 'refusal'>>): void => {
      if (time !== this.#times) return; // something else has been asked since
      runInAction(() => Object.assign(this, { isAsking: false, ...how }));
    };
    const { from, to, dish } = question;
    try {
      const query = { from, to, ...(dish === null ? {} : { dish }) };
      settle({ status: 'loaded', value: await this.#business.lookBack('profitChange', { query }), refusal: undefined });
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status >= 500) return settle({ status: 'failed' });
      const sentence = error.status === 404 ? 'Este prato não estava no cardápio nestas datas.' : error.detail;
      settle({ status: 'loaded', value: undefined, refusal: { sentence, fields: error.fields } });
    }
  }

  retry(): void {
    if (this.#question) void this.ask(this.#question);
  }
}
