import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { AMOUNTS, readAmount, readOrders } from '#domain/amounts.ts';
import type { MonthRevenue } from '#domain/business/state.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { Failure, SaveOutcome } from '#web/stores/business/outcome.ts';
import { notify } from '#web/ui/notify.tsx';
import { notUndoneText } from '../entry/announce-change.ts';
import { conflictSentence, type ValueDifference, changesElsewhereSentence } from '../entry/conflict-sentences.ts';
import { moneyInputText } from '../entry/field.ts';
import { MONTHS } from '#contract/instants.ts';

export type MonthField = 'value' | 'orders';

type MonthFigures = Pick<MonthRevenue, MonthField>;

type MonthFieldReading =
  { readonly ok: true; readonly amount: number } | { readonly ok: false; readonly sentence: string };

/**
 * One month's card: two fields that are saved when they lose the focus, with an undo for the last save. An emptied
 * field means no sales: it is saved as 0 and shown empty.
 */
export class MonthEntry {
  readonly month: number;
  saving: 'no' | 'saving' | 'saved' | 'undone' = 'no';
  errors: { readonly [Field in MonthField]?: string } = {};
  /** The typed texts, until the saved value differs from the one they are based on. */
  private drafts: { readonly [Field in MonthField]?: string } = {};
  /** The field whose typed text has not been saved yet. */
  private dirtyField: MonthField | undefined = undefined;
  private undoSave: (() => Promise<SaveOutcome>) | undefined = undefined;
  /** The saved value of a field when typing began. */
  private baseAmounts: { readonly [Field in MonthField]?: number } = {};
  /** The field whose save waits for a decision about a conflicting value. */
  private pendingField: MonthField | undefined = undefined;
  readonly #business: BusinessStore;

  constructor(business: BusinessStore, month: number) {
    this.#business = business;
    this.month = month;
    makeAutoObservable<this, 'drafts' | 'undoSave' | 'baseAmounts'>(
      this,
      {
        month: false,
        errors: observableRef,
        drafts: observableRef,
        undoSave: observableRef,
        baseAmounts: observableRef,
      },
      { autoBind: true },
    );
  }

  get saved(): MonthFigures {
    return this.#business.state.months.get(this.month) ?? { value: 0, orders: 0 };
  }

  /** The text of the field: the typed one while it is new or wrong, else the saved value. */
  text(field: MonthField): string {
    const draft = this.drafts[field];
    const savedText = inputText(field, this.saved[field]);
    if (draft === undefined) return savedText;
    if (this.dirtyField === field || this.pendingField === field || this.errors[field] !== undefined) return draft;
    const reading = readField(field, draft);
    return reading.ok && reading.amount !== this.saved[field] ? savedText : draft;
  }

  /** Asks which of two conflicting values to keep; undefined unless saving waits for the answer. */
  get question(): string | undefined {
    const field = this.pendingField;
    return field !== undefined && this.isContested(field) ? conflictSentence([this.difference(field)]) : undefined;
  }

  /** A sentence about a change from elsewhere in the field being edited. */
  get news(): string | undefined {
    const field = this.dirtyField;
    const isNews = field !== undefined && this.question === undefined && this.saved[field] !== this.baseAmounts[field];
    return isNews ? changesElsewhereSentence([this.difference(field)]) : undefined;
  }

  type(field: MonthField, text: string): void {
    if (this.dirtyField !== field && this.pendingField !== field)
      this.baseAmounts = { ...this.baseAmounts, [field]: this.saved[field] };
    this.pendingField = undefined;
    this.drafts = { ...this.drafts, [field]: text };
    this.dirtyField = field;
    this.errors = { ...this.errors, [field]: undefined };
    this.saving = 'no';
  }

  /** Saves the field; it is saved at no other time. */
  blur(field: MonthField): void {
    const draft = this.drafts[field];
    if (this.dirtyField !== field || draft === undefined) return;
    this.dirtyField = undefined;
    const reading = readField(field, draft);
    if (!reading.ok) {
      this.errors = { ...this.errors, [field]: reading.sentence };
      return;
    }
    if (reading.amount === this.saved[field]) return;
    if (this.isContested(field)) {
      this.pendingField = field;
      return;
    }
    void this.save({ ...this.saved, [field]: reading.amount }, (failure) => this.fail(field, draft, failure));
  }

