import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { salesFrom } from '#contract/entities/sales.ts';
import { dayOf } from '#contract/instants.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { MixBody } from '#contract/mix.schema.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailedReload, knownData, LOADING, type RemoteData } from '#web/stores/remote-data.ts';
import { monthsBefore } from '#domain/figures/mix.ts';

const OFFERED = 24;

/** The months for which sales can be entered, newest first. @param today `YYYY-MM-DD` */
export const offeredMonths = (today: string): readonly string[] =>
  Array.from({ length: OFFERED }, (_, back) => monthsBefore(today.slice(0, 7), back));

/** The oldest of those months, from which sales are read. */
const firstOffered = (today: string): string => offeredMonths(today).at(-1) ?? '';

export type ListedSales = Reply<OwnerContract['listSales']>;
export type Mix = MixBody;

type SalesSource = Pick<BusinessStore, 'readHistory' | 'addSales' | 'confirmed'>;

/** Reads the sales into the business store, from which screens take them. */
export class SalesReading {
  data: RemoteData<'there'> = LOADING;
  readonly #business: SalesSource;
  #readAt: Date | undefined;
  #times = 0;

  constructor(business: SalesSource) {
    this.#business = business;
    makeAutoObservable(this, { data: observableRef }, { autoBind: true });
  }

  async read(): Promise<void> {
    this.#times += 1;
    const time = this.#times;
    if (this.data.kind === 'failed') this.data = LOADING;
    const settle = (how: () => typeof this.data): void => {
      if (time !== this.#times) return; // They have been read again meanwhile.
      runInAction(() => {
        this.data = how();
      });
    };
    const from = firstOffered(dayOf(new Date()));
    const { sales: before } = this.#business.confirmed;
    try {
      const sales = await this.#business.readHistory('listSales', { query: { from } });
      // Sales that were saved meanwhile may be missing in the answer.
      if (time === this.#times && this.#business.confirmed.sales !== before) return await this.read();
      settle(() => {
        this.#readAt = new Date();
        this.#business.addSales(salesFrom(sales), removedNamesIn(sales));
        return knownData('there');
      });
    } catch {
      settle(() => afterFailedReload(this.data, this.#readAt));
    }
  }

  retry(): void {
    void this.read();
  }
}

const FIRST_MONTH = '2000-01';

/** The sales of all months. Without a channel there are none. @throws ApiProblem · NetworkFailure */
export const allSales = async ({
  readHistory,
  state,
}: Pick<BusinessStore, 'readHistory' | 'state'>): Promise<ListedSales> =>
  state.channels.size === 0 ? [] : readHistory('listSales', { query: { from: FIRST_MONTH } });

export const removedNamesIn = (sets: ListedSales): ReadonlyMap<string, string> =>
  new Map(
    sets.flatMap(({ rows }) =>
      rows.flatMap(({ dish_id, dish_name }) => (dish_name === undefined ? [] : [[dish_id, dish_name] as const])),
    ),
  );
