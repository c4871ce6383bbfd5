import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { normalizeName } from '#domain/names.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { SentPurchase } from './purchase-line.ts';

interface Supplier {
  readonly id: string;
  readonly name: string;
}

/** The number of suppliers that can be chosen with one tap. */
const CHIPS = 5;

/** The suppliers of the recent purchases, newest purchase first. Until they are read, only a name can be typed. */
export class RecentSuppliers {
  all: readonly Supplier[] = [];
  readonly #business: Pick<BusinessStore, 'readHistory'>;

  constructor(business: Pick<BusinessStore, 'readHistory'>) {
    this.#business = business;
    makeAutoObservable(this, { all: observableRef }, { autoBind: true });
  }

  get chips(): readonly Supplier[] {
    return this.all.slice(0, CHIPS);
  }

  async refresh(): Promise<void> {
    try {
      const purchases = await this.#business.readHistory('listPurchases', { query: {} });
      const found = new Map(purchases.flatMap(({ supplier }) => (supplier ? [[supplier.id, supplier] as const] : [])));
      runInAction(() => {
        this.all = [...found.values()];
      });
    } catch {
      // No supplier can be chosen; the server finds the typed name.
    }
  }

  /** The supplier to send: the known one of that name, or the name; undefined if nothing is typed. */
  supplierToSend(text: string, cnpj = ''): SentPurchase['supplier'] {
    const [name, typedCnpj] = [text.trim(), cnpj.trim()];
    if (name === '' && typedCnpj === '') return undefined;
    const known = this.all.find((each) => normalizeName(each.name) === normalizeName(name));
    if (known && typedCnpj === '') return { id: known.id };
    return { name, ...(typedCnpj === '' ? {} : { cnpj: typedCnpj }) };
  }
}
