import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { salesFrom } from '#contract/entities/sales.ts';
import { dayOf } from '#contract/instants.ts';
import type { Business } from '#domain/business/state.ts';
import { formatCount } from '#domain/format.ts';
import { keepNumeralCharacters } from '#domain/numerals.ts';
import { isSameValue } from '#domain/same-value.ts';
import type { Failure, SaveOutcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { offerUndo, dismissUndo } from '../entry/announce-change.ts';
import { applyToNewest } from '../entry/change-set.ts';
import { moveColumn } from '../files/column-choices.tsx';
import { ImportSource } from '../files/import-source.ts';
import type { ImportMemoryStore } from '../import-memory/import-memory.ts';
import type { ImportTab } from '../navigation/import-address.ts';
import type { Answers, ColumnName, ImportKind } from '../fields/import-kind.ts';
import { importKind } from './import-kinds.ts';
import { rememberedMatches, memoryEntriesOf } from './list-memory.ts';
import type { ImportPart } from './import-parts.ts';
import { type ListReader, type ListReview, NO_LINES, type RowEdit } from './list-reader.ts';
import type { SheetEdit } from './read-sheet.ts';
import type { RowChoice } from './review.ts';
import type { RowView } from './row-view.ts';
import { readAllPurchasing, type Purchasing } from '../fields/purchasing.ts';
import { allSales } from '../mix/sales-loader.ts';

/** The number of rows that are rendered at first. */
const PAGE_ROWS = 200;
type PastRecords = Purchasing & Pick<Business, 'sales'>;
const NO_RECORDS: PastRecords = {
  sales: new Map(),
  purchases: new Map(),
  suppliers: new Map(),
  stockValues: new Map(),
};
const TOO_SLOW = 'Esta planilha demora demais neste aparelho. Divida-a em partes e tente de novo.';

interface ImportDraftOptions {
  readonly business: BusinessStore;
  readonly tab: ImportTab;
  readonly reader: ListReader;
  readonly memory: ImportMemoryStore;
}

interface Progress {
  readonly part: number;
  readonly parts: number;
}

/** Rows without a change keep their identity, so that the screen renders only the others. */
function reuseEqualRows(rows: readonly RowView[], before: readonly RowView[] = []): readonly RowView[] {
  const byNumber = new Map(before.map((row) => [row.number, row]));
  return rows.map((row) => {
    const previousRow = byNumber.get(row.number);
    return previousRow && isSameValue(previousRow, row) ? previousRow : row;
  });
}

/** An import from a spreadsheet into a list: choosing the source, reviewing, sending. It outlives its screen. */
export class ImportDraft {
  /** The review; undefined in the first step. */
  review: ListReview | undefined = undefined;
  progress: Progress | undefined = undefined;
  /** Tells whether only rows that need attention are listed. */
  isOpenOnly = false;
  /** Tells whether an import was stopped because newer values conflict with it. */
  private isAwaitingDecision = false;
  private visibleCount = PAGE_ROWS;
  private sheetEdits: Readonly<Record<number, SheetEdit>> = {};
  private rowEdits: Readonly<Record<number, RowEdit>> = {};
  private answers: Readonly<Record<string, string>> = {};
  /** Refusals of the server, by row number. */
  private refusals: ReadonlyMap<number, string> = new Map();
  readonly kind: ImportKind;
  readonly source: ImportSource;
  readonly #business: BusinessStore;
  readonly #reader: ListReader;
  readonly #memory: ImportMemoryStore;
  /** The number of files opened so far, by which a review of an earlier file is recognised and dropped. */
  #openCount = 0;
  #runningReview: Promise<void> | undefined;
  #needsReview = false;
  #shouldMarkSeen = true;
  #sentState: unknown;
  /** Sales, purchases, suppliers and stock values, with which the import of a workbook is compared. */
  #records: PastRecords = NO_RECORDS;

  constructor({ business, tab, reader, memory }: ImportDraftOptions) {
    this.#business = business;
    this.#reader = reader;
    this.#memory = memory;
    this.kind = importKind(tab, () => business.state);
    this.source = new ImportSource({
      begin: () => this.reset(),
      open: async (files, { encoding }) => {
        const [opening] = await Promise.all([reader.open(tab, files, encoding), memory.reload()]);
        return opening.ok ? { ok: true, show: () => this.startReview(opening) } : opening;
      },
    });
    makeAutoObservable<this, 'sheetEdits' | 'rowEdits' | 'answers' | 'refusals'>(
      this,
      {
        kind: false,
        source: false,
        review: observableRef,
        sheetEdits: observableRef,
        rowEdits: observableRef,
        answers: observableRef,
        refusals: observableRef,
      },
      { autoBind: true },
    );
  }

  get isSending(): boolean {
    return this.progress !== undefined;
  }

  /** The number of rows that would be imported. */
  get importedRowCount(): number {
    const { tally } = this.review ?? {};
    return tally ? tally.add + tally.update : 0;
  }

  /** Tells whether conflicting values have to be decided before the import. */
  get hasConflict(): boolean {
    return this.isAwaitingDecision && (this.review?.newer.length ?? 0) > 0;
  }

  textOf({ number, texts }: RowView, column: ColumnName): string {
    return this.rowEdits[number]?.texts?.[column] ?? texts[column];
  }

  choiceOf({ number, choice }: RowView): RowChoice {
    return this.rowEdits[number]?.choice ?? choice;
  }

  refusalOf({ number }: RowView): string | undefined {
    return this.refusals.get(number);
  }

  answerTo(key: string): string {
    return this.answers[key] ?? '';
  }

  editCell({ number }: RowView, column: ColumnName, text: string): void {
    const cellText = column === 'amount' ? keepNumeralCharacters(text) : text;
    this.editRow(number, { texts: { ...this.rowEdits[number]?.texts, [column]: cellText } });
  }

  choose({ number }: RowView, choice: RowChoice): void {
    this.editRow(number, { choice });
  }

  /** Adds answers of the owner and reviews again. @param answers by the key of the question */
  answer(answers: Readonly<Record<string, string>>): void {
    this.answers = { ...this.answers, ...answers };
    void this.refreshReview();
  }

  changeSheet(index: number, edit: SheetEdit): void {
    this.sheetEdits = { ...this.sheetEdits, [index]: { ...this.sheetEdits[index], ...edit } };
    // The edits are keyed by a row's index among all rows, which has changed.
    this.rowEdits = {};
    this.refusals = new Map();
    void this.refreshReview();
  }

  placeColumn(index: number, column: ColumnName, place: number | null): void {
    const reviewedPlaces = this.review?.sheets.find((sheet) => sheet.index === index)?.places;
    // A column may be chosen while the choice of another one is still being reviewed.
    const places = { ...reviewedPlaces, ...this.sheetEdits[index]?.places };
    this.changeSheet(index, { places: moveColumn(places, column, place) });
  }

  showMore(): void {
    this.visibleCount += PAGE_ROWS;
    void this.refreshReview();
  }

  showOpenOnly(isOpenOnly: boolean): void {
    this.isOpenOnly = isOpenOnly;
    this.visibleCount = PAGE_ROWS;
    void this.refreshReview();
  }

  /** Includes or leaves out what the file hides. */
  showHidden(withHidden: boolean): void {
    this.source.show(withHidden);
    this.rowEdits = {};
    void this.refreshReview();
  }

  /** Repeats the review after answers, edits or changes of the business; one review runs at a time. */
  refreshReview(): Promise<void> {
    this.#needsReview = true;
    this.#runningReview ??= this.reviewUntilCurrent().finally(() => (this.#runningReview = undefined));
    return this.#runningReview;
  }

  /** Returns to the text, including edits of the rows. */
  async goBack(): Promise<void> {
    const text = await this.#reader.text();
    runInAction(() => {
      this.source.type(text);
      this.review = undefined;
    });
  }

  /** Keeps the saved values where they conflict. */
  keepSaved(): void {
    for (const number of this.review?.newerRows ?? []) this.editRow(number, { choice: 'skip' });
  }

  /** Accepts the list's current values as seen, so that the import overwrites them. */
  overwriteNewer(): void {
    this.#shouldMarkSeen = true;
    void this.refreshReview();
  }

  /**
   * Imports all valid rows as one change, or as several where one is too large. Resolves to whether nothing is left to
   * do; otherwise the remaining rows stay with their problems. A conflict with newer values is asked about first.
   */
  async importRows(): Promise<boolean> {
    if (this.isSending) return false;
    await this.refreshReview();
    if (this.importedRowCount === 0) return false;
    runInAction(() => {
      this.source.problem = undefined;
      this.isAwaitingDecision = (this.review?.newer.length ?? 0) > 0;
    });
    if (this.isAwaitingDecision) return false;
    const hasSucceeded = await this.send();
    runInAction(() => (this.progress = undefined));
    this.rememberAnswers();
    const { tally } = this.review ?? {};
    if (!hasSucceeded || !tally || tally.wrong + tally.waiting + tally.refused > 0) return false;
    runInAction(() => {
      this.source.type('');
      this.reset();
    });
    this.#reader.close();
    return true;
  }

  /** Reads sales and purchases, which a workbook contains and which are not loaded. @returns whether it succeeded */
  private async readRecords(): Promise<boolean> {
    try {
      const [sales, purchasing] = await Promise.all([allSales(this.#business), readAllPurchasing(this.#business)]);
      this.#records = { ...purchasing, sales: salesFrom(sales) };
      this.#business.addPurchasing(purchasing);
      return true;
    } catch {
      this.source.showProblem(
        'Não deu para ler as vendas e compras que já estão no Prumo. Confira a internet e tente de novo.',
      );
      return false;
    }
  }

  private withRecords(state: Business): Business {
    const { sales, purchases, suppliers, stockValues } = this.#records;
    return {
      ...state,
      sales: new Map([...state.sales, ...sales]),
      purchases: new Map([...purchases, ...state.purchases]),
      suppliers: new Map([...suppliers, ...state.suppliers]),
      stockValues: new Map([...stockValues, ...state.stockValues]),
    };
  }

  private editRow(number: number, edit: RowEdit): void {
    this.rowEdits = { ...this.rowEdits, [number]: { ...this.rowEdits[number], ...edit } };
    this.refusals = new Map([...this.refusals].filter(([other]) => other !== number));
    void this.refreshReview();
  }

  private async startReview({ isWorkbook }: { readonly isWorkbook: boolean }): Promise<void> {
    if (!isWorkbook || (await this.readRecords())) await this.refreshReview();
    runInAction(() => {
      if (this.review?.total !== 0) return;
      this.review = undefined;
      this.source.showProblem(NO_LINES);
    });
  }

  private reset(): void {
    this.#openCount += 1;
    this.review = undefined;
    this.sheetEdits = {};
    this.rowEdits = {};
    this.answers = {};
    this.refusals = new Map();
    this.visibleCount = PAGE_ROWS;
    this.isOpenOnly = false;
    this.isAwaitingDecision = false;
    this.#shouldMarkSeen = true;
    this.#sentState = undefined;
    this.#records = NO_RECORDS;
  }

  /** Answers about component names from earlier files. */
  private get matches(): Answers {
    return this.kind.components ? rememberedMatches(this.#memory.names, this.#business.state) : {};
  }

  /** Remembers the answers for later files, once a part of this one is imported. */
  private rememberAnswers(): void {
    const { sheets = [], tally } = this.review ?? {};
    if (!tally || tally.done === 0) return;
    const { state } = this.#business;
    const { kind, answers } = this;
    this.#memory.add(memoryEntriesOf({ kind, state, sheets, edits: this.sheetEdits, answers, memory: this.#memory }));
  }

  private async reviewUntilCurrent(): Promise<void> {
    while (this.#needsReview) {
      this.#needsReview = false;
      const { state } = this.#business;
      const openCount = this.#openCount;
      const shouldMarkSeen = this.#shouldMarkSeen;
      try {
        const review = await this.#reader.review({
          state: state === this.#sentState ? undefined : this.withRecords(state),
          withHidden: this.source.withHidden,
          sheets: this.sheetEdits,
          rows: this.rowEdits,
          answers: { ...this.matches, ...this.answers },
          layouts: this.#memory.layouts,
          visibleCount: this.visibleCount,
          isOpenOnly: this.isOpenOnly,
          shouldMarkSeen,
          today: dayOf(new Date()),
        });
        if (openCount !== this.#openCount) continue;
        this.#sentState = state;
        if (shouldMarkSeen) this.#shouldMarkSeen = false;
        runInAction(() => (this.review = { ...review, rows: reuseEqualRows(review.rows, this.review?.rows) }));
      } catch {
        runInAction(() => {
          this.review = undefined;
          this.source.showProblem(TOO_SLOW);
        });
        return;
      }
    }
  }

  /** Sends the parts one by one. @returns whether all succeeded */
  private async send(): Promise<boolean> {
    dismissUndo();
    const undos: (() => Promise<SaveOutcome>)[] = [];
    const totals = { add: 0, update: 0 };
    const parts = this.review?.parts ?? 0;
    for (let part = 1; (this.review?.parts ?? 0) > 0; part += 1) {
      runInAction(() => (this.progress = { part, parts: Math.max(part, parts) }));
      let sentPart: ImportPart | undefined;
      const outcome = await applyToNewest(this.#business, {
        commands: async () => {
          if (this.#sentState !== this.#business.state) await this.refreshReview();
          sentPart = await this.#reader.part(0);
          return sentPart.commands;
        },
        isContested: async () => {
          await this.refreshReview();
          return (this.review?.newer.length ?? 0) > 0;
        },
      });
      if (outcome.kind === 'failed') {
        runInAction(() => this.showFailure(outcome.failure, { sentPart, importedParts: part - 1, parts }));
        if (undos.length > 0) this.offerUndoOfAll(undos, totals);
        return false;
      }
      if (outcome.undo) undos.push(outcome.undo);
      totals.add += sentPart?.addedCount ?? 0;
      totals.update += sentPart?.updatedCount ?? 0;
      await this.#reader.finish((sentPart?.rowNumbers ?? []).flat());
      // Only the server has all purchases that a price follows from.
      if (sentPart?.commands.some(({ type }) => type === 'EnterPurchase')) await this.#business.reader.refresh();
      this.#shouldMarkSeen = true;
      await this.refreshReview();
    }
    this.offerUndoOfAll(undos, totals);
    return true;
  }

  /** Offers to undo all parts at once, last one first. */
  private offerUndoOfAll(
    undos: readonly (() => Promise<SaveOutcome>)[],
    totals: { readonly add: number; readonly update: number },
  ): void {
    const [onlyUndo] = undos;
    const undoAll = async (): Promise<SaveOutcome> => {
      let outcome: SaveOutcome = { kind: 'saved', id: '' };
      for (const undo of undos.toReversed()) {
        outcome = await undo();
        if (outcome.kind === 'failed') return outcome;
      }
      return outcome;
    };
    offerUndo(
      { kind: 'saved', id: '', ...(onlyUndo && { undo: undos.length === 1 ? onlyUndo : undoAll }) },
      { text: this.review?.workbook ? importedWorkbookText(totals) : importedText(this.kind, totals) },
    );
  }

  private showFailure(
    failure: Failure,
    {
      sentPart,
      importedParts,
      parts,
    }: { readonly sentPart: ImportPart | undefined; readonly importedParts: number; readonly parts: number },
  ): void {
    this.isAwaitingDecision = failure.isOutdated === true && (this.review?.newer.length ?? 0) > 0;
    if (this.isAwaitingDecision) return;
    this.source.showProblem(
      importedParts === 0
        ? `Nada foi importado. ${failure.sentence}`
        : `${formatCount(importedParts)} de ${formatCount(parts)} partes entraram. O resto não: ${failure.sentence}`,
    );
    // The server names a call by its path in the request: 'calls.3.body.unit_price'.
    const refusals = Object.entries(failure.fields).flatMap(([field, sentence]) => {
      const numbers = sentPart?.rowNumbers[Number(/^calls\.(\d+)/.exec(field)?.[1] ?? -1)] ?? [];
      return numbers.map((number) => [number, sentence] as const);
    });
    this.refusals = new Map(refusals);
  }
}

/** The result in words: '12 insumos incluídos, 1 atualizado'. */
function importedText(
  { words: { one, many, isFeminine } }: { readonly words: Pick<ImportKind['words'], 'one' | 'many' | 'isFeminine'> },
  { add, update }: { readonly add: number; readonly update: number },
): string {
  const ending = isFeminine ? 'a' : 'o';
  const parts = [
    ...(add > 0 ? [`${formatCount(add)} ${add === 1 ? `${one} incluíd${ending}` : `${many} incluíd${ending}s`}`] : []),
    ...(update > 0 ? [`${formatCount(update)} atualizad${ending}${update === 1 ? '' : 's'}`] : []),
  ];
  return parts.join(', ');
}

/** The result of importing a workbook in words: 'Planilha trazida: 120 linhas incluídas, 1 atualizada'. */
const importedWorkbookText = (totals: { readonly add: number; readonly update: number }): string =>
  `Planilha trazida: ${importedText({ words: { one: 'linha', many: 'linhas', isFeminine: true } }, totals)}`;
