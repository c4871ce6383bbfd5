import { csvFile } from '#contract/csv.ts';
import type { Business } from '#domain/business/state.ts';
import type { NewerValue } from '../entry/conflict-sentences.ts';
import type { Encoding } from '../files/encoding.ts';
import type { OpenFailure } from '../files/import-source.ts';
import type { ChosenFile } from '../files/read-file.ts';
import { FileRefused, type Sheet } from '../files/sheet.ts';
import { hiddenText, isFilled } from '../files/table.ts';
import type { ImportTab } from '../navigation/import-address.ts';
import type { Answers, ColumnName, ExistingRow, ImportQuestion, RowTexts } from '../fields/import-kind.ts';
import { importKind } from './import-kinds.ts';
import { withRememberedMatch } from './list-memory.ts';
import { type ImportPart, splitIntoParts, type ReviewResult } from './import-parts.ts';
import {
  type ListSheet,
  notesOf,
  skippedCounts,
  readSheets,
  readFileSheets,
  type SheetsRequest,
  sheetView,
} from './list-sheets.ts';
import { createNumberReader } from './number-questions.ts';
import type { SkipReason, SheetView } from './read-sheet.ts';
import { type ListRow, type Review, reviewRows, type RowChoice } from './review.ts';
import { newerInWords, newerRow, type RowView, rowView } from './row-view.ts';
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
  /** The number of rows to return, and whether to return only those that need attention. */
  readonly visibleCount: number;
  readonly isOpenOnly: boolean;
  /**
   * Tells whether the list's current values count as seen from now on, so that only later changes are reported as
   * newer.
   */
  readonly shouldMarkSeen: boolean;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** The number of rows by outcome. */
export type Tally = Readonly<Record<Review['rowOutcomes'][number]['kind'] | 'done', number>>;

export interface ListReview {
  readonly sheets: readonly SheetView[];
  readonly rows: readonly RowView[];
  /** The number of all rows, and of those that match the filter. */
  readonly total: number;
  readonly filteredCount: number;
  /** The columns that some row fills, and those that are always shown. */
  readonly columns: readonly ColumnName[];
  readonly tally: Tally;
  readonly skipped: Readonly<Record<SkipReason, number>>;
  readonly notes: readonly string[];
  readonly hasHidden: boolean;
  readonly questions: readonly ImportQuestion[];
  /** Rows that would overwrite a change by somebody else. */
  readonly newer: readonly NewerValue[];
  /** The numbers of those rows. */
  readonly newerRows: readonly number[];
  readonly firstOpen: number | undefined;
  readonly parts: number;
  /** The content of a workbook that Prumo wrote, which has no rows of a list. */
  readonly workbook?: WorkbookView;
}

export const NO_LINES = 'Não há linhas para importar. Cole as células da planilha ou escolha um arquivo.';

/** Reads and reviews the last opened file, in the calling thread. */
export class ListFileReader {
  #tab: ImportTab = 'ingredients';
  #sheets: readonly Sheet[] = [];
  #workbook: WorkbookTables | undefined;
  /** The ids of entities that rows of the workbook name, by row number. */
  #entityIds: ReadonlyMap<number, string> = new Map();
  #state: Business | undefined;
  #seenRows: ReadonlyMap<string, ExistingRow> = new Map();
  #lastReview: { readonly review: Review; readonly rows: readonly ListRow[] } | undefined;
  #parts: readonly ImportPart[] = [];
  readonly #importedNumbers = new Set<number>();

