import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { salesFrom } from '#contract/entities/sales.ts';
import { dayOf } from '#contract/instants.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { MixBody } from '#contract/mix.schema.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailedReload, knownData, LOADING, type RemoteData } from '#web/stores/data-loader.ts';
import { monthsBefore } from '#domain/figures/mix.ts';

const SELECTABLE_MONTHS = 24;

/** The months for which sales can be entered, newest first: `YYYY-MM`. @param today `YYYY-MM-DD` */
export const selectableMonths = (today: string): readonly string[] =>
  Array.from({ length: SELECTABLE_MONTHS }, (_, monthsBack) => monthsBefore(today.slice(0, 7), monthsBack));

/** The oldest of those months, from which sales are read. */
const oldestMonth = (today: string): string => selectableMonths(today).at(-1) ?? '';

export type SalesReply = Reply<OwnerContract['listSales']>;
export type Mix = MixBody;

type SalesSource = Pick<BusinessStore, 'readHistory' | 'addSales' | 'confirmed'>;

/** Loads the sales into the business store, from which screens read them. */
export class SalesLoader {
  data: RemoteData<'loaded'> = LOADING;
  readonly #business: SalesSource;
  #readAt: Date | undefined;
  #loadCount = 0;

  constructor(business: SalesSource) {
    this.#business = business;
    makeAutoObservable(this, { data: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    this.#loadCount += 1;
    const loadNumber = this.#loadCount;
    if (this.data.kind === 'failed') this.data = LOADING;
    const finish = (nextData: () => typeof this.data): void => {
      if (loadNumber !== this.#loadCount) return; // A later request has replaced this one.
      runInAction(() => {
        this.data = nextData();
      });
    };
    const from = oldestMonth(dayOf(new Date()));
    const { sales: salesBefore } = this.#business.confirmed;
    try {
      const sales = await this.#business.readHistory('listSales', { query: { from } });
      // Sales that were saved meanwhile may be missing in the answer.
      if (loadNumber === this.#loadCount && this.#business.confirmed.sales !== salesBefore) return await this.load();
      finish(() => {
        this.#readAt = new Date();
        this.#business.addSales(salesFrom(sales), removedDishNamesIn(sales));
        return knownData('loaded');
      });
    } catch {
      finish(() => afterFailedReload(this.data, this.#readAt));
    }
  }

  retry(): void {
    void this.load();
  }
}

const FIRST_MONTH = '2000-01';

/** The sales of all months. Without a channel there are none. @throws ApiProblem · NetworkFailure */
export const allSales = async ({
  readHistory,
  state,
}: Pick<BusinessStore, 'readHistory' | 'state'>): Promise<SalesReply> =>
  state.channels.size === 0 ? [] : readHistory('listSales', { query: { from: FIRST_MONTH } });

/** The names of sold dishes that have been removed, by id. */
export const removedDishNamesIn = (salesSets: SalesReply): ReadonlyMap<string, string> =>
  new Map(
    salesSets.flatMap(({ rows }) =>
      rows.flatMap(({ dish_id, dish_name }) => (dish_name === undefined ? [] : [[dish_id, dish_name] as const])),
    ),
  );
