import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import * as v from 'valibot';
import { dayOf } from '#contract/instants.ts';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { fromTenThousandths, type TenThousandths } from '#domain/decimal.ts';
import { formatMoney } from '#domain/format.ts';
import { QUOTAS } from '#domain/limits.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { createStoredValue, type StoredValue } from '#web/stores/stored-value.ts';
import { EMPTY_LINE, errorsByLine, type LineErrors, type LineTexts, readLine, lineInput } from './purchase-line.ts';
import { PurchaseSubmission } from './purchase-submission.ts';

const Text = v.string();
const HeadTexts = {
  supplier: Text,
  cnpj: Text,
  /** The day of the purchase; empty for today. */
  date: Text,
  number: Text,
  freight: Text,
  discount: Text,
  /** The receipt's printed total, to compare with the sum of the lines. */
  total: Text,
};
const Draft = v.object({
  /** The id of the purchase, so that sending it again after a lost answer does not make a second one. */
  id: Text,
  ...HeadTexts,
  lines: v.array(v.object({ item: Text, name: Text, packs: Text, pack: Text, price: Text })),
});
type Draft = v.InferOutput<typeof Draft>;
type HeadField = keyof typeof HeadTexts;
const DRAFT_FORMAT_VERSION = 1;

/**
 * Creates the store of the draft in local storage: a receipt of thirty lines survives a call, a closed page and a day
 * without a connection.
 */
export const receiptDraftStore = (storage: () => Storage, account: string): StoredValue<Draft> =>
  createStoredValue({ storage, name: 'receipt', account, formatVersion: DRAFT_FORMAT_VERSION, schema: Draft });

interface Row {
  readonly key: number;
  readonly texts: LineTexts;
}

interface ReceiptSum {
  readonly tenThousandths: TenThousandths;
  /** The number of lines whose total cannot be read. */
  readonly unreadableCount: number;
}

const EMPTY_HEAD: Omit<Draft, 'id' | 'lines'> = {
  supplier: '',
  cnpj: '',
  date: '',
  number: '',
  freight: '',
  discount: '',
  total: '',
};

const HEAD_FIELD_BY_PATH: Readonly<Record<string, HeadField>> = {
  'supplier.name': 'supplier',
  'supplier.id': 'supplier',
  'supplier.cnpj': 'cnpj',
  cnpj: 'cnpj',
  date: 'date',
  number: 'number',
  freight: 'freight',
  discount: 'discount',
};

const isBlank = ({ item, name, pack, price }: LineTexts): boolean =>
  item === '' && name === '' && pack.trim() === '' && price.trim() === '';

/** The form for a whole receipt; its draft stays on this device until the purchase is saved. */
export class Receipt {
  head = EMPTY_HEAD;
  rows: readonly Row[] = [];
  headErrors: { readonly [Field in HeadField]?: string | undefined } = {};
  lineErrors: ReadonlyMap<number, LineErrors> = new Map();
  problem: string | undefined = undefined;
  /** Tells whether another tab has changed the draft too. */
  isOpenElsewhere = false;
  readonly submission: PurchaseSubmission;
  readonly #draftStore: StoredValue<Draft>;
  /** The stored draft as this tab has last read or written it. */
  #storedText: string | undefined;
  #lastKey = 0;

  constructor(business: Pick<BusinessStore, 'changeOnServer' | 'readHistory'>, draftStore: StoredValue<Draft>) {
    this.submission = new PurchaseSubmission(business, 'nota');
    this.#draftStore = draftStore;
    const draft = draftStore.read();
    this.#storedText = JSON.stringify(draft);
    this.show(draft ?? { id: this.submission.id, lines: [], ...EMPTY_HEAD });
    makeAutoObservable(
      this,
      { head: observableRef, rows: observableRef, headErrors: observableRef, lineErrors: observableRef },
      { autoBind: true },
    );
  }

  /** The lines that are not blank. */
  get filledRows(): readonly Row[] {
    return this.rows.filter(({ texts }) => !isBlank(texts));
  }

