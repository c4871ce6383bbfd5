import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { normalizeName } from '#domain/names.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { PurchaseInput } from './purchase-line.ts';

interface Supplier {
  readonly id: string;
  readonly name: string;
}

/** The number of suppliers that can be chosen with one tap. */
const MAX_CHIPS = 5;

/** The suppliers of the recent purchases, newest purchase first. Until they are read, only a name can be typed. */
export class RecentSuppliers {
  all: readonly Supplier[] = [];
  readonly #business: Pick<BusinessStore, 'readHistory'>;

  constructor(business: Pick<BusinessStore, 'readHistory'>) {
    this.#business = business;
    makeAutoObservable(this, { all: observableRef }, { autoBind: true });
  }

  get chips(): readonly Supplier[] {
    return this.all.slice(0, MAX_CHIPS);
  }

  async refresh(): Promise<void> {
    try {
      const purchases = await this.#business.readHistory('listPurchases', { query: {} });
      const suppliersById = new Map(
        purchases.flatMap(({ supplier }) => (supplier ? [[supplier.id, supplier] as const] : [])),
      );
      runInAction(() => {
        this.all = [...suppliersById.values()];
      });
    } catch {
      // No supplier can be chosen; the server finds the typed name.
    }
  }

  /** The supplier to send: the known one of that name, or the name; undefined if nothing is typed. */
  supplierInput(text: string, cnpj = ''): PurchaseInput['supplier'] {
    const [name, typedCnpj] = [text.trim(), cnpj.trim()];
    if (name === '' && typedCnpj === '') return undefined;
    const existing = this.all.find((supplier) => normalizeName(supplier.name) === normalizeName(name));
    if (existing && typedCnpj === '') return { id: existing.id };
    return { name, ...(typedCnpj === '' ? {} : { cnpj: typedCnpj }) };
  }
}
