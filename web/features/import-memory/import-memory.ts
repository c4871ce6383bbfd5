import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { WireBody } from '#contract/endpoint.ts';
import { IMPORT_MEMORY_KILOBYTES, MEMORY_TEXT_LENGTH } from '#contract/limits.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { readText } from '#domain/text.ts';
import {
  type ImportMemory,
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
import type { OwnerClient } from '#web/api/client.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { useCached } from '../entry/use-cached.ts';
import * as v from 'valibot';
import { parseVersioned } from '#web/stores/stored-value.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import { normalizeName } from '#domain/names.ts';

interface ImportMemoryOptions {
  readonly api: OwnerClient;
  /** The browser storage in which older versions of this program kept the memory. */
  readonly storage: () => Storage;
}

/** Milliseconds that a file waits for the memory; afterwards it is read as an unknown file. */
const WAIT_MS = 3_000;

/**
 * The choices that were made in earlier imports of a business, for recognising the next file. An import works without
 * them: failures to read or store them are ignored, and new entries count on this page in any case.
 */
export class ImportMemoryStore {
  private memory: ImportMemory = emptyImportMemory;
  readonly #options: ImportMemoryOptions;
  /** Entries that the server has not stored yet; after a failure they are sent with the next ones. */
  #unsent: readonly MemoryEntries[] = [];
  #isSendScheduled = false;
  #hasMigrated = false;

  constructor(options: ImportMemoryOptions) {
    this.#options = options;
    makeAutoObservable<this, 'memory'>(this, { memory: observableRef }, { autoBind: true });
  }

  get layouts(): ImportMemory['layouts'] {
    return this.memory.layouts;
  }

  /** The remembered names, most recent last. */
  get names(): readonly RememberedName[] {
    return [...this.memory.names.values()];
  }

  layout(key: string): RememberedLayout | undefined {
    return this.memory.layouts.get(key);
  }

  /** The id that a name stands for; null for "não é um prato"; undefined if it was never answered. */
  name(kind: NameKind, text: string): string | null | undefined {
    return this.memory.names.get(nameKey({ kind, text }))?.id;
  }

  /**
   * Reads the memory again, because another device may have changed it. Resolves when it is read or the time is over.
   */
  async reload(): Promise<void> {
    await Promise.race([
      this.fetchMemory().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, WAIT_MS)),
    ]);
  }

  /** Adds the choices of one import. Several calls in one task are sent as one; known entries are not sent. */
  add(entries: Partial<MemoryEntries>): void {
    const [event] = decideImportMemory(this.memory, { type: 'Remember', ...acceptedEntries(entries) });
    if (!event) return;
    this.memory = evolveImportMemory(this.memory, event);
    this.#unsent = [...this.#unsent, event.data];
    if (this.#isSendScheduled) return;
    this.#isSendScheduled = true;
    queueMicrotask(() => void this.send().catch(() => undefined));
  }

  private async fetchMemory(): Promise<void> {
    const { api, storage } = this.#options;
    const { layouts, names } = await api.call('importMemory', {});
    const serverMemory = withEntries(emptyImportMemory, {
      layouts: layouts.map(({ channel_id: channelId, ...layout }) => ({ ...layout, channelId })),
      names,
    });
    runInAction(() => (this.memory = withEntries(serverMemory, mergeEntries(this.#unsent))));
    if (this.#hasMigrated) return;
    this.#hasMigrated = true;
    const { entries: browserEntries, removeFromBrowser } = await readBrowserMemory(storage);
    // Newer entries of the business override the old ones.
    const oldEntries = acceptedEntries({
      layouts: browserEntries.layouts.filter(({ key }) => !serverMemory.layouts.has(key)),
      names: browserEntries.names.filter((name) => !serverMemory.names.has(nameKey(name))),
    });
    runInAction(
      () => (this.memory = withEntries(withEntries(emptyImportMemory, oldEntries), memoryEntriesOf(this.memory))),
    );
    await this.save(oldEntries);
    removeFromBrowser();
  }

  private async send(): Promise<void> {
    this.#isSendScheduled = false;
    const entries = this.#unsent;
    await this.save(mergeEntries(entries));
    this.#unsent = this.#unsent.filter((entry) => !entries.includes(entry));
  }

  private async save(entries: MemoryEntries): Promise<void> {
    if (entries.layouts.length + entries.names.length === 0) return;
    await this.#options.api.call('rememberImport', { body: bodyOf(entries) });
  }
}

const mergeEntries = (parts: readonly MemoryEntries[]): MemoryEntries => ({
  layouts: parts.flatMap(({ layouts }) => layouts),
  names: parts.flatMap(({ names }) => names),
});

const memoryEntriesOf = ({ layouts, names }: ImportMemory): MemoryEntries => ({
  layouts: [...layouts.values()],
  names: [...names.values()],
});

const withEntries = (memory: ImportMemory, entries: MemoryEntries): ImportMemory =>
  decideImportMemory(memory, { type: 'Remember', ...entries }).reduce(evolveImportMemory, memory);

/**
 * The entries that the server accepts: a single invalid one would make it refuse all of them. The key of a layout is a
 * SHA-256 in hexadecimal.
 */
const acceptedEntries = ({ layouts = [], names = [] }: Partial<MemoryEntries>): MemoryEntries => ({
  layouts: layouts
    .filter(({ key }) => /^[0-9a-f]{64}$/.test(key))
    .map((layout) => ({ ...layout, channelId: isId(layout.channelId) ? layout.channelId : null })),
  names: names.filter(({ text, id }) => readText(text, MEMORY_TEXT_LENGTH).ok && (id === null || isId(id))),
});

const isId = (id: string | null): boolean => id !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** Drops the oldest names until the body is small enough, as the server would. */
function bodyOf({ layouts, names }: MemoryEntries): WireBody<OwnerContract['rememberImport']> {
  let remainingBytes = IMPORT_MEMORY_KILOBYTES * 1_024 - sizeOf(layouts) - ENVELOPE_BYTES;
  const keptNames: RememberedName[] = [];
  for (const name of names.toReversed()) {
    remainingBytes -= sizeOf(name) + 1;
    if (remainingBytes < 0 || keptNames.length === MEMORY_LIMITS.names) break;
    keptNames.push(name);
  }
  return {
    layouts: layouts
      .slice(-MEMORY_LIMITS.layouts)
      .map(({ key, columns, channelId, answers }) => ({ key, columns, channel_id: channelId, answers })),
    names: keptNames.toReversed(),
  };
}

/** Bytes for the braces and the names of the two lists. */
const ENVELOPE_BYTES = 1_024;

const sizeOf = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The one import memory of the current business. */
export function useImportMemory(): ImportMemoryStore {
  const { business, api } = useStores();
  return useCached(business, 'import memory', () => new ImportMemoryStore({ api, storage: () => localStorage }));
}

/** Older versions imported sales reports only, hence the name. */
const BROWSER_KEY = `${PERSONAL_PREFIX}sales-report`;
const FORMAT_VERSION = 1;

const Names = v.record(v.string(), v.nullable(v.string()));
const BrowserMemory = v.object({
  layouts: v.record(
    v.string(),
    v.object({ columns: v.record(v.string(), v.nullable(v.number())), channelId: v.nullable(v.string()) }),
  ),
  /** The ids by plain name; null for a product that is left out. */
  products: Names,
  channels: Names,
});

/** Entries that older versions stored in the browser, with a function that removes them once they are taken over. */
async function readBrowserMemory(
  storage: () => Storage,
): Promise<{ readonly entries: MemoryEntries; readonly removeFromBrowser: () => void }> {
  try {
    const browserStorage = storage();
    const parsed = v.safeParse(BrowserMemory, parseVersioned(FORMAT_VERSION, browserStorage.getItem(BROWSER_KEY)));
    const removeFromBrowser = (): void => browserStorage.removeItem(BROWSER_KEY);
    if (!parsed.success) return { entries: { layouts: [], names: [] }, removeFromBrowser };
    const { layouts, products, channels } = parsed.output;
    const layoutEntries = await Promise.all(
      // The old key was the plain headings, joined by a bar.
      Object.entries(layouts).map(async ([plain, layout]) => {
        const key = await headingsKey(plain.split('|'));
        return key === undefined ? [] : [{ key, ...layout, answers: {} }];
      }),
    );
    return {
      entries: {
        layouts: layoutEntries.flat(),
        names: [...namesOf('dish', products), ...namesOf('channel', channels)],
      },
      removeFromBrowser,
    };
  } catch {
    return { entries: { layouts: [], names: [] }, removeFromBrowser: () => undefined };
  }
}

const namesOf = (kind: RememberedName['kind'], ids: v.InferOutput<typeof Names>): readonly RememberedName[] =>
  Object.entries(ids).map(([text, id]) => ({ kind, text, id }));

/**
 * A key of the headings of a report: the SHA-256 of the compared headings, in hex. Undefined where the browser has no
 * `crypto.subtle`, as on a page over plain HTTP: such a file is not remembered.
 */
export async function headingsKey(headings: readonly string[]): Promise<string | undefined> {
  return sha256(comparedHeadings(headings));
}

/**
 * A key of the headings of a file for one list: the columns of one list differ from those of another. A compared
 * heading has no line break, so no other list, headings or report yields the same text. Empty cells at the end do not
 * count.
 */
export async function listHeadingsKey(list: string, headings: readonly string[]): Promise<string | undefined> {
  const compared = headings.map(normalizeName);
  const width = compared.findLastIndex((heading) => heading !== '') + 1;
  return width === 0 ? undefined : sha256([list, ...compared.slice(0, width)].join('\n'));
}

/** The headings in the form in which they are compared. */
export const comparedHeadings = (headings: readonly string[]): string => headings.map(normalizeName).join('|');

async function sha256(text: string): Promise<string | undefined> {
  // The type claims that `subtle` always exists.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
