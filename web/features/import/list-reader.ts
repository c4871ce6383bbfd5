import { csvFile } from '#contract/csv.ts';
import type { Business } from '#domain/business/state.ts';
import type { Newer } from '../entry/conflict-sentences.ts';
import type { Encoding } from '../files/encoding.ts';
import type { OpenFailure } from '../files/import-source.ts';
import type { ChosenFile } from '../files/read-file.ts';
import { FileRefused, type Sheet } from '../files/sheet.ts';
import { hiddenWords, isFilled } from '../files/table.ts';
import type { ImportTab } from '../places/import-address.ts';
import type { Answers, ColumnName, ExistingRow, ImportQuestion, RowTexts } from '../fields/import-kind.ts';
import { importKind } from './import-kinds.ts';
import { withRememberedMatch } from './list-memory.ts';
import { type ImportPart, partsOf, type ReviewOutcome } from './list-parts.ts';
import {
  type ListSheet,
  notesOf,
  passedOver,
  readSheets,
  sheetsIn,
  type SheetsRequest,
  sheetView,
} from './list-sheets.ts';
import { settleNumbers } from './number-questions.ts';
import type { PassedOver, SheetView } from './read-sheet.ts';
import { type ListRow, type Review, reviewRows, type RowChoice } from './review.ts';
import { newerInWords, newerRow, type RowView, viewOf } from './row-view.ts';
import { reviewWorkbook } from './workbook-review.ts';
import type { WorkbookTables } from './workbook-rows.ts';
import { type WorkbookView, workbookView } from './workbook-view.ts';

export type ListOpenResult =
  /** `isWorkbook` is true for a workbook that Prumo wrote, with a whole business. */
  { readonly ok: true; readonly isWorkbook: boolean } | OpenFailure;

/** The owner's edit of a row. */
export interface RowEdit {
  readonly texts?: Partial<RowTexts>;
  readonly choice?: RowChoice;
}

export interface ReviewRequest extends SheetsRequest {
  /** The state; left out if it has not changed. */
  readonly state?: Business | undefined;
  readonly rows: Readonly<Record<number, RowEdit>>;
  readonly answers: Answers;
  /** The number of shown rows, and whether only those that need attention are shown. */
  readonly shown: number;
  readonly isOpenOnly: boolean;
  /** Whether the list's current values have been seen, so that later changes are news. */
  readonly isKnown: boolean;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** The number of rows by outcome. */
export type Tally = Readonly<Record<Review['outcomes'][number]['kind'] | 'done', number>>;

export interface ListReview {
  readonly sheets: readonly SheetView[];
  readonly rows: readonly RowView[];
  /** The number of all rows, and of those that match the filter. */
  readonly total: number;
  readonly inView: number;
  /** The columns that some row fills, and those that are always shown. */
  readonly columns: readonly ColumnName[];
  readonly tally: Tally;
  readonly passed: Readonly<Record<PassedOver, number>>;
  readonly notes: readonly string[];
  readonly hasHidden: boolean;
  readonly questions: readonly ImportQuestion[];
  /** Rows that would overwrite a change by somebody else. */
  readonly newer: readonly Newer[];
  /** The numbers of those rows. */
  readonly newerRows: readonly number[];
  readonly firstOpen: number | undefined;
  readonly parts: number;
  /** The content of a workbook that Prumo wrote, which has no rows of a list. */
  readonly workbook?: WorkbookView;
}

export const NO_LINES = 'Não há linhas para importar. Cole as células da planilha ou escolha um arquivo.';

/** A reader with the last opened file, which works in the calling thread. */
export class ListFileReader {
  #tab: ImportTab = 'ingredients';
  #sheets: readonly Sheet[] = [];
  #workbook: WorkbookTables | undefined;
  /** The ids of entities that rows of the workbook name, by row number. */
  #named: ReadonlyMap<number, string> = new Map();
  #state: Business | undefined;
  #known: ReadonlyMap<string, ExistingRow> = new Map();
  #reviewed: { readonly review: Review; readonly rows: readonly ListRow[] } | undefined;
  #parts: readonly ImportPart[] = [];
  readonly #done = new Set<number>();

