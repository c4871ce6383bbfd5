import { makeAutoObservable, observableRef } from 'mobx';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { useKept } from '../entry/use-kept.ts';

const KEY = `${PERSONAL_PREFIX}examples`;

interface Row {
  readonly id: string;
  readonly version: number;
}

/**
 * What a ready model brought and nobody has looked at since. Kept in this browser only, because it changes nothing but
 * what is pointed out: a thing that was changed once is nobody's example any more.
 */
export class Examples {
  private ids: ReadonlySet<string>;
  readonly #storage: () => Storage;

  constructor(storage: () => Storage) {
    this.#storage = storage;
    this.ids = new Set(this.stored());
    makeAutoObservable<this, 'ids'>(this, { ids: observableRef, has: false, among: false }, { autoBind: true });
  }

  has({ id, version }: Row): boolean {
    return version === 1 && this.ids.has(id);
  }

  /** How many of the rows are still examples. */
  among(rows: Iterable<Row>): number {
    if (this.ids.size === 0) return 0;
    let count = 0;
    for (const row of rows) if (this.has(row)) count += 1;
    return count;
  }

  mark(ids: Iterable<string>): void {
    this.keep(new Set([...this.ids, ...ids]));
  }

  /** Somebody has looked at these and left them as they are. */
  settle(rows: Iterable<Row>): void {
    const settled = new Set([...rows].map(({ id }) => id));
    this.keep(new Set([...this.ids].filter((id) => !settled.has(id))));
  }

  private keep(ids: ReadonlySet<string>): void {
    this.ids = ids;
    try {
      if (ids.size === 0) this.#storage().removeItem(KEY);
      else this.#storage().setItem(KEY, JSON.stringify([...ids]));
    } catch {
      // storage is blocked: they are pointed out until this page is left
    }
  }

  private stored(): readonly string[] {
    try {
      const kept: unknown = JSON.parse(this.#storage().getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
    } catch {
      return [];
    }
  }
}

/** One for each business on screen. */
export const useExamples = (): Examples =>
  useKept(useStores().business, 'examples', () => new Examples(() => localStorage));
