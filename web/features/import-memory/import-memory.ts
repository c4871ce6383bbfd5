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
import { useKept } from '../entry/use-kept.ts';
import * as v from 'valibot';
import { keptValue } from '#web/stores/kept-text.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import { headingsKey } from './headings-key.ts';

interface ImportMemoryOptions {
  readonly api: ApiClient;
  /** Where older versions of this program kept what reports had taught. */
  readonly storage: () => Storage;
}

/** How long a file waits for the memory, in milliseconds; without it, it is read as one seen for the first time. */
const WAIT_MS = 3_000;

/**
 * What imports have taught about the files of a business. An import goes on without it: what cannot be read or kept is
 * passed over in silence, and what is learned counts on this page in any case.
 */
export class ImportMemory {
  private memory: Memory = emptyImportMemory;
  readonly #options: ImportMemoryOptions;
  /** What the server has not taken yet; where it fails, it goes along with what is learned next. */
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

  /** The one that was taught last at the end. */
  get names(): readonly RememberedName[] {
    return [...this.memory.names.values()];
  }

  layout(key: string): RememberedLayout | undefined {
    return this.memory.layouts.get(key);
  }

  /** An id; null: "não é um prato"; undefined: nobody has said it. */
  name(kind: NameKind, text: string): string | null | undefined {
    return this.memory.names.get(nameKey({ kind, text }))?.id;
  }

  /** Another device may have been told more since. Resolves when it is read, or when that takes too long. */
  async read(): Promise<void> {
    await Promise.race([this.load().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  }

  /** What one import has taught; told in several calls of the same moment, it is sent as one. What is known is not sent. */
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
    const { taught, forget } = await keptInBrowser(storage);
    // What the business has learned since is newer.
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

/** What the server takes: one name that it does not would lose all the others. */
const usableOf = ({ layouts = [], names = [] }: Partial<MemoryEntries>): MemoryEntries => ({
  layouts: layouts
    .filter(({ key }) => /^[0-9a-f]{64}$/.test(key))
    .map((layout) => ({ ...layout, channelId: isId(layout.channelId) ? layout.channelId : null })),
  names: names.filter(({ text, id }) => readText(text, MEMORY_TEXT_LENGTH).ok && (id === null || isId(id))),
});

const isId = (id: string | null): boolean => id !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** Names go until it is small enough: the oldest, as they would on the server. */
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

/** Braces and the names of the two lists. */
const ENVELOPE_BYTES = 1_024;

const sizeOf = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** One for all imports of the business in view. */
export function useImportMemory(): ImportMemory {
  const { business, api } = useStores();
  return useKept(business, 'import memory', () => new ImportMemory({ api, storage: () => localStorage }));
}

const KEY = `${PERSONAL_PREFIX}sales-report`;
const SHAPE = 1;

const Names = v.record(v.string(), v.nullable(v.string()));
const Kept = v.object({
  layouts: v.record(
    v.string(),
    v.object({ columns: v.record(v.string(), v.nullable(v.number())), channelId: v.nullable(v.string()) }),
  ),
  /** By plain name: an id, or null for what is left out. */
  products: Names,
  channels: Names,
});

/** What reports taught before the business remembered it, and how to forget it here once it is taken over. */
async function keptInBrowser(
  storage: () => Storage,
): Promise<{ readonly taught: MemoryEntries; readonly forget: () => void }> {
  try {
    const place = storage();
    const kept = v.safeParse(Kept, keptValue(SHAPE, place.getItem(KEY)));
    const forget = (): void => place.removeItem(KEY);
    if (!kept.success) return { taught: { layouts: [], names: [] }, forget };
    const { layouts, products, channels } = kept.output;
    const keyed = await Promise.all(
      // The key was the plain headings with a bar between them.
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