  async open(tab: ImportTab, files: readonly ChosenFile[], encoding?: Encoding): Promise<ListOpenResult> {
    this.#tab = tab;
    this.#workbook = undefined;
    this.#named = new Map();
    this.#done.clear();
    try {
      const read = await sheetsIn(
        files,
        importKind(tab, () => this.#state as Business),
        encoding,
      );
      if ('choices' in read) return { ok: false, choices: read.choices };
      const filled = read.sheets.filter(({ rows }) => rows.some(isFilled));
      if (filled.length === 0) return { ok: false, sentence: NO_LINES };
      this.#sheets = filled;
      this.#workbook = read.workbook;
      return { ok: true, isWorkbook: read.workbook !== undefined };
    } catch (error) {
      if (error instanceof FileRefused) return { ok: false, sentence: error.message };
      throw error;
    }
  }

  async review(request: ReviewRequest): Promise<ListReview> {
    this.#state = request.state ?? this.#state;
    const state = this.#state as Business;
    return this.#workbook ? this.#reviewWorkbook(this.#workbook, state, request) : this.#reviewList(state, request);
  }

  #reviewWorkbook(workbook: WorkbookTables, state: Business, { today }: ReviewRequest): ListReview {
    const done = this.#done;
    const { outcomes, changes, ids } = reviewWorkbook(workbook, { state, today, done, ids: this.#named });
    this.#named = ids;
    this.#parts = partsOf({ outcomes, changes });
    return {
      ...NOTHING_LISTED,
      total: outcomes.length,
      tally: tallyOf({ outcomes }, done),
      parts: this.#parts.length,
      workbook: workbookView(outcomes, done),
    };
  }

  async #reviewList(state: Business, request: ReviewRequest): Promise<ListReview> {
    const kind = importKind(this.#tab, () => state);
    const held = kind.held(state);
    if (request.isKnown) this.#known = new Map(held.map((row) => [row.id, row]));
    const sheets = await readSheets(this.#sheets, { kind, held }, request);
    const taken = sheets.filter(({ isIncluded }) => isIncluded);
    const { rows, questions } = rowsOf(taken, request, this.#done);
    const review = reviewRows({ tab: this.#tab, state, rows, answers: request.answers });
    const { outcomes } = review;
    this.#reviewed = { review, rows };
    this.#parts = partsOf(review);
    const news = new Map(
      outcomes.flatMap((rowOutcome, index) => {
        const newer = newerRow(rowOutcome, this.#known);
        return newer ? [[index + 1, newer]] : [];
      }),
    );
    const left = rows.filter(({ isDone }) => !isDone);
    const open = left.filter(({ number }) => isOpen(outcomes[number - 1]));
    const inView = request.isOpenOnly ? open : left;
    return {
      sheets: sheets.map(sheetView),
      rows: inView.slice(0, request.shown).map((row) =>
        viewOf({
          review,
          row,
          sheet: taken.length > 1 ? row.sheet : '',
          newer: news.get(row.number),
          lineOf: (number) => rows[number - 1]?.line ?? 0,
        }),
      ),
      total: rows.length,
      inView: inView.length,
      columns: review.kind.columns.flatMap(({ is, isSeldom }) =>
        !isSeldom || rows.some(({ texts }) => texts[is] !== '') ? [is] : [],
      ),
      tally: tallyOf(review, this.#done),
      passed: passedOver(taken),
      notes: notesOf(sheets, request.withHidden),
      hasHidden: this.#sheets.some((sheet) => sheet.isHidden || hiddenWords(sheet, 0) !== ''),
      questions: [...questions, ...review.questions].map((question) => withRememberedMatch(question, state)),
      newer: Array.from(news.values(), (newer) => newerInWords(review.kind, newer)),
      newerRows: [...news.keys()],
      firstOpen: open[0]?.number,
      parts: this.#parts.length,
    };
  }

  /** A part of the last review, by index. */
  part(index: number): Promise<ImportPart> {
    return Promise.resolve(this.#parts[index] as ImportPart);
  }

  /** Marks rows as imported, so that later reviews skip them. */
  finish(numbers: readonly number[]): Promise<void> {
    for (const number of numbers) this.#done.add(number);
    // Rows that were imported as part of others are finished too.
    for (const [index, rowOutcome] of (this.#reviewed?.review.outcomes ?? []).entries())
      if ('number' in rowOutcome && this.#done.has(rowOutcome.number)) this.#done.add(index + 1);
    return Promise.resolve();
  }

  /** All rows as text, for editing by hand. */
  text(): Promise<string> {
    if (this.#workbook) return Promise.resolve('');
    const columns = this.#reviewed?.review.kind.columns ?? [];
    const rows = this.#reviewed?.rows.map(({ texts }) => columns.map(({ is }) => texts[is])) ?? [];
    return Promise.resolve(csvFile([columns.map(({ label }) => label), ...rows]).replace('\uFEFF', ''));
  }

  close(): void {
    this.#sheets = [];
    this.#workbook = undefined;
    this.#reviewed = undefined;
    this.#parts = [];
  }
}

/** The interface of a reader that may work in a worker. */
export type ListReader = Pick<ListFileReader, keyof ListFileReader>;

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

const isOpen = (rowOutcome: Review['outcomes'][number] | undefined): boolean =>
  rowOutcome?.kind === 'wrong' || rowOutcome?.kind === 'waiting' || rowOutcome?.kind === 'refused';

interface SheetRow extends ListRow {
  readonly sheet: string;
}

/** The rows of all sheets whose numbers are understood, and the questions about the others. */
function rowsOf(sheets: readonly ListSheet[], { answers, rows: edits }: ReviewRequest, done: ReadonlySet<number>) {
  const questions: ImportQuestion[] = [];
  const rows: SheetRow[] = [];
  for (const { index, sheet, memory, reading } of sheets) {
    const settle = settleNumbers(reading, { sheet: index, answers, habits: memory.habits, questions });
    for (const { line, texts } of reading.lines) {
      const number = rows.length + 1;
      const edit = edits[number];
      const settled = settle(texts);
      rows.push({
        number,
        line,
        sheet: sheet.name,
        texts: { ...settled.texts, ...edit?.texts },
        choice: edit?.choice,
        isDone: done.has(number),
        waitsFor: settled.waitsFor,
      });
    }
  }
  return { rows, questions };
}

function tallyOf({ outcomes }: Pick<ReviewOutcome, 'outcomes'>, done: ReadonlySet<number>): Tally {
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
  for (const [index, rowOutcome] of outcomes.entries()) tally[done.has(index + 1) ? 'done' : rowOutcome.kind] += 1;
  return tally;
}
