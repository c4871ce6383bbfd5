import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { salesFrom } from '#contract/entities/sales.ts';
import { dayOf } from '#contract/instants.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { afterFailure, known, LOADING, type View } from '#web/stores/view.ts';
import { firstOffered } from './months.ts';

type Sets = Reply<OwnerContract['listSales']>;
export type Mix = NonNullable<Reply<OwnerContract['mix']>>;

type Business = Pick<BusinessStore, 'lookBack' | 'knowSales' | 'confirmed' | 'asOf'>;

/** What was sold goes to the business on screen; what follows from it is shown as the server says. */
export class SalesReading {
  /** null while nothing was sold. */
  view: View<{ readonly mix: Mix | null }> = LOADING;
  readonly #business: Business;
  #cameAt: Date | undefined;
  #times = 0;

  constructor(business: Business) {
    this.#business = business;
    makeAutoObservable(this, { view: observableRef }, { autoBind: true });
  }

  async read(): Promise<void> {
    this.#times += 1;
    const time = this.#times;
    if (this.view.kind === 'failed') this.view = LOADING;
    const settle = (how: () => typeof this.view): void => {
      if (time !== this.#times) return; // read again since
      runInAction(() => {
        this.view = how();
      });
    };
    const { asOf } = this.#business;
    const query = asOf === undefined ? {} : { as_of: asOf };
    const from = firstOffered(dayOf(new Date()));
    const { sales: before } = this.#business.confirmed;
    try {
      const [sales, mix] = await Promise.all([
        this.#business.lookBack('listSales', { query: { ...query, from } }),
        this.#business.lookBack('mix', { query }),
      ]);
      // Sales that were saved meanwhile may not be in the answer.
      if (time === this.#times && this.#business.confirmed.sales !== before) return await this.read();
      settle(() => {
        this.#cameAt = new Date();
        this.#business.knowSales(salesFrom(sales), goneNamesIn(sales));
        return known({ mix });
      });
    } catch {
      settle(() => afterFailure(this.view, this.#cameAt));
    }
  }

  retry(): void {
    void this.read();
  }
}

const goneNamesIn = (sets: Sets): ReadonlyMap<string, string> =>
  new Map(
    sets.flatMap(({ rows }) =>
      rows.flatMap(({ dish_id, dish_name }) => (dish_name === undefined ? [] : [[dish_id, dish_name] as const])),
    ),
  );
