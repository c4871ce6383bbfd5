import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailure, known, LOADING, type View } from '#web/stores/view.ts';
import type { Question } from './question.ts';

export type ProfitChange = Reply<OwnerContract['profitChange']>;

/** Why there is no answer, in words, and by the field that is wrong. */
interface Refusal {
  readonly sentence: string;
  readonly fields: Readonly<Record<string, string>>;
}

type Answer = { readonly change: ProfitChange } | { readonly refusal: Refusal };

/** The answer to the last question; the one before it stays until then. */
export class ProfitChangeAnswer {
  view: View<Answer> = LOADING;
  isAsking = false;
  /** Was something sold at one of the two moments asked about last? Then there is a result in reais. */
  hasSales = false;
  readonly #business: Pick<BusinessStore, 'lookBack'>;
  #question: Question | undefined;
  /** What `view` is about, and when it came. */
  #answered: { readonly question: Question; readonly at: Date } | undefined;
  #times = 0;

  constructor(business: Pick<BusinessStore, 'lookBack'>) {
    this.#business = business;
    makeAutoObservable(this, { view: observableRef }, { autoBind: true });
  }

  get refusal(): Refusal | undefined {
    return this.view.kind === 'known' && 'refusal' in this.view.value ? this.view.value.refusal : undefined;
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
    if (this.view.kind === 'failed') this.view = LOADING;
    const settle = (how: () => View<Answer>): void => {
      if (time !== this.#times) return; // something else has been asked since
      runInAction(() => {
        this.isAsking = false;
        this.view = how();
      });
    };
    const put = (answer: Answer): void =>
      settle(() => {
        this.#answered = { question, at: new Date() };
        if ('change' in answer) this.hasSales = answer.change.before.has_sales || answer.change.after.has_sales;
        return known(answer);
      });
    const { from, to, dish, figure } = question;
    try {
      const query = { from, to, ...(dish === null ? (figure === 'profit' ? {} : { figure }) : { dish }) };
      put({ change: await this.#business.lookBack('profitChange', { query }) });
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 401 || error.status === 429)
        return settle(() => afterFailure(this.view, this.#cameAt(question)));
      const sentence = error.status === 404 ? 'Este prato não estava no cardápio nestas datas.' : error.detail;
      put({ refusal: { sentence, fields: error.fields } });
    }
  }

  retry(): void {
    if (this.#question) void this.ask(this.#question);
  }

  /** An answer to another question is none to this one. */
  #cameAt(question: Question): Date | undefined {
    const { question: answered, at } = this.#answered ?? {};
    const isSame = (['from', 'to', 'dish', 'figure'] as const).every((part) => answered?.[part] === question[part]);
    return isSame ? at : undefined;
  }
}
