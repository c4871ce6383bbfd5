import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import * as v from 'valibot';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { createDraftStore, type StoredDraft } from '#web/stores/stored-draft.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import { readSuppliers } from '../fields/purchasing.ts';

const Names = v.record(v.string(), v.string());
type Names = v.InferOutput<typeof Names>;
const SHAPE = 1;

const keptNames = (account: string): StoredDraft<Names> => {
  const key = `${PERSONAL_PREFIX}last-suppliers.${account}`;
  return createDraftStore({ storage: () => localStorage, key, shape: SHAPE, schema: Names });
};

/** From whom each ingredient was bought last. Kept on this device, because a market has no connection. */
export class LastSuppliers {
  private names: Names;
  readonly #business: BusinessStore;
  readonly #kept: StoredDraft<Names>;

  constructor(business: BusinessStore, account: string) {
    this.#business = business;
    this.#kept = keptNames(account);
    this.names = this.#kept.read() ?? {};
    makeAutoObservable<this, 'names'>(this, { names: observableRef }, { autoBind: true });
  }

  of(ingredientId: string): string | null {
    return this.names[ingredientId] ?? null;
  }

  async read(): Promise<void> {
    try {
      const last = new Map<string, { readonly date: string; readonly name: string }>();
      for (const { name, prices } of await readSuppliers(this.#business))
        for (const { ingredient_id, date } of prices)
          if (date > (last.get(ingredient_id)?.date ?? '')) last.set(ingredient_id, { date, name });
      const names = Object.fromEntries(Array.from(last, ([id, { name }]) => [id, name]));
      runInAction(() => (this.names = names));
      this.#kept.write(names);
    } catch {
      // What was read before stays.
    }
  }
}
