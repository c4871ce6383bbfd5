import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import * as v from 'valibot';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { createStoredValue, type StoredValue } from '#web/stores/stored-value.ts';
import { readSuppliers } from '../fields/purchasing.ts';

const Names = v.record(v.string(), v.string());
type Names = v.InferOutput<typeof Names>;
const FORMAT_VERSION = 1;

/** The last supplier of each ingredient, stored on this device, because there may be no connection in a market. */
export class LastSuppliers {
  private names: Names;
  readonly #business: BusinessStore;
  readonly #stored: StoredValue<Names>;

  constructor(business: BusinessStore, account: string) {
    this.#business = business;
    this.#stored = createStoredValue({ name: 'last-suppliers', account, formatVersion: FORMAT_VERSION, schema: Names });
    this.names = this.#stored.read() ?? {};
    makeAutoObservable<this, 'names'>(this, { names: observableRef }, { autoBind: true });
  }

  supplierOf(ingredientId: string): string | null {
    return this.names[ingredientId] ?? null;
  }

  async refresh(): Promise<void> {
    try {
      const lastPurchases = new Map<string, { readonly date: string; readonly name: string }>();
      for (const { name, prices } of await readSuppliers(this.#business))
        for (const { ingredient_id, date } of prices)
          if (date > (lastPurchases.get(ingredient_id)?.date ?? '')) lastPurchases.set(ingredient_id, { date, name });
      const names = Object.fromEntries(Array.from(lastPurchases, ([id, { name }]) => [id, name]));
      runInAction(() => (this.names = names));
      this.#stored.write(names);
    } catch {
      // Without a connection the stored suppliers stay.
    }
  }
}
