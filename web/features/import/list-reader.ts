import { comparedName } from '#domain/names.ts';
import { csvFile } from '#contract/csv.ts';
import type { Business } from '#domain/business/state.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { count } from '#domain/format.ts';
import type { Newer } from '../entry/clash-sentences.ts';
import type { Encoding, EncodingChoice } from '../files/encoding.ts';
import { readFile, textSheet } from '../files/read-file.ts';
import { FileRefused, type Sheet } from '../files/sheet.ts';
import { FORMAT } from '../files/workbook-layout.ts';
import { cellNotes, hiddenWords, isFilled, linesText } from '../files/table.ts';
import { columnsIn } from '../fields/columns.ts';
import type { ImportTab } from '../places/import-address.ts';
import type { Answers, ColumnName, HeldRow, Question, RowTexts } from '../fields/import-kind.ts';
import { importKind } from './import-kinds.ts';
import { type Layouts, rememberedSheets, withGivenMatch } from './list-memory.ts';
import { newerInWords, newerRow } from './newer-row.ts';
import { settleNumbers } from './number-questions.ts';
import { type PassedOver, readSheet, type SheetEdit, type SheetReading, type SheetView } from './read-sheet.ts';
import { type Fate, type ListRow, type Review, type ReviewedChange, reviewRows, type RowChoice } from './review.ts';
import { type RowView, viewOf } from './row-view.ts';
import { reviewWorkbook } from './workbook-review.ts';
import { type WorkbookTables, workbookTables } from './workbook-rows.ts';
import { type WorkbookView, workbookView } from './workbook-view.ts';

/** A text that was pasted, or files. */
export interface ListFile {
  readonly name: string;
  readonly content: ArrayBuffer | string;
}

export type Opening =
  /** `isWorkbook`: it is one of ours, with all of a business. */
  | { readonly ok: true; readonly isWorkbook: boolean }
  | { readonly ok: false; readonly sentence: string }
  /** The letters are to be chosen first. */
  | { readonly ok: false; readonly choices: readonly EncodingChoice[] };

/** What somebody has changed in a row. */
export interface RowEdit {
  readonly texts?: Partial<RowTexts>;
  readonly choice?: RowChoice;
}

export interface ReviewRequest {
  /** Left out where it is as it was. */
  readonly state?: Business | undefined;
  readonly withHidden: boolean;
  readonly sheets: Readonly<Record<number, SheetEdit>>;
  readonly rows: Readonly<Record<number, RowEdit>>;
  readonly answers: Answers;
  /** What earlier files with the same headings have taught. */
  readonly layouts: Layouts;
  /** How many rows are shown, and whether only those with something to do. */
  readonly shown: number;
  readonly isOpenOnly: boolean;
  /** What the list holds now has been looked at: changes of it from here on are news. */
  readonly isKnown: boolean;
  /** `YYYY-MM`, today. */
  readonly currentMonth: string;
}

/** How the rows end, in numbers. */
export type Tally = Readonly<Record<Review['fates'][number]['kind'] | 'done', number>>;

export interface ListReview {
  readonly sheets: readonly SheetView[];
  readonly rows: readonly RowView[];
  /** Of all rows, and of those that the window is cut from. */
  readonly total: number;
  readonly inView: number;
  /** Columns that some row says something in, or that are always shown. */
  readonly columns: readonly ColumnName[];
  readonly tally: Tally;
  readonly passed: Readonly<Record<PassedOver, number>>;
  readonly notes: readonly string[];
  readonly hasHidden: boolean;
  readonly questions: readonly Question[];
  /** Rows that would change what somebody else has changed meanwhile. */
  readonly newer: readonly Newer[];
  /** Their numbers. */
  readonly newerRows: readonly number[];
  readonly firstOpen: number | undefined;
  readonly parts: number;
  /** Of a workbook of ours, which has no rows of a list. */
  readonly workbook?: WorkbookView;
}