  get sum(): ReceiptSum {
    const totals = this.filledRows.map(({ texts }) => readAmount(texts.price, AMOUNTS.purchaseTotal));
    const lines = totals.reduce((sum, total) => sum + (total.ok ? total.tenThousandths : 0), 0);
    const amount = lines + (this.amountOf('freight') ?? 0) - (this.amountOf('discount') ?? 0);
    return { tenThousandths: amount, unreadableCount: totals.filter(({ ok }) => !ok).length };
  }

  /** The typed total of the receipt minus the sum of its lines; undefined while no total is typed. */
  get difference(): TenThousandths | undefined {
    const total = readAmount(this.head.total, AMOUNTS.purchaseTotal);
    return total.ok ? total.tenThousandths - this.sum.tenThousandths : undefined;
  }

  get isEmpty(): boolean {
    return this.filledRows.length === 0 && Object.values(this.head).every((text) => text.trim() === '');
  }

  type(field: HeadField, text: string): void {
    this.head = { ...this.head, [field]: text };
    this.headErrors = { ...this.headErrors, [field]: undefined };
    this.saveDraft();
  }

  typeLine(key: number, texts: Partial<LineTexts>): void {
    this.rows = this.rows.map((row) => (row.key === key ? { key, texts: { ...row.texts, ...texts } } : row));
    const errors = Object.entries(this.lineErrors.get(key) ?? {}).filter(([field]) => !(field in texts));
    this.lineErrors = new Map(this.lineErrors).set(key, Object.fromEntries(errors));
    this.saveDraft();
  }

  addLine(): void {
    if (this.rows.length < QUOTAS.linesPerPurchase) this.rows = [...this.rows, this.createRow(EMPTY_LINE)];
  }

  /** Removes a line. @returns a function that restores it */
  removeLine(key: number): () => void {
    const before = this.rows;
    const rest = before.filter((row) => row.key !== key);
    this.rows = rest.length === 0 ? [this.createRow(EMPTY_LINE)] : rest;
    this.saveDraft();
    return () => {
      runInAction(() => {
        this.rows = before;
      });
      this.saveDraft();
    };
  }

