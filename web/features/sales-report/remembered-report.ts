import * as v from 'valibot';
import { keptText, keptValue } from '#web/stores/kept-text.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import type { Columns } from './report-columns.ts';

const KEY = `${PERSONAL_PREFIX}sales-report`;
/** Of what is kept; another one is not taken for it. */
const SHAPE = 1;
/** As many as a business has uses for; the oldest go first. */
const MAX_LAYOUTS = 20;
const MAX_NAMES = 3_000;

const Place = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)));
const Kept = v.object({
  layouts: v.record(
    v.string(),
    v.object({
      columns: v.object({ product: Place, quantity: Place, revenue: Place, date: Place, channel: Place, order: Place }),
      channelId: v.nullable(v.string()),
    }),
  ),
  /** By plain name: an id, or null for what is left out. */
  products: v.record(v.string(), v.nullable(v.string())),
  channels: v.record(v.string(), v.nullable(v.string())),
});
type Memory = v.InferOutput<typeof Kept>;

/** What is remembered of files with the same headings. */
export interface RememberedLayout {
  readonly columns: Columns;
  /** Of all of the file, where no column says it. */
  readonly channelId: string | null;
}

/** By plain name what it is; null: nothing that is brought in. */
export type Choices = ReadonlyMap<string, string | null>;

/** What the owner has said of reports, so that the next one asks nothing. Kept in this browser until the sign-out. */
export class RememberedReport {
  #memory: Memory;
  /** Not where the storage is blocked or full: then it is remembered until the page closes. */
  #isStored = true;
  readonly #storage: () => Storage;

  constructor(storage: () => Storage) {
    this.#storage = storage;
    this.#memory = this.stored();
  }

  /** Another page of the same browser may have been told more since. */
  readAgain(): void {
    if (this.#isStored) this.#memory = this.stored();
  }

  layout(key: string): RememberedLayout | undefined {
    return Object.hasOwn(this.#memory.layouts, key) ? this.#memory.layouts[key] : undefined;
  }

  product(key: string): string | null | undefined {
    return Object.hasOwn(this.#memory.products, key) ? this.#memory.products[key] : undefined;
  }

  channel(key: string): string | null | undefined {
    return Object.hasOwn(this.#memory.channels, key) ? this.#memory.channels[key] : undefined;
  }

  keepLayout(key: string, { columns, channelId }: RememberedLayout): void {
    const kept = { columns: { ...columns }, channelId };
    this.keep({ ...this.#memory, layouts: withLast(this.#memory.layouts, [[key, kept]], MAX_LAYOUTS) });
  }

  keepChoices({ products, channels }: { readonly products: Choices; readonly channels: Choices }): void {
    this.keep({
      ...this.#memory,
      products: withLast(this.#memory.products, products, MAX_NAMES),
      channels: withLast(this.#memory.channels, channels, MAX_NAMES),
    });
  }

  private keep(memory: Memory): void {
    this.#memory = memory;
    try {
      this.#storage().setItem(KEY, keptText(SHAPE, memory));
      this.#isStored = true;
    } catch {
      this.#isStored = false;
    }
  }

  private stored(): Memory {
    const nothing = { layouts: {}, products: {}, channels: {} };
    try {
      const kept = v.safeParse(Kept, keptValue(SHAPE, this.#storage().getItem(KEY)));
      return kept.success ? kept.output : nothing;
    } catch {
      return nothing;
    }
  }
}

/** With these as the newest, and no more than so many. */
function withLast<Value>(
  held: Readonly<Record<string, Value>>,
  added: Iterable<readonly [string, Value]>,
  limit: number,
): Record<string, Value> {
  const all = new Map(Object.entries(held));
  for (const [key, value] of added) {
    all.delete(key);
    all.set(key, value);
  }
  return Object.fromEntries([...all].slice(-limit));
}