/** Changes that are sent as one. */
export interface Part {
  readonly commands: readonly SingleChange[];
  /** By index of the command, the numbers of its rows; none: it comes from an answer. */
  readonly rows: readonly (readonly number[])[];
  /** Rows. */
  readonly add: number;
  readonly update: number;
}

/** Holds what was opened last, wherever it does its work. */
export interface ListReader {
  open(tab: ImportTab, files: readonly ListFile[], encoding?: Encoding): Promise<Opening>;
  review(request: ReviewRequest): Promise<ListReview>;
  /** Of the last review. */
  part(index: number): Promise<Part>;
  /** These rows have come in: they are no longer looked at. */
  finish(numbers: readonly number[]): Promise<void>;
  /** All rows as they stand, as a text to be put right by hand. */
  text(): Promise<string>;
  close(): void;
}

const CALLS = 1_000;
const BYTES = 500_000;
const NOT_ALONE = 'A planilha completa do Prumo vem sozinha. Escolha só ela, sem outros arquivos.';
const TOO_NEW = 'Esta planilha é de uma versão mais nova do Prumo. Recarregue a página e tente de novo.';
const NO_LINES = 'Não há linhas para importar. Cole as células da planilha ou escolha um arquivo.';

/** Works where it is called. */
export function listReader(): ListReader {
  let tab: ImportTab = 'ingredients';
  let sheets: readonly Sheet[] = [];
  let workbook: WorkbookTables | undefined;
  /** Ids of what the rows of the workbook name, by number. */
  let named: ReadonlyMap<number, string> = new Map();
  let state: Business | undefined;
  let known: ReadonlyMap<string, HeldRow> = new Map();
  let reviewed: { readonly review: Review; readonly rows: readonly ListRow[] } | undefined;
  let parts: readonly Part[] = [];
  const done = new Set<number>();

  async function sheetsOf(
    files: readonly ListFile[],
    encoding?: Encoding,
  ): Promise<readonly Sheet[] | readonly EncodingChoice[]> {
    const kind = importKind(tab, () => state as Business);
    const read: Sheet[] = [];
    for (const { name, content } of files) {
      if (typeof content === 'string') read.push(textSheet(content, columnsIn(kind)));
      else {
        const reading = await readFile(new Uint8Array(content), { columnsIn: columnsIn(kind), encoding });
        if (reading.kind === 'encodings') return reading.choices;
        if (reading.format !== undefined) {
          if (files.length > 1) throw new FileRefused(NOT_ALONE);
          if (reading.format > FORMAT.version) throw new FileRefused(TOO_NEW);
          workbook = workbookTables(reading.sheets);
        }
        const base = name.replace(/\.\w+$/, '');
        read.push(
          ...reading.sheets.map((sheet) => {
            const isText = sheet.name === '';
            return isText
              ? { ...sheet, name: base }
              : files.length === 1
                ? sheet
                : { ...sheet, name: `${base}: ${sheet.name}` };
          }),
        );
      }
    }
    return read;
  }

  return {
    async open(list, files, encoding) {
      tab = list;
      workbook = undefined;
      named = new Map();
      done.clear();
      try {
        const read = await sheetsOf(files, encoding);
        if (isChoices(read)) return { ok: false, choices: read };
        const filled = read.filter(({ rows }) => rows.some(isFilled));
        if (filled.length === 0) return { ok: false, sentence: NO_LINES };
        sheets = filled;
        return { ok: true, isWorkbook: workbook !== undefined };
      } catch (error) {
        if (error instanceof FileRefused) return { ok: false, sentence: error.message };
        throw error;
      }
    },

    async review(request) {
      state = request.state ?? state;
      const business = state as Business;
      if (workbook) {
        const { currentMonth } = request;
        const { fates, changes, ids } = reviewWorkbook(workbook, { state: business, currentMonth, done, ids: named });
        named = ids;
        parts = partsOf({ fates, changes });
        return {
          ...NOTHING_LISTED,
          total: fates.length,
          tally: tallyOf({ fates }, done),
          parts: parts.length,
          workbook: workbookView(fates, done),
        };
      }
      const kind = importKind(tab, () => business);
      const { withHidden, layouts, answers } = request;
      const remembered = await rememberedSheets(sheets, { kind, withHidden, layouts });
      const held = kind.held(business);
      if (request.isKnown) known = new Map(held.map((row) => [row.id, row]));
      const names = new Set(held.map(({ name }) => comparedName(name)));
      const placesOf = (index: number) => request.sheets[index]?.places ?? remembered[index]?.places;
      const read = (sheet: Sheet, index: number, title = request.sheets[index]?.title): SheetReading =>
        readSheet(sheet, { kind, names, withHidden, places: placesOf(index), title });
      const asTitled = sheets.map((sheet, index) => read(sheet, index));
      // What stands above the lines of several sheets is the name of none of them.
      const readings = asTitled.map((reading, index) => {
        const { name = '' } = sheets[index] ?? {};
        const isShared = asTitled.filter(({ title }) => title !== '' && title === reading.title).length > 1;
        const isSaid = request.sheets[index]?.title !== undefined;
        return isShared && !isSaid && reading.title !== name ? read(sheets[index] as Sheet, index, name) : reading;
      });
      const isTaken = takenSheets(sheets, readings, request);
      const questions: Question[] = [];
      const rows: ListRow[] = [];
      const sheetOf: number[] = [];
      for (const [sheet, reading] of readings.entries()) {
        if (!isTaken(sheet)) continue;
        const { habits = {} } = remembered[sheet] ?? {};
        const settle = settleNumbers(reading, { sheet, answers, habits, questions });
        for (const { line, texts } of reading.lines) {
          const number = rows.length + 1;
          const edit = request.rows[number];
          const settled = settle(texts);
          sheetOf.push(sheet);
          rows.push({
            number,
            line,
            texts: { ...settled.texts, ...edit?.texts },
            choice: edit?.choice,
            isDone: done.has(number),
            waitsFor: settled.waitsFor,
          });
        }
      }
      const review = reviewRows({ tab, state: business, rows, answers });
      reviewed = { review, rows };
      parts = partsOf(review);
      const newer = review.fates.flatMap((fate, index) => {
        const each = newerRow(fate, known);
        return each ? [{ number: index + 1, words: newerInWords(review.kind, each), each }] : [];
      });
      const news = new Map(newer.map(({ number, each }) => [number, each]));
      const open = review.fates.flatMap((fate, index) => (isOpen(fate.kind) && !done.has(index + 1) ? [index] : []));
      const all = rows.flatMap(({ number }, index) => (done.has(number) ? [] : [index]));
      const inView = request.isOpenOnly ? open : all;
      const taken = readings.flatMap((reading, index) =>
        isTaken(index) ? [{ reading, sheet: sheets[index] as Sheet }] : [],
      );
      const columns = review.kind.columns.flatMap(({ is, isSeldom }) =>
        !isSeldom || rows.some(({ texts }) => texts[is] !== '') ? [is] : [],
      );
      return {
        sheets: readings.map((reading, index) => ({
          index,
          name: sheets[index]?.name ?? '',
          isTaken: isTaken(index),
          lines: reading.lines.length,
          headings: reading.headings,
          places: reading.places,
          title: reading.title,
          key: remembered[index]?.key ?? '',
          isRemembered: request.sheets[index]?.places === undefined && placesOf(index) !== undefined,
        })),
        rows: inView.slice(0, request.shown).map((index) =>
          viewOf({
            index,
            review,
            row: rows[index] as ListRow,
            sheet: taken.length > 1 ? (sheets[sheetOf[index] ?? 0]?.name ?? '') : '',
            newer: news.get(index + 1),
            lineOf: (number) => rows[number - 1]?.line ?? 0,
          }),
        ),
        total: rows.length,
        inView: inView.length,
        columns,
        tally: tallyOf(review, done),
        passed: passedOver(taken.map(({ reading }) => reading)),
        notes: notesOf(taken, sheets, request),
        hasHidden: sheets.some((sheet) => sheet.isHidden || hiddenWords(sheet, 0) !== ''),
        questions: [...questions, ...review.questions].map((question) => withGivenMatch(question, business)),
        newer: newer.map(({ words }) => words),
        newerRows: newer.map(({ number }) => number),
        firstOpen: open[0] === undefined ? undefined : open[0] + 1,
        parts: parts.length,
      };
    },

    part: (index) => Promise.resolve(parts[index] as Part),

    finish(numbers) {
      for (const number of numbers) done.add(number);
      // What has come in for others has come in for them too.
      for (const [index, fate] of (reviewed?.review.fates ?? []).entries())
        if ('number' in fate && done.has(fate.number)) done.add(index + 1);
      return Promise.resolve();
    },

    text() {
      if (workbook) return Promise.resolve('');
      const columns = reviewed?.review.kind.columns ?? [];
      const rows = reviewed?.rows.map(({ texts }) => columns.map(({ is }) => texts[is])) ?? [];
      return Promise.resolve(csvFile([columns.map(({ label }) => label), ...rows]).replace('\uFEFF', ''));
    },

    close() {
      sheets = [];
      workbook = undefined;
      reviewed = undefined;
      parts = [];
    },
  };
}