  /** Takes over the draft that another tab has changed, so that typing here does not overwrite it. */
  followOtherTab(): void {
    const draft = this.#draftStore.read();
    const text = JSON.stringify(draft);
    if (text === this.#storedText || this.submission.isSending) return;
    this.#storedText = text;
    // What the other tab has saved or discarded stays here; saving it again tells that it was saved.
    if (!draft) return;
    this.clearErrors();
    this.submission.clear();
    this.show(draft);
    this.isOpenElsewhere = true;
  }

  async save(): Promise<void> {
    const body = this.readPurchase();
    if (!body) return;
    const { head, rows } = this;
    const { id } = this.submission;
    const submittedKeys = this.filledRows.map(({ key }) => key);
    const failure = await this.submission.send(body);
    runInAction(() => {
      if (!failure) {
        // Texts that were typed during the save stay, for another purchase.
        if (this.head === head && this.rows === rows) this.clear();
        else this.storeDraft();
        return;
      }
      if (this.submission.id !== id) this.storeDraft();
      const lines = [...errorsByLine(failure.fields)].map(
        ([index, errors]) => [submittedKeys[index] ?? -1, errors] as const,
      );
      this.lineErrors = new Map(lines);
      this.headErrors = Object.fromEntries(
        Object.entries(failure.fields).flatMap(([path, sentence]) => {
          const field = HEAD_FIELD_BY_PATH[path];
          return field ? [[field, sentence]] : [];
        }),
      );
      const hasFieldProblem = lines.length > 0 || Object.keys(this.headErrors).length > 0;
      this.problem = hasFieldProblem ? 'Nada foi salvo ainda: confira o que está marcado acima.' : failure.sentence;
    });
  }

  /** Discards the draft. @returns a function that restores it */
  discard(): () => void {
    const { head, rows } = this;
    const { id } = this.submission;
    this.clear();
    this.submission.clear();
    this.submission.renewId();
    return () => {
      runInAction(() => {
        this.head = head;
        this.rows = rows;
        this.submission.renewId(id);
      });
      this.saveDraft();
    };
  }

  private clear(): void {
    this.head = EMPTY_HEAD;
    this.rows = [this.createRow(EMPTY_LINE)];
    this.clearErrors();
    this.isOpenElsewhere = false;
    this.writeDraft(undefined);
  }

  private clearErrors(): void {
    this.headErrors = {};
    this.lineErrors = new Map();
    this.problem = undefined;
  }

  private show({ id, lines, ...head }: Draft): void {
    if (id !== this.submission.id) this.submission.renewId(id);
    this.head = head;
    this.rows = (lines.length === 0 ? [EMPTY_LINE] : lines).map((texts) => this.createRow(texts));
  }

  /** The purchase to send; undefined if a field cannot be read, whose error is then shown. */
  private readPurchase() {
    const { filledRows } = this;
    const readings = filledRows.map(({ key, texts }) => [key, readLine(texts)] as const);
    this.lineErrors = new Map(readings.flatMap(([key, reading]) => (reading.ok ? [] : [[key, reading.errors]])));
    const [freight, discount] = [this.amountOf('freight'), this.amountOf('discount')];
    const { supplier, cnpj, date, number } = this.head;
    this.headErrors = {
      ...(freight === undefined && { freight: this.amountProblem('freight') }),
      ...(discount === undefined && { discount: this.amountProblem('discount') }),
      ...(cnpj.trim() !== '' && supplier.trim() === '' && { supplier: 'Diga também o nome do fornecedor.' }),
      ...this.totalError,
    };
    const isWrong = this.lineErrors.size > 0 || Object.values(this.headErrors).some((error) => error !== undefined);
    this.problem = isWrong
      ? 'Nada foi salvo ainda: confira o que está marcado acima.'
      : filledRows.length === 0
        ? 'Diga pelo menos um item da compra.'
        : undefined;
    if (this.problem !== undefined || freight === undefined || discount === undefined) return undefined;
    return {
      source: 'manual' as const,
      date: date === '' ? dayOf(new Date()) : date,
      supplier: this.submission.suppliers.supplierInput(supplier, cnpj),
      number: number.trim() === '' ? null : number.trim(),
      freight: fromTenThousandths(freight),
      discount: fromTenThousandths(discount),
      lines: readings.flatMap(([, reading]) => (reading.ok ? [lineInput(reading.line, reading.line.price)] : [])),
    };
  }

  private get totalError(): { readonly total?: string } {
    const { difference, head } = this;
    if (head.total.trim() === '' || difference === 0) return {};
    if (difference === undefined) return { total: this.amountProblem('total') ?? '' };
    const amount = formatMoney(Math.abs(difference));
    return {
      total: `${difference > 0 ? `Faltam ${amount} nas linhas.` : `As linhas passam ${amount} do total.`} Corrija, ou apague o total para lançar assim.`,
    };
  }

  /** The typed amount; 0 for an empty field, undefined for one that cannot be read. */
  private amountOf(field: 'freight' | 'discount'): TenThousandths | undefined {
    const text = this.head[field];
    const reading = readAmount(text, AMOUNTS.purchaseTotal);
    if (text.trim() === '') return 0;
    return reading.ok ? reading.tenThousandths : undefined;
  }

  private amountProblem(field: 'freight' | 'discount' | 'total'): string | undefined {
    const reading = readAmount(this.head[field], AMOUNTS.purchaseTotal);
    return reading.ok ? undefined : reading.sentence;
  }

  private createRow(texts: LineTexts): Row {
    this.#lastKey += 1;
    return { key: this.#lastKey, texts };
  }

  private saveDraft(): void {
    this.problem = undefined;
    this.submission.clear();
    this.storeDraft();
  }

  private storeDraft(): void {
    const lines = this.rows.map(({ texts }) => texts);
    if (JSON.stringify(this.#draftStore.read()) !== this.#storedText) this.isOpenElsewhere = true;
    this.writeDraft(this.isEmpty ? undefined : { id: this.submission.id, ...this.head, lines });
  }

  private writeDraft(draft: Draft | undefined): void {
    this.#draftStore.write(draft);
    this.#storedText = JSON.stringify(this.#draftStore.read());
  }
}
