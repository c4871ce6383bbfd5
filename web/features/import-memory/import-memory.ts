import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { SentBody } from '#contract/endpoint.ts';
import { IMPORT_MEMORY_KILOBYTES, MEMORY_TEXT_LENGTH } from '#contract/limits.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { readText } from '#domain/text.ts';
import {
  type ImportMemory as Memory,
  decideImportMemory,
  emptyImportMemory,
  evolveImportMemory,
  MEMORY_LIMITS,
  nameKey,
  type NameKind,
  type RememberedLayout,
  type RememberedName,
  type MemoryEntries,
} from '#domain/import-memory/import-memory.ts';
import type { ApiClient } from '#web/api/client.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { useCached } from '../entry/use-cached.ts';
import * as v from 'valibot';
import { parseVersioned } from '#web/stores/versioned-text.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import { headingsKey } from './headings-key.ts';

interface ImportMemoryOptions {
  readonly api: ApiClient;
  /** The storage in which older versions of this program kept what reports had taught. */
  readonly storage: () => Storage;
}

/** Milliseconds that a file waits for the memory; afterwards it is read as an unknown file. */
const WAIT_MS = 3_000;

/**
 * What imports have taught about the files of a business. An import works without it: failures to read or store it are
 * ignored, and new entries count on this page in any case.
 */
export class ImportMemory {
  private memory: Memory = emptyImportMemory;
  readonly #options: ImportMemoryOptions;
  /** Entries that the server has not stored yet; after a failure they are sent with the next ones. */
  #unsent: readonly MemoryEntries[] = [];
  #isDue = false;
  #isTakenOver = false;

  constructor(options: ImportMemoryOptions) {
    this.#options = options;
    makeAutoObservable<this, 'memory'>(this, { memory: observableRef }, { autoBind: true });
  }

  get layouts(): Memory['layouts'] {
    return this.memory.layouts;
  }

  /** The names, most recently taught last. */
  get names(): readonly RememberedName[] {
    return [...this.memory.names.values()];
  }

  layout(key: string): RememberedLayout | undefined {
    return this.memory.layouts.get(key);
  }

  /** An id; null for "não é um prato"; undefined if it was never answered. */
  name(kind: NameKind, text: string): string | null | undefined {
    return this.memory.names.get(nameKey({ kind, text }))?.id;
  }