  async open(tab: ImportTab, files: readonly ChosenFile[], encoding?: Encoding): Promise<ListOpenResult> {
    this.#tab = tab;
    this.#workbook = undefined;
    this.#entityIds = new Map();
    this.#importedNumbers.clear();
    try {
      const fileSheets = await readFileSheets(
        files,
        importKind(tab, () => this.#state as Business),
        encoding,
      );
      if ('choices' in fileSheets) return { ok: false, choices: fileSheets.choices };
      const filledSheets = fileSheets.sheets.filter(({ rows }) => rows.some(isFilled));
      if (filledSheets.length === 0) return { ok: false, sentence: NO_LINES };
      this.#sheets = filledSheets;
      this.#workbook = fileSheets.workbook;
      return { ok: true, isWorkbook: fileSheets.workbook !== undefined };
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
    const importedNumbers = this.#importedNumbers;
    const { rowOutcomes, commands, ids } = reviewWorkbook(workbook, {
      state,
      today,
      importedNumbers,
      ids: this.#entityIds,
    });
    this.#entityIds = ids;
    this.#parts = splitIntoParts({ rowOutcomes, commands });
    return {
      ...EMPTY_REVIEW,
      total: rowOutcomes.length,
      tally: tallyOf({ rowOutcomes }, importedNumbers),
      parts: this.#parts.length,
      workbook: workbookView(rowOutcomes, importedNumbers),
    };
  }

  async #reviewList(state: Business, request: ReviewRequest): Promise<ListReview> {
    const kind = importKind(this.#tab, () => state);
    const existingRows = kind.existingRows(state);
    if (request.shouldMarkSeen) this.#seenRows = new Map(existingRows.map((row) => [row.id, row]));
    const sheets = await readSheets(this.#sheets, { kind, existingRows }, request);
    const includedSheets = sheets.filter(({ isIncluded }) => isIncluded);
    const { rows, questions } = rowsOf(includedSheets, request, this.#importedNumbers);
    const review = reviewRows({ tab: this.#tab, state, rows, answers: request.answers });
    const { rowOutcomes } = review;
    this.#lastReview = { review, rows };
    this.#parts = splitIntoParts(review);
    const newerRows = new Map(
      rowOutcomes.flatMap((rowOutcome, index) => {
        const newer = newerRow(rowOutcome, this.#seenRows);
        return newer ? [[index + 1, newer]] : [];
      }),
    );
    const remainingRows = rows.filter(({ isDone }) => !isDone);
    const openRows = remainingRows.filter(({ number }) => isOpen(rowOutcomes[number - 1]));
    const filteredRows = request.isOpenOnly ? openRows : remainingRows;
    return {
      sheets: sheets.map(sheetView),
      rows: filteredRows.slice(0, request.visibleCount).map((row) =>
        rowView({
          review,
          row,
          sheet: includedSheets.length > 1 ? row.sheet : '',
          newer: newerRows.get(row.number),
          lineOf: (number) => rows[number - 1]?.line ?? 0,
        }),
      ),
      total: rows.length,
      filteredCount: filteredRows.length,
      columns: review.kind.columns.flatMap(({ is, isSeldom }) =>
        !isSeldom || rows.some(({ texts }) => texts[is] !== '') ? [is] : [],
      ),
      tally: tallyOf(review, this.#importedNumbers),
      skipped: skippedCounts(includedSheets),
      notes: notesOf(sheets, request.withHidden),
      hasHidden: this.#sheets.some((sheet) => sheet.isHidden || hiddenText(sheet, 0) !== ''),
      questions: [...questions, ...review.questions].map((question) => withRememberedMatch(question, state)),
      newer: Array.from(newerRows.values(), (newer) => newerInWords(review.kind, newer)),
      newerRows: [...newerRows.keys()],
      firstOpen: openRows[0]?.number,
      parts: this.#parts.length,
    };
  }

  /** A part of the last review, by index. */
  part(index: number): Promise<ImportPart> {
    return Promise.resolve(this.#parts[index] as ImportPart);
  }

  /** Marks rows as imported, so that later reviews skip them. */
  finish(numbers: readonly number[]): Promise<void> {
    for (const number of numbers) this.#importedNumbers.add(number);
    // Rows that were imported as part of others are finished too.
    for (const [index, rowOutcome] of (this.#lastReview?.review.rowOutcomes ?? []).entries())
      if ('number' in rowOutcome && this.#importedNumbers.has(rowOutcome.number)) this.#importedNumbers.add(index + 1);
    return Promise.resolve();
  }

  /** All rows as text, for editing by hand. */
  text(): Promise<string> {
    if (this.#workbook) return Promise.resolve('');
    const columns = this.#lastReview?.review.kind.columns ?? [];
    const rows = this.#lastReview?.rows.map(({ texts }) => columns.map(({ is }) => texts[is])) ?? [];
    return Promise.resolve(csvFile([columns.map(({ label }) => label), ...rows]).replace('\uFEFF', ''));
  }

  close(): void {
    this.#sheets = [];
    this.#workbook = undefined;
    this.#lastReview = undefined;
    this.#parts = [];
  }
}

/** The interface of a reader that may work in a worker. */
export type ListReader = Pick<ListFileReader, keyof ListFileReader>;

const EMPTY_REVIEW = {
  sheets: [],
  rows: [],
  filteredCount: 0,
  columns: [],
  skipped: skippedCounts([]),
  notes: [],
  hasHidden: false,
  questions: [],
  newer: [],
  newerRows: [],
  firstOpen: undefined,
} as const;

const isOpen = (rowOutcome: Review['rowOutcomes'][number] | undefined): boolean =>
  rowOutcome?.kind === 'wrong' || rowOutcome?.kind === 'waiting' || rowOutcome?.kind === 'refused';

interface SheetRow extends ListRow {
  readonly sheet: string;
}

/** The rows of all sheets whose numbers are understood, and the questions about the others. */
function rowsOf(
  sheets: readonly ListSheet[],
  { answers, rows: edits }: ReviewRequest,
  importedNumbers: ReadonlySet<number>,
) {
  const questions: ImportQuestion[] = [];
  const rows: SheetRow[] = [];
  for (const { index, sheet, memory, reading } of sheets) {
    const applyAnswers = createNumberReader(reading, {
      sheet: index,
      answers,
      numberFormats: memory.numberFormats,
      questions,
    });
    for (const { line, texts } of reading.lines) {
      const number = rows.length + 1;
      const edit = edits[number];
      const result = applyAnswers(texts);
      rows.push({
        number,
        line,
        sheet: sheet.name,
        texts: { ...result.texts, ...edit?.texts },
        choice: edit?.choice,
        isDone: importedNumbers.has(number),
        waitsFor: result.waitsFor,
      });
    }
  }
  return { rows, questions };
}

function tallyOf({ rowOutcomes }: Pick<ReviewResult, 'rowOutcomes'>, importedNumbers: ReadonlySet<number>): Tally {
  const tally = {
    add: 0,
    update: 0,
    same: 0,
    equal: 0,
    summed: 0,
    other: 0,
    ignored: 0,
    skip: 0,
    wrong: 0,
    refused: 0,
    waiting: 0,
    done: 0,
  };
  for (const [index, rowOutcome] of rowOutcomes.entries())
    tally[importedNumbers.has(index + 1) ? 'done' : rowOutcome.kind] += 1;
  return tally;
}
