import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { CHANGE_SET_LIMIT } from '#contract/change-set.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { count } from '#domain/format.ts';
import type { Failure } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { makeSet } from '../entry/change-set.ts';
import type { Encoding, EncodingChoice } from '../files/encoding.ts';
import { readFile, textSheet } from '../files/read-file.ts';
import { FileRefused, isError, MAX_BYTES, type Sheet, TOO_LARGE } from '../files/sheet.ts';
import { type Table, tableOf } from '../files/table.ts';
import { columnsIn, filledRows, headingAt, readColumns } from './columns.ts';
import type { ImportTab } from './import-address.ts';
import type { HeldRow, ImportKind, RowTexts, SheetColumn } from './import-kind.ts';
import { importKind } from './import-kinds.ts';
import { type Fate, ImportRow } from './import-row.ts';
import { type NewerRow, newerRow } from './newer-row.ts';
import { textOfRows } from './rows-text.ts';
import { takenInWords } from './taken-in-words.ts';

/** How the preview would end, in numbers. */
export interface Tally {
  readonly add: number;
  readonly update: number;
  readonly same: number;
  readonly skip: number;
  readonly wrong: number;
}

/** A spreadsheet on its way into a list: pasted, looked through, taken as one change. It outlives its screen. */
export class ImportDraft {
  text = '';
  /** There are rows to look through, or undefined while the text is being pasted. */
  rows: readonly ImportRow[] | undefined = undefined;
  problem: string | undefined = undefined;
  /** How the file was read that the rows are from. */
  table: Table | undefined = undefined;
  /** Is what the file hides taken in? */
  withHidden = false;
  /** The letters that the file may be in, until one is chosen. */
  encodings: readonly EncodingChoice[] = [];
  private sheets: readonly Sheet[] = [];
  #bytes = new Uint8Array();
  #times = 0;
  isSending = false;
  /** What the list held when it was last looked at, by id: the rows are made for that. */
  private known: ReadonlyMap<string, HeldRow> = new Map();
  /** It was to be taken while newer values stood against it. */
  private isHeldUp = false;
  readonly kind: ImportKind;
  readonly #business: BusinessStore;

  constructor(business: BusinessStore, tab: ImportTab) {
    this.#business = business;
    this.kind = importKind(tab, () => business.state);
    makeAutoObservable<this, 'known' | 'sheets'>(
      this,
      {
        rows: observableRef,
        known: observableRef,
        kind: false,
        table: observableRef,
        encodings: observableRef,
        sheets: observableRef,
      },
      { autoBind: true },
    );
  }

