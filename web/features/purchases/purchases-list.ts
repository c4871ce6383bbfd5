import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { PurchaseBody } from '#contract/entities/purchase.schema.ts';
import { isDay } from '#contract/instants.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { PURCHASE_PAGE_SIZE, type PurchaseQuery } from '../fields/purchasing.ts';

/** The filter of the list; an empty field matches all purchases. */
export interface PurchaseFilter {
  /** `YYYY-MM` */
  readonly month: string;
  readonly supplierId: string;
}

/** The loaded purchases of a list. */
export interface PurchaseListData {
  readonly purchases: readonly PurchaseBody[];
  readonly hasMore: boolean;
}

type Business = Pick<BusinessStore, 'readHistory'>;

/** The purchases of a month or of a supplier, newest first. */
export class PurchasesList {
  filter: PurchaseFilter = { month: '', supplierId: '' };
  isLoadingMore = false;
  /** Tells whether the last read of more purchases failed. */
  hasLoadMoreFailed = false;
  readonly #loader: DataLoader<PurchaseListData>;
  readonly #business: Business;

  constructor(business: Business) {
    this.#business = business;
    this.#loader = new DataLoader(() => readPage(business, this.filter));
    makeAutoObservable(this, { filter: observableRef }, { autoBind: true });
  }

  get data(): DataLoader<PurchaseListData>['data'] {
    return this.#loader.data;
  }

  applyFilter(filter: Partial<PurchaseFilter>): Promise<void> {
    this.filter = { ...this.filter, ...filter };
    return this.read();
  }

  read(): Promise<void> {
    this.hasLoadMoreFailed = false;
    return this.#loader.load();
  }

  async loadMore(): Promise<void> {
    const { data, filter } = this;
    if (data.kind !== 'known' || this.isLoadingMore) return;
    this.isLoadingMore = true;
    const { purchases } = data.value;
    const page = await readPage(this.#business, filter, purchases.at(-1)?.id).catch(() => undefined);
    runInAction(() => {
      this.isLoadingMore = false;
      this.hasLoadMoreFailed = page === undefined;
      // The filter may have changed since.
      if (page && this.data === data)
        this.#loader.set({ purchases: [...purchases, ...page.purchases], hasMore: page.hasMore });
    });
  }
}

async function readPage(business: Business, filter: PurchaseFilter, before?: string): Promise<PurchaseListData> {
  const query = { ...queryOf(filter), ...(before === undefined ? {} : { before }) };
  const purchases = await business.readHistory('listPurchases', { query });
  return { purchases, hasMore: purchases.length === PURCHASE_PAGE_SIZE };
}

export const queryOf = ({ month, supplierId }: PurchaseFilter): PurchaseQuery => ({
  ...(month === '' ? {} : { from: `${month}-01`, to: lastDayOf(month) }),
  ...(supplierId === '' ? {} : { supplier_id: supplierId }),
});

const lastDayOf = (month: string): string =>
  ['31', '30', '29'].map((day) => `${month}-${day}`).find(isDay) ?? `${month}-28`;
