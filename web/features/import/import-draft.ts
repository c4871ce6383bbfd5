import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { salesFrom } from '#contract/entities/sales.ts';
import { dayOf } from '#contract/instants.ts';
import type { Business } from '#domain/business/state.ts';
import { count } from '#domain/format.ts';
import { keepNumeralCharacters } from '#domain/numerals.ts';
import { isSameValue } from '#domain/same-value.ts';
import type { Failure, Outcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { offerUndo, withdrawUndo } from '../entry/announce-change.ts';
import { makeOnNewest } from '../entry/change-set.ts';
import { movedColumn } from '../files/column-choices.tsx';
import { ImportSource } from '../files/import-source.ts';
import type { ImportMemory } from '../import-memory/import-memory.ts';
import type { ImportTab } from '../places/import-address.ts';
import type { Answers, ColumnName, ImportKind } from '../fields/import-kind.ts';
import { importKind } from './import-kinds.ts';
import { rememberedMatches, memoryEntriesOf } from './list-memory.ts';
import type { ImportPart } from './list-parts.ts';
import { type ListReader, type ListReview, NO_LINES, type RowEdit } from './list-reader.ts';
import type { SheetEdit } from './read-sheet.ts';
import type { RowChoice } from './review.ts';
import type { RowView } from './row-view.ts';
import { allPurchasing, type Purchasing } from '../fields/purchasing.ts';
import { allSales } from '../mix/sales-reading.ts';

/** The number of rows that are rendered at first. */
const SHOWN = 200;
type Past = Purchasing & Pick<Business, 'sales'>;
const NO_PAST: Past = { sales: new Map(), purchases: new Map(), suppliers: new Map(), stockValues: new Map() };
const TOO_SLOW = 'Esta planilha demora demais neste aparelho. Divida-a em partes e tente de novo.';

interface ImportDraftOptions {
  readonly business: BusinessStore;
  readonly tab: ImportTab;
  readonly reader: ListReader;
  readonly memory: ImportMemory;
}

interface Progress {
  readonly part: number;
  readonly parts: number;
}

/** Rows without a change keep their identity, so that the screen renders only the others. */
function sameWhereEqual(rows: readonly RowView[], before: readonly RowView[] = []): readonly RowView[] {
  const byNumber = new Map(before.map((row) => [row.number, row]));
  return rows.map((row) => {
    const former = byNumber.get(row.number);
    return former && isSameValue(former, row) ? former : row;
  });
}

/** An import from a spreadsheet into a list: pasted, reviewed, sent. It outlives its screen. */
export class ImportDraft {
  /** The review; undefined in the first step. */
  review: ListReview | undefined = undefined;
  progress: Progress | undefined = undefined;
  /** Whether only rows that need attention are shown. */
  showsOpenOnly = false;
  /** Whether an import was stopped because newer values conflict with it. */
  private isAwaitingDecision = false;
  private shown = SHOWN;
  private sheets: Readonly<Record<number, SheetEdit>> = {};
  private rows: Readonly<Record<number, RowEdit>> = {};
  private answers: Readonly<Record<string, string>> = {};
  /** Refusals of the server, by row number. */
  private refusals: ReadonlyMap<number, string> = new Map();
  readonly kind: ImportKind;
  readonly source: ImportSource;
  readonly #business: BusinessStore;
  readonly #reader: ListReader;
  readonly #memory: ImportMemory;
  /** The number of opened files: a review of an earlier one is dropped. */
  #opened = 0;
  #running: Promise<void> | undefined;
  #needsReview = false;
  #isKnown = true;
  #sent: unknown;
  /** Sales, purchases, suppliers and stock values, with which the import of a workbook is compared. */
  #past: Past = NO_PAST;

  constructor({ business, tab, reader, memory }: ImportDraftOptions) {
    this.#business = business;
    this.#reader = reader;
    this.#memory = memory;
    this.kind = importKind(tab, () => business.state);
    this.source = new ImportSource({
      begin: () => this.forget(),
      open: async (files, { encoding }) => {
        const [opening] = await Promise.all([reader.open(tab, files, encoding), memory.read()]);
        return opening.ok ? { ok: true, show: () => this.show(opening) } : opening;
      },
    });
    makeAutoObservable<this, 'sheets' | 'rows' | 'answers' | 'refusals'>(
      this,
      {
        kind: false,
        source: false,
        review: observableRef,
        sheets: observableRef,
        rows: observableRef,
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

  /** Whether conflicting values have to be decided before the import. */
  get isAsking(): boolean {
    return this.isAwaitingDecision && (this.review?.newer.length ?? 0) > 0;
  }

  textOf({ number, texts }: RowView, column: ColumnName): string {
    return this.rows[number]?.texts?.[column] ?? texts[column];
  }

  choiceOf({ number, choice }: RowView): RowChoice {
    return this.rows[number]?.choice ?? choice;
  }

  refusalOf({ number }: RowView): string | undefined {
    return this.refusals.get(number);
  }

  answerTo(key: string): string {
    return this.answers[key] ?? '';
  }

  editCell({ number }: RowView, column: ColumnName, text: string): void {
    const kept = column === 'amount' ? keepNumeralCharacters(text) : text;
    this.edit(number, { texts: { ...this.rows[number]?.texts, [column]: kept } });
  }

  choose({ number }: RowView, choice: RowChoice): void {
    this.edit(number, { choice });
  }

  /** @param said the answers, by question key */
  answer(said: Readonly<Record<string, string>>): void {
    this.answers = { ...this.answers, ...said };
    void this.refreshReview();
  }

  changeSheet(index: number, edit: SheetEdit): void {
    this.sheets = { ...this.sheets, [index]: { ...this.sheets[index], ...edit } };
    // The edits are keyed by a row's place among all rows, which has changed.
    this.rows = {};
    this.refusals = new Map();
    void this.refreshReview();
  }

  placeColumn(index: number, column: ColumnName, place: number | null): void {
    const places = this.review?.sheets.find((sheet) => sheet.index === index)?.places ?? {};
    this.changeSheet(index, { places: movedColumn(places, column, place) });
  }

  showMore(): void {
    this.shown += SHOWN;
    void this.refreshReview();
  }

  showOpenOnly(isOpenOnly: boolean): void {
    this.showsOpenOnly = isOpenOnly;
    this.shown = SHOWN;
    void this.refreshReview();
  }

  /** Includes or leaves out what the file hides. */
  showHidden(withHidden: boolean): void {
    this.source.show(withHidden);
    this.rows = {};
    void this.refreshReview();
  }

  /** Repeats the review after answers, edits or changes of the business; one review runs at a time. */
  refreshReview(): Promise<void> {
    this.#needsReview = true;
    this.#running ??= this.reviewUntilNewest().finally(() => (this.#running = undefined));
    return this.#running;
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
    for (const number of this.review?.newerRows ?? []) this.edit(number, { choice: 'skip' });
  }

  /** Accepts the list's current values as seen, so that the import overwrites them. */
  takeOver(): void {
    this.#isKnown = true;
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
    const ended = await this.send();
    runInAction(() => (this.progress = undefined));
    this.remember();
    const { tally } = this.review ?? {};
    if (!ended || !tally || tally.wrong + tally.waiting + tally.refused > 0) return false;
    runInAction(() => {
      this.source.type('');
      this.forget();
    });
    this.#reader.close();
    return true;
  }

  /** Reads sales and purchases, which are not loaded and which a workbook contains. @returns whether they could be read */
  private async readPast(): Promise<boolean> {
    try {
      const [sales, purchasing] = await Promise.all([allSales(this.#business), allPurchasing(this.#business)]);
      this.#past = { ...purchasing, sales: salesFrom(sales) };
      this.#business.knowPurchasing(purchasing);
      return true;
    } catch {
      this.source.complain(
        'Não deu para ler as vendas e compras que já estão no Prumo. Confira a internet e tente de novo.',
      );
      return false;
    }
  }

  private withPast(state: Business): Business {
    const { sales, purchases, suppliers, stockValues } = this.#past;
    return {
      ...state,
      sales: new Map([...state.sales, ...sales]),
      purchases: new Map([...purchases, ...state.purchases]),
      suppliers: new Map([...suppliers, ...state.suppliers]),
      stockValues: new Map([...stockValues, ...state.stockValues]),
    };
  }

  private edit(number: number, edit: RowEdit): void {
    this.rows = { ...this.rows, [number]: { ...this.rows[number], ...edit } };
    this.refusals = new Map([...this.refusals].filter(([other]) => other !== number));
    void this.refreshReview();
  }

  private async show({ isWorkbook }: { readonly isWorkbook: boolean }): Promise<void> {
    if (!isWorkbook || (await this.readPast())) await this.refreshReview();
    runInAction(() => {
      if (this.review?.total !== 0) return;
      this.review = undefined;
      this.source.complain(NO_LINES);
    });
  }

  private forget(): void {
    this.#opened += 1;
    this.review = undefined;
    this.sheets = {};
    this.rows = {};
    this.answers = {};
    this.refusals = new Map();
    this.shown = SHOWN;
    this.showsOpenOnly = false;
    this.isAwaitingDecision = false;
    this.#isKnown = true;
    this.#sent = undefined;
    this.#past = NO_PAST;
  }

  /** Answers about component names from earlier files. */
  private get matches(): Answers {
    return this.kind.components ? rememberedMatches(this.#memory.names, this.#business.state) : {};
  }

  /** Remembers the answers for later files, once a part of this one is imported. */
  private remember(): void {
    const { sheets = [], tally } = this.review ?? {};
    if (!tally || tally.done === 0) return;
    const { state } = this.#business;
    const { kind, answers } = this;
    this.#memory.learn(memoryEntriesOf({ kind, state, sheets, edits: this.sheets, answers, memory: this.#memory }));
  }

  private async reviewUntilNewest(): Promise<void> {
    while (this.#needsReview) {
      this.#needsReview = false;
      const { state } = this.#business;
      const opened = this.#opened;
      const isKnown = this.#isKnown;
      try {
        const review = await this.#reader.review({
          state: state === this.#sent ? undefined : this.withPast(state),
          withHidden: this.source.withHidden,
          sheets: this.sheets,
          rows: this.rows,
          answers: { ...this.matches, ...this.answers },
          layouts: this.#memory.layouts,
          shown: this.shown,
          isOpenOnly: this.showsOpenOnly,
          isKnown,
          today: dayOf(new Date()),
        });
        if (opened !== this.#opened) continue;
        this.#sent = state;
        if (isKnown) this.#isKnown = false;
        runInAction(() => (this.review = { ...review, rows: sameWhereEqual(review.rows, this.review?.rows) }));
      } catch {
        runInAction(() => {
          this.review = undefined;
          this.source.complain(TOO_SLOW);
        });
        return;
      }
    }
  }

  /** Sends part by part. @returns whether all succeeded */
  private async send(): Promise<boolean> {
    withdrawUndo();
    const undos: (() => Promise<Outcome>)[] = [];
    const sum = { add: 0, update: 0 };
    const parts = this.review?.parts ?? 0;
    for (let part = 1; (this.review?.parts ?? 0) > 0; part += 1) {
      runInAction(() => (this.progress = { part, parts: Math.max(part, parts) }));
      let sent: ImportPart | undefined;
      const ended = await makeOnNewest(this.#business, {
        commands: async () => {
          if (this.#sent !== this.#business.state) await this.refreshReview();
          sent = await this.#reader.part(0);
          return sent.commands;
        },
        isContested: async () => {
          await this.refreshReview();
          return (this.review?.newer.length ?? 0) > 0;
        },
      });
      if (ended.kind === 'failed') {
        runInAction(() => this.bringBack(ended.failure, { sent, before: part - 1, parts }));
        if (undos.length > 0) this.offer(undos, sum);
        return false;
      }
      if (ended.undo) undos.push(ended.undo);
      sum.add += sent?.add ?? 0;
      sum.update += sent?.update ?? 0;
      await this.#reader.finish((sent?.rows ?? []).flat());
      // Only the server has all purchases that a price follows from.
      if (sent?.commands.some(({ type }) => type === 'EnterPurchase')) await this.#business.refresh();
      this.#isKnown = true;
      await this.refreshReview();
    }
    this.offer(undos, sum);
    return true;
  }

  /** Offers to undo all parts at once, last one first. */
  private offer(
    undos: readonly (() => Promise<Outcome>)[],
    sum: { readonly add: number; readonly update: number },
  ): void {
    const [only] = undos;
    const all = async (): Promise<Outcome> => {
      let ended: Outcome = { kind: 'saved', id: '' };
      for (const undo of undos.toReversed()) {
        ended = await undo();
        if (ended.kind === 'failed') return ended;
      }
      return ended;
    };
    offerUndo(
      { kind: 'saved', id: '', ...(only && { undo: undos.length === 1 ? only : all }) },
      { text: this.review?.workbook ? importedWorkbookText(sum) : importedText(this.kind, sum) },
    );
  }

  private bringBack(
    failure: Failure,
    { sent, before, parts }: { readonly sent: ImportPart | undefined; readonly before: number; readonly parts: number },
  ): void {
    this.isAwaitingDecision = failure.isOutdated === true && (this.review?.newer.length ?? 0) > 0;
    if (this.isAwaitingDecision) return;
    this.source.complain(
      before === 0
        ? `Nada foi importado. ${failure.sentence}`
        : `${count(before)} de ${count(parts)} partes entraram. O resto não: ${failure.sentence}`,
    );
    // The server names a call by its path in the request: 'calls.3.body.unit_price'.
    const refusals = Object.entries(failure.fields).flatMap(([field, sentence]) => {
      const numbers = sent?.rows[Number(/^calls\.(\d+)/.exec(field)?.[1] ?? -1)] ?? [];
      return numbers.map((number) => [number, sentence] as const);
    });
    this.refusals = new Map(refusals);
  }
}

/** '12 insumos incluídos, 1 atualizado' */
function importedText(
  { words: { one, many, isFeminine } }: { readonly words: Pick<ImportKind['words'], 'one' | 'many' | 'isFeminine'> },
  { add, update }: { readonly add: number; readonly update: number },
): string {
  const ending = isFeminine ? 'a' : 'o';
  const parts = [
    ...(add > 0 ? [`${count(add)} ${add === 1 ? `${one} incluíd${ending}` : `${many} incluíd${ending}s`}`] : []),
    ...(update > 0 ? [`${count(update)} atualizad${ending}${update === 1 ? '' : 's'}`] : []),
  ];
  return parts.join(', ');
}

/** 'Planilha trazida: 120 linhas incluídas, 1 atualizada' */
const importedWorkbookText = (sum: { readonly add: number; readonly update: number }): string =>
  `Planilha trazida: ${importedText({ words: { one: 'linha', many: 'linhas', isFeminine: true } }, sum)}`;