const NOTHING_LISTED = {
  sheets: [],
  rows: [],
  inView: 0,
  columns: [],
  passed: passedOver([]),
  notes: [],
  hasHidden: false,
  questions: [],
  newer: [],
  newerRows: [],
  firstOpen: undefined,
} as const;

const isChoices = (read: readonly Sheet[] | readonly EncodingChoice[]): read is readonly EncodingChoice[] =>
  read[0] !== undefined && 'encoding' in read[0];

const isOpen = (fate: Review['fates'][number]['kind']): boolean =>
  fate === 'wrong' || fate === 'waiting' || fate === 'refused';

/** Those with the columns of the first readable one; a person may say otherwise of each. */
function takenSheets(
  sheets: readonly Sheet[],
  readings: readonly SheetReading[],
  { sheets: edits, withHidden }: ReviewRequest,
): (index: number) => boolean {
  const isSeen = (index: number): boolean => withHidden || sheets[index]?.isHidden !== true;
  const namedBy = ({ places }: SheetReading): string =>
    Object.entries(places)
      .flatMap(([column, place]) => (place === null || place === undefined ? [] : [column]))
      .toSorted()
      .join(' ');
  const withLines = readings.findIndex(({ lines }, index) => isSeen(index) && lines.length > 0);
  const first = withLines < 0 ? readings.findIndex((_, index) => isSeen(index)) : withLines;
  const columns = readings[first] && namedBy(readings[first]);
  return (index) => {
    const reading = readings[index];
    const isAlike = reading !== undefined && isSeen(index) && reading.lines.length > 0 && namedBy(reading) === columns;
    return edits[index]?.isTaken ?? (index === first || isAlike);
  };
}