  /**
   * Reads the memory again, because another device may have changed it. Resolves when it is read or the time is over.
   */
  async read(): Promise<void> {
    await Promise.race([this.load().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  }

  /** Adds what one import has taught. Several calls in one task are sent as one; known entries are not sent. */
  learn(taught: Partial<MemoryEntries>): void {
    const [learnt] = decideImportMemory(this.memory, { type: 'Remember', ...usableOf(taught) });
    if (!learnt) return;
    this.memory = evolveImportMemory(this.memory, learnt);
    this.#unsent = [...this.#unsent, learnt.data];
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => void this.send().catch(() => undefined));
  }

  private async load(): Promise<void> {
    const { api, storage } = this.#options;
    const { layouts, names } = await api.call('importMemory', {});
    const held = remembering(emptyImportMemory, {
      layouts: layouts.map(({ channel_id: channelId, ...layout }) => ({ ...layout, channelId })),
      names,
    });
    runInAction(() => (this.memory = remembering(held, together(this.#unsent))));
    if (this.#isTakenOver) return;
    this.#isTakenOver = true;
    const { taught, forget } = await readBrowserMemory(storage);
    // What the business has learned since overrides the old entries.
    const older = usableOf({
      layouts: taught.layouts.filter(({ key }) => !held.layouts.has(key)),
      names: taught.names.filter((name) => !held.names.has(nameKey(name))),
    });
    runInAction(() => (this.memory = remembering(remembering(emptyImportMemory, older), memoryEntriesOf(this.memory))));
    await this.put(older);
    forget();
  }

  private async send(): Promise<void> {
    this.#isDue = false;
    const sent = this.#unsent;
    await this.put(together(sent));
    this.#unsent = this.#unsent.filter((each) => !sent.includes(each));
  }

  private async put(taught: MemoryEntries): Promise<void> {
    if (taught.layouts.length + taught.names.length === 0) return;
    await this.#options.api.call('rememberImport', { body: bodyOf(taught) });
  }
}

const together = (all: readonly MemoryEntries[]): MemoryEntries => ({
  layouts: all.flatMap(({ layouts }) => layouts),
  names: all.flatMap(({ names }) => names),
});

const memoryEntriesOf = ({ layouts, names }: Memory): MemoryEntries => ({
  layouts: [...layouts.values()],
  names: [...names.values()],
});

const remembering = (memory: Memory, taught: MemoryEntries): Memory =>
  decideImportMemory(memory, { type: 'Remember', ...taught }).reduce(evolveImportMemory, memory);

/** The entries that the server accepts: a single invalid name would make it refuse all of them. */
const usableOf = ({ layouts = [], names = [] }: Partial<MemoryEntries>): MemoryEntries => ({
  layouts: layouts
    .filter(({ key }) => /^[0-9a-f]{64}$/.test(key))
    .map((layout) => ({ ...layout, channelId: isId(layout.channelId) ? layout.channelId : null })),
  names: names.filter(({ text, id }) => readText(text, MEMORY_TEXT_LENGTH).ok && (id === null || isId(id))),
});

const isId = (id: string | null): boolean => id !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** Drops the oldest names until the body is small enough, as the server would. */
function bodyOf({ layouts, names }: MemoryEntries): SentBody<OwnerContract['rememberImport']> {
  let room = IMPORT_MEMORY_KILOBYTES * 1_024 - sizeOf(layouts) - ENVELOPE_BYTES;
  const kept: RememberedName[] = [];
  for (const name of names.toReversed()) {
    room -= sizeOf(name) + 1;
    if (room < 0 || kept.length === MEMORY_LIMITS.names) break;
    kept.push(name);
  }
  return {
    layouts: layouts
      .slice(-MEMORY_LIMITS.layouts)
      .map(({ key, columns, channelId, answers }) => ({ key, columns, channel_id: channelId, answers })),
    names: kept.toReversed(),
  };
}

/** Bytes for the braces and the names of the two lists. */
const ENVELOPE_BYTES = 1_024;

const sizeOf = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The one import memory of the current business. */
export function useImportMemory(): ImportMemory {
  const { business, api } = useStores();
  return useCached(business, 'import memory', () => new ImportMemory({ api, storage: () => localStorage }));
}

const KEY = `${PERSONAL_PREFIX}sales-report`;
const SHAPE = 1;

const Names = v.record(v.string(), v.nullable(v.string()));
const BrowserMemory = v.object({
  layouts: v.record(
    v.string(),
    v.object({ columns: v.record(v.string(), v.nullable(v.number())), channelId: v.nullable(v.string()) }),
  ),
  /** An id by plain name; null for a product that is left out. */
  products: Names,
  channels: Names,
});

/** Entries that older versions stored in the browser, with a function that removes them once they are taken over. */
async function readBrowserMemory(
  storage: () => Storage,
): Promise<{ readonly taught: MemoryEntries; readonly forget: () => void }> {
  try {
    const place = storage();
    const kept = v.safeParse(BrowserMemory, parseVersioned(SHAPE, place.getItem(KEY)));
    const forget = (): void => place.removeItem(KEY);
    if (!kept.success) return { taught: { layouts: [], names: [] }, forget };
    const { layouts, products, channels } = kept.output;
    const keyed = await Promise.all(
      // The old key was the plain headings, joined by a bar.
      Object.entries(layouts).map(async ([plain, layout]) => {
        const key = await headingsKey(plain.split('|'));
        return key === undefined ? [] : [{ key, ...layout, answers: {} }];
      }),
    );
    return {
      taught: { layouts: keyed.flat(), names: [...namesOf('dish', products), ...namesOf('channel', channels)] },
      forget,
    };
  } catch {
    return { taught: { layouts: [], names: [] }, forget: () => undefined };
  }
}

const namesOf = (kind: RememberedName['kind'], ids: v.InferOutput<typeof Names>): readonly RememberedName[] =>
  Object.entries(ids).map(([text, id]) => ({ kind, text, id }));
