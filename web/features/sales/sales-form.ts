import { makeAutoObservable, observable } from 'mobx';
import { readSold } from '#contract/amounts.ts';
import type { SoldDish } from '#domain/business/sales.ts';

/** A dish that can be, or was, sold. */
export interface Sellable {
  readonly id: string;
  readonly name: string;
  /** It is no more; what was said of it can be corrected. */
  readonly isGone: boolean;
}

/** What is typed of one month and channel; it stays until it is saved. */
export class SalesForm {
  readonly #texts = observable.map<string, string>();
  errors: Readonly<Record<string, string>> = {};

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  text(dishId: string, known: readonly SoldDish[]): string {
    return this.#texts.get(dishId) ?? textOf(soldOf(known, dishId));
  }

  type(dishId: string, text: string): void {
    this.#texts.set(dishId, text);
    const { [dishId]: _, ...others } = this.errors;
    this.errors = others;
  }

  /** Is anything typed that is not what is known? */
  isChanged(known: readonly SoldDish[]): boolean {
    return [...this.#texts].some(([id, typed]) => typed.trim() !== textOf(soldOf(known, id)));
  }

  /** The rows that differ from what is known; undefined where one cannot be read, which is then said at it. */
  read(known: readonly SoldDish[]): readonly SoldDish[] | undefined {
    const errors: Record<string, string> = {};
    const rows = [...this.#texts].flatMap(([dishId, typed]): readonly SoldDish[] => {
      const reading = readSold(typed);
      if (!reading.ok) {
        errors[dishId] = reading.sentence;
        return [];
      }
      // What it brought was said of another quantity.
      const isSame = reading.count === (soldOf(known, dishId) ?? 0);
      return isSame ? [] : [{ dishId, quantity: reading.count, revenue: null }];
    });
    this.errors = errors;
    return Object.keys(errors).length === 0 ? rows : undefined;
  }

  typed(): ReadonlyMap<string, string> {
    return new Map(this.#texts);
  }

  /** What was saved is known; what has been typed since stays. */
  forget(saved: ReadonlyMap<string, string>): void {
    for (const [id, text] of saved) if (this.#texts.get(id) === text) this.#texts.delete(id);
  }
}

const textOf = (quantity: number | undefined): string => (quantity === undefined ? '' : String(quantity));

const soldOf = (known: readonly SoldDish[], dishId: string): number | undefined =>
  known.find((row) => row.dishId === dishId)?.quantity;