/** The recipe that a change makes or writes; '' of another one. */
function recipeOf(change: SingleChange): string {
  if ('dishId' in change) return change.dishId;
  if ('preparationId' in change) return change.preparationId;
  return change.type === 'AddDish' || change.type === 'AddPreparation' ? change.id : '';
}

interface ReviewOutcome {
  readonly fates: readonly { readonly kind: Fate['kind'] }[];
  readonly changes: readonly ReviewedChange[];
}

/** At most so many calls and bytes are one change; the lines of a recipe stay together with it where they fit. */
function partsOf({ changes, fates }: ReviewOutcome): readonly Part[] {
  const groups: { readonly owner: string; readonly changes: ReviewedChange[] }[] = [];
  for (const each of changes) {
    const { change } = each;
    const owner = recipeOf(change);
    const last = groups.at(-1);
    if (last && owner !== '' && last.owner === owner) last.changes.push(each);
    else groups.push({ owner, changes: [each] });
  }
  const parts: Part[] = [];
  let commands: SingleChange[] = [];
  let numbers: (readonly number[])[] = [];
  let bytes = 0;
  const cut = (): void => {
    const all = [...new Set(numbers.flat())];
    const added = all.filter((number) => fates[number - 1]?.kind === 'add').length;
    if (commands.length > 0) parts.push({ commands, rows: numbers, add: added, update: all.length - added });
    commands = [];
    numbers = [];
    bytes = 0;
  };
  for (const group of groups) {
    const size = group.changes.reduce((all, { change }) => all + JSON.stringify(change).length * 1.5 + 60, 0);
    if (commands.length + group.changes.length > CALLS || bytes + size > BYTES) cut();
    for (const { change, rows: indexes } of group.changes) {
      if (commands.length === CALLS) cut();
      commands.push(change);
      numbers.push(indexes.map((index) => index + 1));
    }
    bytes += size;
  }
  cut();
  return parts;
}