  /** Keeps the saved value and discards the typed one. */
  keepSaved(): void {
    const field = this.pendingField;
    if (field === undefined) return;
    this.pendingField = undefined;
    this.drafts = { ...this.drafts, [field]: undefined };
  }

  /** Saves the typed value over the saved one. */
  saveMine(): void {
    const field = this.pendingField;
    if (field === undefined) return;
    this.pendingField = undefined;
    this.baseAmounts = { ...this.baseAmounts, [field]: this.saved[field] };
    this.dirtyField = field;
    this.blur(field);
  }

  get canUndo(): boolean {
    return this.saving === 'saved' && this.undoSave !== undefined;
  }

  async undo(): Promise<void> {
    const { undoSave } = this;
    if (!undoSave) return;
    this.drafts = {};
    this.saving = 'saving';
    const outcome = await undoSave();
    runInAction(() => {
      this.saving = outcome.kind === 'saved' ? 'undone' : 'no';
      this.undoSave = undefined;
    });
    if (outcome.kind === 'failed') notify({ text: notUndoneText(outcome.failure), tone: 'problem' });
  }

  /** Tells whether the saved value differs from the one when typing began. */
  private isContested(field: MonthField): boolean {
    const reading = readField(field, this.drafts[field] ?? '');
    const savedAmount = this.saved[field];
    return savedAmount !== this.baseAmounts[field] && !(reading.ok && reading.amount === savedAmount);
  }

  private difference(field: MonthField): ValueDifference {
    const draft = this.drafts[field] ?? '';
    const reading = readField(field, draft);
    const typedText = reading.ok ? amountText(field, reading.amount) : `“${draft}”`;
    return { key: field, label: LABELS[field], saved: amountText(field, this.saved[field]), input: typedText };
  }

  private async save({ value, orders }: MonthFigures, onFailure: (failure: Failure) => void): Promise<void> {
    const { outcome } = this.#business.issue({ type: 'RecordMonthRevenue', month: this.month, value, orders });
    this.saving = 'saving';
    const result = await outcome;
    runInAction(() => {
      this.saving = result.kind === 'saved' ? 'saved' : 'no';
      if (result.kind === 'saved') this.undoSave = result.undo;
      else onFailure(result.failure);
    });
  }

  /** Restores the typed text after a failure, unless another text has been typed since. */
  private fail(field: MonthField, draft: string, failure: Failure): void {
    const { sentence, fields } = failure;
    if (failure.isOutdated && this.drafts[field] === draft) {
      this.dirtyField = field;
      this.blur(field); // It asks about the conflict, or saves again where only the other field changed.
      return;
    }
    const reason = fields[field === 'orders' ? 'orders_count' : 'value'] ?? sentence;
    notify({ text: `${MONTHS[this.month - 1]} não foi salvo: ${reason}`, tone: 'problem' });
    if (this.drafts[field] === draft) this.errors = { ...this.errors, [field]: reason };
  }
}

const LABELS = { value: 'Faturamento', orders: 'Pedidos' } as const;

const amountText = (field: MonthField, amount: number): string =>
  field === 'orders' ? `${formatCount(amount)} ${amount === 1 ? 'pedido' : 'pedidos'}` : formatMoney(amount);

function readField(field: MonthField, text: string): MonthFieldReading {
  if (text.trim() === '') return { ok: true, amount: 0 };
  if (field === 'orders') {
    const reading = readOrders(text);
    return reading.ok ? { ok: true, amount: reading.count } : reading;
  }
  const reading = readAmount(text, AMOUNTS.monthlyRevenue);
  return reading.ok ? { ok: true, amount: reading.tenThousandths } : reading;
}

/** The text of a saved value: zero is an empty field. */
function inputText(field: MonthField, amount: number): string {
  if (amount === 0) return '';
  return field === 'orders' ? String(amount) : moneyInputText(amount);
}
