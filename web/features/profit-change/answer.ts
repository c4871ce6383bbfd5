import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailedReload, knownData, LOADING, type RemoteData } from '#web/stores/data-loader.ts';
import type { ProfitQuestion } from './question.ts';

/** The causes of a figure's change, as the server answers them. */
export type ProfitChange = Reply<OwnerContract['profitChange']>;

/** The sentence of a refusal, and those of the wrong fields. */
interface Refusal {
  readonly sentence: string;
  readonly fields: Readonly<Record<string, string>>;
}

type AnswerOrRefusal = { readonly change: ProfitChange } | { readonly refusal: Refusal };

/** The answer to the last question; the previous one stays until it comes. */
export class ProfitChangeAnswer {
  data: RemoteData<AnswerOrRefusal> = LOADING;
  isLoading = false;
  /**
   * Tells whether there were sales at one of the two moments of the last answer, so that there is a result in reais.
   */
  hasSales = false;
  readonly #business: Pick<BusinessStore, 'readHistory'>;
  #question: ProfitQuestion | undefined;
  /** The question of the answer on screen, and when the answer came. */
  #current: { readonly question: ProfitQuestion; readonly receivedAt: Date } | undefined;
  #requests = 0;

  constructor(business: Pick<BusinessStore, 'readHistory'>) {
    this.#business = business;
    makeAutoObservable(this, { data: observableRef }, { autoBind: true });
  }

  get refusal(): Refusal | undefined {
    return this.data.kind === 'known' && 'refusal' in this.data.value ? this.data.value.refusal : undefined;
  }

  /** Tells whether the problem is shown beside a date field. */
  get isDateRefusal(): boolean {
    return Object.keys(this.refusal?.fields ?? {}).some((field) => field === 'from' || field === 'to');
  }

  async ask(question: ProfitQuestion): Promise<void> {
    this.#question = question;
    this.#requests += 1;
    const request = this.#requests;
    this.isLoading = true;
    if (this.data.kind === 'failed') this.data = LOADING;
    const finish = (nextData: () => RemoteData<AnswerOrRefusal>): void => {
      if (request !== this.#requests) return; // Another question has been asked meanwhile.
      runInAction(() => {
        this.isLoading = false;
        this.data = nextData();
      });
    };
    const accept = (answer: AnswerOrRefusal): void =>
      finish(() => {
        this.#current = { question, receivedAt: new Date() };
        if ('change' in answer) this.hasSales = answer.change.before.has_sales || answer.change.after.has_sales;
        return knownData(answer);
      });
    const { from, to, dish, figure } = question;
    try {
      const query = { from, to, ...(dish === null ? (figure === 'profit' ? {} : { figure }) : { dish }) };
      accept({ change: await this.#business.readHistory('profitChange', { query }) });
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 401 || error.status === 429)
        return finish(() => afterFailedReload(this.data, this.#readAt(question)));
      const sentence = error.status === 404 ? 'Este prato não estava no cardápio nestas datas.' : error.detail;
      accept({ refusal: { sentence, fields: error.fields } });
    }
  }

  retry(): void {
    if (this.#question) void this.ask(this.#question);
  }

  /** The time of the current answer; undefined if it answers another question. */
  #readAt(question: ProfitQuestion): Date | undefined {
    const { question: currentQuestion, receivedAt } = this.#current ?? {};
    const isSame = (['from', 'to', 'dish', 'figure'] as const).every(
      (part) => currentQuestion?.[part] === question[part],
    );
    return isSame ? receivedAt : undefined;
  }
}
