import { makeAutoObservable, observableRef } from 'mobx';
import type { ValueDifference } from './conflict-sentences.ts';
import { isSameValue } from '#domain/same-value.ts';
import { EntryForm, type Fields, type Texts, type Values } from './entry-form.ts';

interface FormDraftOptions<F extends Fields> {
  readonly fields: F;
  /** The saved values by field. */
  readonly savedValues: () => Values<F>;
}

/** The texts of an editor, based on the values that were on screen when it was opened. */
export class FormDraft<F extends Fields> {
  readonly form: EntryForm<F>;
  /** The saved values that the person has seen. */
  private seenValues: Values<F>;
  readonly #options: FormDraftOptions<F>;

  constructor(options: FormDraftOptions<F>) {
    this.#options = options;
    this.seenValues = options.savedValues();
    this.form = new EntryForm(options.fields, this.textsOf(this.seenValues));
    makeAutoObservable<this, 'seenValues'>(this, { form: false, seenValues: observableRef }, { autoBind: true });
  }

  /** The values that another tab or person has saved since the editor was opened. */
  get changesElsewhere(): readonly ValueDifference[] {
    const saved = this.#options.savedValues();
    return this.keys()
      .filter((key) => !isSameValue(saved[key], this.seenValues[key]))
      .map((key) => {
        const field = this.field(key);
        return { key, label: field.label, saved: field.toSentenceText(saved[key]), input: this.sentenceTextIn(key) };
      });
  }

  /** The differences in fields that the person has changed to another value. */
  get conflicts(): readonly ValueDifference[] {
    const saved = this.#options.savedValues();
    return this.changesElsewhere.filter(({ key }) => {
      const typed = this.valueIn(key);
      return this.isChanged(key, typed) && !isSameValue(typed, saved[key]);
    });
  }

  /** The fields that the person has changed. Others are not sent, so that what somebody else changed in them stays. */
  changesIn(values: Values<F>): Partial<Values<F>> {
    const changed = this.keys().filter((key) => this.isChanged(key, values[key]));
    return Object.fromEntries(changed.map((key) => [key, values[key]])) as Partial<Values<F>>;
  }

  /** Replaces the conflicting texts by the saved values. */
  adoptSaved(): void {
    const saved = this.#options.savedValues();
    for (const { key } of this.conflicts) {
      this.form.type(key, this.field(key).toInputText(saved[key]));
      this.seenValues = { ...this.seenValues, [key]: saved[key] };
    }
  }

  /** Accepts the saved values as seen, so that the typed ones overwrite them. */
  keepInput(): void {
    const saved = this.#options.savedValues();
    for (const { key } of this.conflicts) this.seenValues = { ...this.seenValues, [key]: saved[key] };
  }

  /** A text that is left as it was changes nothing, even if it reads as another value: a pack of 5 l has no label. */
  private isChanged(key: string, value: unknown): boolean {
    const seen = this.seenValues[key];
    return this.form.texts[key] !== this.field(key).toInputText(seen) && !isSameValue(value, seen);
  }

  private sentenceTextIn(key: string): string {
    const value = this.valueIn(key);
    return value === undefined ? `“${this.form.texts[key] ?? ''}”` : this.field(key).toSentenceText(value);
  }

  private valueIn(key: string): unknown {
    const reading = this.field(key).read(this.form.texts[key] ?? '');
    return reading.ok ? reading.value : undefined;
  }

  private textsOf(saved: Values<F>): Texts<F> {
    return Object.fromEntries(this.keys().map((key) => [key, this.field(key).toInputText(saved[key])])) as Texts<F>;
  }

  private field(key: string): Fields[string] {
    const field = this.#options.fields[key];
    if (field === undefined) throw new Error(`no field ${key}`);
    return field;
  }

  private keys(): readonly string[] {
    return Object.keys(this.#options.fields);
  }
}
