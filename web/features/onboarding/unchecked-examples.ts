import { makeAutoObservable, observableRef } from 'mobx';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { useCached } from '../entry/use-cached.ts';

const KEY = `${PERSONAL_PREFIX}examples`;

interface VersionedRow {
  readonly id: string;
  readonly version: number;
}

/**
 * The entities of a ready model that have not been checked yet. Stored in this browser only, because it affects nothing
 * but hints: a changed entity is no example any more.
 */
export class UncheckedExamples {
  private ids: ReadonlySet<string>;
  readonly #storage: () => Storage;

  constructor(storage: () => Storage) {
    this.#storage = storage;
    this.ids = new Set(this.load());
    makeAutoObservable<this, 'ids'>(this, { ids: observableRef, has: false, countIn: false }, { autoBind: true });
  }

  has({ id, version }: VersionedRow): boolean {
    return version === 1 && this.ids.has(id);
  }

  /** The number of rows that are still examples. */
  countIn(rows: Iterable<VersionedRow>): number {
    if (this.ids.size === 0) return 0;
    let count = 0;
    for (const row of rows) if (this.has(row)) count += 1;
    return count;
  }

  add(ids: Iterable<string>): void {
    this.save(new Set([...this.ids, ...ids]));
  }

  /** Marks rows as checked without a change. */
  markChecked(rows: Iterable<VersionedRow>): void {
    const checkedIds = new Set([...rows].map(({ id }) => id));
    this.save(new Set([...this.ids].filter((id) => !checkedIds.has(id))));
  }

  private save(ids: ReadonlySet<string>): void {
    this.ids = ids;
    try {
      if (ids.size === 0) this.#storage().removeItem(KEY);
      else this.#storage().setItem(KEY, JSON.stringify([...ids]));
    } catch {
      // Storage is blocked, so the hints stay until the page is left.
    }
  }

  private load(): readonly string[] {
    try {
      const ids: unknown = JSON.parse(this.#storage().getItem(KEY) ?? '[]');
      return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
    } catch {
      return [];
    }
  }
}

/** The examples of the current business. */
export const useUncheckedExamples = (): UncheckedExamples =>
  useCached(useStores().business, 'examples', () => new UncheckedExamples(() => localStorage));
