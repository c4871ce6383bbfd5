import { normalizeName } from '#domain/names.ts';
import { componentOf } from '#domain/business/recipe/components.ts';
import type { Business } from '#domain/business/state.ts';
import type { RememberedLayout, RememberedName, MemoryEntries } from '#domain/import-memory/import-memory.ts';
import { listHeadingsKey } from '../import-memory/import-memory.ts';
import type { Sheet } from '../files/sheet.ts';
import type { Answers, ImportKind, ImportQuestion } from '../fields/import-kind.ts';
import { numberFormatsOf } from './number-questions.ts';
import { headingsOf, type ColumnPositions, type SheetEdit, type SheetView } from './read-sheet.ts';

/** The key prefix of questions about a component name that is neither an ingredient nor a preparation. */
const UNKNOWN_PREFIX = 'unknown:';

export type Layouts = ReadonlyMap<string, RememberedLayout>;

/** The remembered choices for one sheet. */
export interface RememberedSheet {
  /** The key by which files with the same headings are recognised; '' if they cannot be. */
  readonly key: string;
  /** The remembered columns; undefined if they were never chosen. */
  readonly places: ColumnPositions | undefined;
  /** The remembered number formats, by column. */
  readonly numberFormats: Answers;
}

interface RememberedSheetOptions {
  readonly kind: ImportKind;
  readonly withHidden: boolean;
  readonly layouts: Layouts;
}

/** Finds the remembered choices for a sheet by its headings. */
export async function rememberedSheet(
  sheet: Sheet,
  { kind, withHidden, layouts }: RememberedSheetOptions,
): Promise<RememberedSheet> {
  const key = (await listHeadingsKey(kind.tab, headingsOf(sheet, { kind, withHidden }))) ?? '';
  const layout = layouts.get(key);
  return { key, places: layout && placesIn(layout, kind), numberFormats: layout?.answers ?? {} };
}

function placesIn(layout: RememberedLayout, { columns }: ImportKind): ColumnPositions | undefined {
  const places = columns.flatMap(({ is }) => {
    const place = layout.columns[is];
    return place === undefined ? [] : [[is, place]];
  });
  return places.length === 0 ? undefined : (Object.fromEntries(places) as ColumnPositions);
}

/** Remembered answers about component names. A name whose component has been removed is asked again. */
export function rememberedMatches(names: Iterable<RememberedName>, state: Business): Answers {
  const matches: Record<string, string> = {};
  for (const { kind, text, id } of names) {
    if (kind !== 'ingredient' && kind !== 'preparation') continue;
    if (id !== null && componentOf(state, id)) matches[`${UNKNOWN_PREFIX}${normalizeName(text)}`] = id;
  }
  return matches;
}

/** The remembered answer stays among the choices, whatever is more similar now. */
export function withRememberedMatch(question: ImportQuestion, state: Business): ImportQuestion {
  const { key, options, answer } = question;
  if (!key.startsWith(UNKNOWN_PREFIX) || options.some(({ value }) => value === answer)) return question;
  const component = componentOf(state, answer);
  return component
    ? { ...question, options: [{ value: answer, label: `É “${component.name}”` }, ...options] }
    : question;
}

interface EntriesOptions {
  readonly kind: ImportKind;
  readonly state: Business;
  readonly sheets: readonly SheetView[];
  /** The edits, by sheet index. */
  readonly edits: Readonly<Record<number, SheetEdit>>;
  /** The answers given in this import. */
  readonly answers: Answers;
  readonly memory: { readonly layouts: Layouts; readonly names: Iterable<RememberedName> };
}

/** The owner's choices that apply to later files with the same headings. */
export function memoryEntriesOf({ kind, state, sheets, edits, answers, memory }: EntriesOptions): MemoryEntries {
  const layouts = new Map<string, RememberedLayout>();
  for (const { key, index, isIncluded, places } of sheets) {
    const newFormats = numberFormatsOf(answers, index);
    const hasChosenColumns = edits[index]?.places !== undefined;
    if (key === '' || !isIncluded || (!hasChosenColumns && Object.keys(newFormats).length === 0)) continue;
    const former = layouts.get(key) ?? memory.layouts.get(key);
    const columns = hasChosenColumns
      ? Object.fromEntries(kind.columns.map(({ is }) => [is, places[is] ?? null]))
      : (former?.columns ?? {});
    layouts.set(key, { key, columns, channelId: null, answers: { ...former?.answers, ...newFormats } });
  }
  return { layouts: [...layouts.values()], names: nameEntries(answers, state, memory.names) };
}

/** Adds the answers to the names. A name has one meaning: a new answer removes an earlier one of the other kind. */
function nameEntries(
  answers: Answers,
  state: Business,
  rememberedNames: Iterable<RememberedName>,
): readonly RememberedName[] {
  const newNames = new Map<string, RememberedName>();
  for (const [key, id] of Object.entries(answers)) {
    if (!key.startsWith(UNKNOWN_PREFIX) || !componentOf(state, id)) continue;
    const text = key.slice(UNKNOWN_PREFIX.length);
    newNames.set(text, { kind: state.preparations.has(id) ? 'preparation' : 'ingredient', text, id });
  }
  const replacedNames = [...rememberedNames].flatMap(({ kind, text, id }) => {
    if ((kind !== 'ingredient' && kind !== 'preparation') || id === null) return [];
    const newName = newNames.get(normalizeName(text));
    return newName === undefined || newName.kind === kind ? [] : [{ kind, text, id: null }];
  });
  return [...replacedNames, ...newNames.values()];
}