function tallyOf({ fates }: Pick<ReviewOutcome, 'fates'>, done: ReadonlySet<number>): Tally {
  const tally = {
    add: 0,
    update: 0,
    same: 0,
    equal: 0,
    summed: 0,
    other: 0,
    skip: 0,
    wrong: 0,
    refused: 0,
    waiting: 0,
    done: 0,
  };
  for (const [index, fate] of fates.entries()) tally[done.has(index + 1) ? 'done' : fate.kind] += 1;
  return tally;
}

function passedOver(readings: readonly SheetReading[]): ListReview['passed'] {
  const sum = (reason: PassedOver): number => readings.reduce((all, { passed }) => all + passed[reason].length, 0);
  return {
    above: sum('above'),
    heading: sum('heading'),
    total: sum('total'),
    text: sum('text'),
    empty: sum('empty'),
    hidden: sum('hidden'),
    broken: sum('broken'),
  };
}

interface TakenSheet {
  readonly reading: SheetReading;
  readonly sheet: Sheet;
}

/** What the owner should know of how the file was read. */
function notesOf(
  taken: readonly TakenSheet[],
  sheets: readonly Sheet[],
  { withHidden }: ReviewRequest,
): readonly string[] {
  const hiddenSheets = sheets.filter(({ isHidden }) => isHidden).length;
  return taken.flatMap(({ reading: { passed, wrongTotals, rounded }, sheet }, index) => {
    const hidden = hiddenWords(sheet, index === 0 ? hiddenSheets : 0);
    const where = taken.length > 1 ? `Em “${sheet.name}”: ` : '';
    const [title = ''] = (sheet.rows[(passed.above[0] ?? 1) - 1]?.cells ?? []).flatMap(({ text }) =>
      text === '' ? [] : [text],
    );
    const notes = [
      ...(passed.above.length === 1 ? [`A linha “${title}”, acima do cabeçalho, fica de fora.`] : []),
      ...(passed.above.length > 1
        ? [`As ${count(passed.above.length)} linhas acima do cabeçalho ficam de fora. A primeira é “${title}”.`]
        : []),
      ...(hidden === '' ? [] : [`${withHidden ? 'Entra também' : 'Fica de fora'} o que está escondido: ${hidden}.`]),
      ...(passed.broken.length > 0
        ? [`Há uma conta quebrada na planilha (como #REF!), e isto fica de fora: ${linesText(passed.broken)}.`]
        : []),
      ...(wrongTotals.length > 0 ? [`Este total não é a soma do que está acima: ${linesText(wrongTotals)}.`] : []),
      ...(rounded.length > 0 ? [`Arredondado para 4 casas decimais: ${linesText(rounded)}.`] : []),
      ...cellNotes(sheet),
    ];
    return notes.map((note) => `${where}${note}`);
  });
}
