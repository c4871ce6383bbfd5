import { normalizeName } from '../names.ts';
import type { Effect } from '../event.ts';
import { isSameValue } from '../same-value.ts';

/**
 * Choices remembered from imports of files of one business: the meaning of columns, the answers to questions, and the
 * meaning of names. It is a stream beside the business: its events are no changes of the business and cannot be undone.
 */
export interface ImportMemory {
  /** The layouts, by headings; the most recently taught one is last. */
  readonly layouts: ReadonlyMap<string, RememberedLayout>;
  /** The names, by kind and compared text; the most recently taught one is last. */
  readonly names: ReadonlyMap<string, RememberedName>;
}

/** The meaning of files with these headings. */
export interface RememberedLayout {
  /** SHA-256 of the compared headings, in hex. */
  readonly key: string;
  /** Index from 0 of each column by its name in the importer; null when the file lacks the column. */
  readonly columns: Readonly<Record<string, number | null>>;
  /** Value for the whole file when no column has it. */
  readonly channelId: string | null;
  /** Answers by the key of the question. */
  readonly answers: Readonly<Record<string, string>>;
}

/** The meaning of a name in a file. */
export interface RememberedName {
  readonly kind: NameKind;
  /** The spelling in the file. */
  readonly text: string;
  /** The id of the entity; null for "não é um prato". */
  readonly id: string | null;
}

export const NAME_KINDS = ['dish', 'preparation', 'ingredient', 'channel', 'fixed_cost', 'variable_cost'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** The maximum numbers of entries; the oldest are dropped first. */
export const MEMORY_LIMITS = { layouts: 20, names: 3_000 } as const;

export interface MemoryEntries {
  readonly layouts: readonly RememberedLayout[];
  readonly names: readonly RememberedName[];
}

/** Adds or replaces: a layout by its key, a name by its kind and compared text. */
export type ImportMemoryCommand = { readonly type: 'Remember' } & MemoryEntries;

/** Contains only entries that are new or changed. */
export interface ImportMemoryEvent {
  readonly type: 'ImportMemoryChanged';
  readonly data: MemoryEntries;
}

export const emptyImportMemory: ImportMemory = { layouts: new Map(), names: new Map() };

/** A key that is the same for every spelling of a name. */
export const nameKey = ({ kind, text }: Pick<RememberedName, 'kind' | 'text'>): string =>
  `${kind} ${normalizeName(text)}`;

export function decideImportMemory(state: ImportMemory, { layouts, names }: ImportMemoryCommand): ImportMemoryEvent[] {
  const newLayouts = selectNew(state.layouts, layouts, ({ key }) => key, isSameValue);
  // Another spelling of the same name with the same meaning adds nothing.
  const newNames = selectNew(state.names, names, nameKey, (a, b) => a.id === b.id);
  if (newLayouts.length + newNames.length === 0) return [];
  return [{ type: 'ImportMemoryChanged', data: { layouts: newLayouts, names: newNames } }];
}

export const evolveImportMemory = (state: ImportMemory, { data }: ImportMemoryEvent): ImportMemory => ({
  layouts: addRecent(state.layouts, data.layouts, ({ key }) => key, MEMORY_LIMITS.layouts),
  names: addRecent(state.names, data.names, nameKey, MEMORY_LIMITS.names),
});

/** The last of several entries with one key counts. */
function selectNew<Item>(
  known: ReadonlyMap<string, Item>,
  entries: readonly Item[],
  keyOf: (item: Item) => string,
  isSame: (a: Item, b: Item) => boolean,
): readonly Item[] {
  const byKey = new Map(entries.map((item) => [keyOf(item), item]));
  return [...byKey].flatMap(([key, item]) => {
    const before = known.get(key);
    return before !== undefined && isSame(before, item) ? [] : [item];
  });
}

function addRecent<Item>(
  known: ReadonlyMap<string, Item>,
  entries: readonly Item[],
  keyOf: (item: Item) => string,
  limit: number,
): ReadonlyMap<string, Item> {
  const all = new Map(known);
  for (const item of entries) {
    const key = keyOf(item);
    all.delete(key);
    all.set(key, item);
  }
  return new Map([...all].slice(-limit));
}

/** The effect of an event of the memory. */
export const IMPORT_MEMORY_EFFECTS = {
  ImportMemoryChanged: 'noted',
} as const satisfies Record<ImportMemoryEvent['type'], Effect>;

export const isImportMemoryEventType = (type: string): type is ImportMemoryEvent['type'] =>
  Object.hasOwn(IMPORT_MEMORY_EFFECTS, type);