  /** What the list holds, by what it is about. */
  get held(): ReadonlyMap<string, HeldRow> {
    return new Map(this.kind.held(this.#business.state).map((row) => [this.kind.keyOf(row), row]));
  }

  /** All that stands in the rows. */
  get sheet(): readonly RowTexts[] {
    return (this.rows ?? []).map(({ texts }) => texts);
  }

  /** By what it is about, the number of the first row. */
  get firstRows(): ReadonlyMap<string, number> {
    const first = new Map<string, number>();
    for (const { texts, number } of this.rows ?? []) {
      const key = this.kind.keyOf(texts);
      if (!first.has(key)) first.set(key, number);
    }
    return first;
  }

  /** Those that are shown: a seldom one where the sheet says something in it. */
  get columns(): readonly SheetColumn[] {
    return this.kind.columns.filter(
      ({ is, isSeldom }) => !isSeldom || (this.rows ?? []).some(({ texts }) => texts[is] !== ''),
    );
  }

  heldFor(row: ImportRow): HeldRow | undefined {
    return this.held.get(this.kind.keyOf(row.texts));
  }

  /** The number of an earlier row about the same. */
  earlierThan(row: ImportRow): number | undefined {
    const key = this.kind.keyOf(row.texts);
    const first = this.firstRows.get(key);
    return first === row.number || key === '' ? undefined : first;
  }

  fateOf(row: ImportRow): Fate {
    return row.fate(this.heldFor(row), this.earlierThan(row) !== undefined, this.sheet);
  }

  /** What a row would change, where that has been added or changed since it was looked at. */
  newerThan(row: ImportRow): NewerRow | undefined {
    return newerRow(row, this.fateOf(row), this.known);
  }

  get contested(): readonly NewerRow[] {
    return (this.rows ?? []).flatMap((row) => this.newerThan(row) ?? []);
  }

  /** Is it to be said which of the two values counts, before anything is taken? */
  get isAsking(): boolean {
    return this.isHeldUp && this.contested.length > 0;
  }

  get tally(): Tally {
    const tally = { add: 0, update: 0, same: 0, skip: 0, wrong: 0 };
    for (const row of this.rows ?? []) tally[this.fateOf(row).kind] += 1;
    return tally;
  }

  get firstWrong(): ImportRow | undefined {
    return this.rows?.find((row) => this.fateOf(row).kind === 'wrong');
  }

  type(text: string): void {
    this.text = text;
    this.problem = undefined;
  }

  complain(sentence: string): void {
    this.problem = sentence;
  }

  /** From the text to its rows. Nothing is taken yet. */
  look(): void {
    this.lookAt(() => [textSheet(this.text, columnsIn(this.kind))]);
  }

  async chooseFile(file: File): Promise<void> {
    this.#times += 1;
    const time = this.#times;
    if (file.size > MAX_BYTES) return this.complain(TOO_LARGE);
    const bytes = await file.arrayBuffer().catch(() => undefined);
    if (time !== this.#times) return;
    if (!bytes) return this.complain('Não deu para ler este arquivo. Escolha de novo.');
    this.#bytes = new Uint8Array(bytes);
    await this.open();
  }

  /** @param encoding as somebody has chosen it */
  async open(encoding?: Encoding): Promise<void> {
    const time = this.#times;
    const reading = await readFile(this.#bytes, { columnsIn: columnsIn(this.kind), encoding }).catch(refusalOf);
    if (time !== this.#times) return;
    runInAction(() => {
      this.encodings = reading.kind === 'encodings' ? reading.choices : [];
      if (reading.kind === 'refused') this.complain(reading.sentence);
      else if (reading.kind === 'sheets') this.lookAt(() => reading.sheets);
      else this.problem = undefined;
    });
  }

  /** Takes in what the file hides, or leaves it out. The rows are read anew. */
  showHidden(withHidden: boolean): void {
    const { sheets } = this;
    this.lookAt(() => sheets, withHidden);
  }

  private lookAt(read: () => readonly Sheet[], withHidden = false): void {
    this.problem = undefined;
    try {
      const sheets = read();
      const isReadable = (rows: Table['rows']): boolean => readColumns(rows, this.kind).some(({ name }) => name !== '');
      const table = sheets.some(({ rows }) => rows.length > 0)
        ? tableOf(sheets, { isReadable, withHidden })
        : undefined;
      this.sheets = sheets;
      this.withHidden = withHidden;
      this.show(table ?? { rows: [], notes: [], hasHidden: false });
    } catch (error) {
      this.problem = refusalOf(error).sentence;
    }
  }

  private show(table: Table): void {
    const texts = readColumns(table.rows, this.kind);
    if (texts.length === 0) {
      this.problem = 'Não há linhas para importar. Cole as células da planilha ou escolha um arquivo.';
      return;
    }
    if (texts.length > CHANGE_SET_LIMIT) {
      this.problem = `São ${count(texts.length)} linhas, e o limite é de ${count(CHANGE_SET_LIMIT)} por vez. Importe em partes.`;
      return;
    }
    this.rows = texts.map((each, index) => new ImportRow({ number: index + 1, kind: this.kind, texts: each }));
    this.table = { ...table, notes: [...aboveNote(table.rows, this.kind), ...table.notes, ...errorNote(this.rows)] };
    this.takeOver();
  }

  /** What is contested stays as it is saved. */
  keepSaved(): void {
    for (const { row } of this.contested) row.choose('skip');
  }

  /** What the list holds now is known, and meant to be changed. */
  takeOver(): void {
    this.known = new Map(this.kind.held(this.#business.state).map((row) => [row.id, row]));
  }

  /** Back to the text, with what was put right in the rows. */
  goBack(): void {
    this.text = textOfRows(this.rows ?? [], this.kind);
    this.rows = undefined;
    this.table = undefined;
    this.problem = undefined;
  }

  /**
   * All rows as one change. Resolves to whether it was made; else everything is as it was, with what is wrong. While
   * newer values stand against it nothing is taken: it asks.
   */
  async take(): Promise<boolean> {
    const { add, update, wrong } = this.tally;
    if (wrong > 0 || add + update === 0 || this.isSending) return false;
    this.problem = undefined;
    this.isHeldUp = this.contested.length > 0;
    if (this.isHeldUp) return false;
    const rows = this.rows ?? [];
    let taken: readonly ImportRow[] = [];
    this.isSending = true;
    const ended = await makeSet(this.#business, {
      commands: () => {
        const changes = this.changesOf(rows);
        taken = changes.map(({ row }) => row);
        return changes.map(({ change }) => change);
      },
      isContested: () => this.contested.length > 0,
      text: takenInWords(this.kind, { add, update }),
    });
    runInAction(() => {
      this.isSending = false;
      if (ended.kind === 'failed') this.bringBack(ended.failure, taken);
      else this.clear();
    });
    return ended.kind !== 'failed';
  }

  private bringBack(failure: Failure, taken: readonly ImportRow[]): void {
    this.isHeldUp = failure.isOutdated === true && this.contested.length > 0;
    if (!this.isHeldUp) this.refuse(failure, taken);
  }

  private clear(): void {
    this.text = '';
    this.rows = undefined;
    this.table = undefined;
  }

  private changesOf(rows: readonly ImportRow[]): readonly { readonly row: ImportRow; readonly change: SingleChange }[] {
    const taken = rows.flatMap((row) => {
      const fate = this.fateOf(row);
      if (fate.kind !== 'add' && fate.kind !== 'update') return [];
      return [{ row, taken: { row: fate.row, held: fate.kind === 'update' ? fate.held : undefined } }];
    });
    const changes = this.kind.changes(
      taken.map((each) => each.taken),
      this.#business.state,
    );
    return changes.flatMap(({ row: index, change }) => {
      const of = taken[index];
      return of ? [{ row: of.row, change }] : [];
    });
  }

  /** The server speaks of the calls that it was sent: 'calls.3.body.unit_price'. */
  private refuse({ sentence, fields }: Failure, sent: readonly ImportRow[]): void {
    this.problem = `Nada foi importado. ${sentence}`;
    for (const [field, said] of Object.entries(fields)) {
      const index = /^calls\.(\d+)/.exec(field)?.[1];
      if (index !== undefined) sent[Number(index)]?.refuse(said);
    }
  }
}

/** @throws what is no refusal */
function refusalOf(error: unknown): { readonly kind: 'refused'; readonly sentence: string } {
  if (error instanceof FileRefused) return { kind: 'refused', sentence: error.message };
  throw error;
}

/** What stands above the headings is passed over. */
function aboveNote(table: Table['rows'], kind: ImportKind): readonly string[] {
  const rows = filledRows(table);
  const at = headingAt(rows, kind);
  const [title = ''] = (rows[0] ?? []).filter((cell) => cell !== '');
  if (at <= 0) return [];
  return [
    at === 1
      ? `A linha “${title}”, acima do cabeçalho, fica de fora.`
      : `As ${count(at)} linhas acima do cabeçalho ficam de fora. A primeira é “${title}”.`,
  ];
}

/** A row in which the spreadsheet's own sum is broken is left out. */
function errorNote(rows: readonly ImportRow[]): readonly string[] {
  const broken = rows.filter(({ texts }) => Object.values(texts).some(isError));
  for (const row of broken) row.choose('skip');
  if (broken.length === 0) return [];
  return [
    broken.length === 1
      ? `A linha ${broken[0]?.number} da lista tem uma conta quebrada na planilha (como #REF!) e fica de fora.`
      : `${count(broken.length)} linhas têm uma conta quebrada na planilha (como #REF!) e ficam de fora.`,
  ];
}
