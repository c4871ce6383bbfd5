import { makeAutoObservable, observableRef } from 'mobx';
import type { Difference } from './conflict-sentences.ts';
import { isSameValue } from '#domain/same-value.ts';
import { EntryForm, type Fields, type Texts, type Values } from './entry-form.ts';

interface EditDraftOptions<F extends Fields> {
  readonly fields: F;
  /** The saved values by field. */
  readonly savedValues: () => Values<F>;
}

/** The texts of an editor, based on the values that were on screen when it was opened. */
export class Draft<F extends Fields> {
  readonly form: EntryForm<F>;
  /** The saved values that the person has seen. */
  private base: Values<F>;
  readonly #options: EditDraftOptions<F>;

  constructor(options: EditDraftOptions<F>) {
    this.#options = options;
    this.base = options.savedValues();
    this.form = new EntryForm(options.fields, this.textsOf(this.base));
    makeAutoObservable<this, 'base'>(this, { form: false, base: observableRef }, { autoBind: true });
  }

  /** Differences that were saved from elsewhere since. */
  get news(): readonly Difference[] {
    const saved = this.#options.savedValues();
    return this.keys()
      .filter((key) => !isSameValue(saved[key], this.base[key]))
      .map((key) => {
        const field = this.field(key);
        return { key, label: field.label, saved: field.toSentenceText(saved[key]), input: this.sentenceTextIn(key) };
      });
  }

  /** The differences in fields that the person has changed to another value. */
  get clashes(): readonly Difference[] {
    const saved = this.#options.savedValues();
    return this.news.filter(({ key }) => {
      const typed = this.valueIn(key);
      return !isSameValue(typed, this.base[key]) && !isSameValue(typed, saved[key]);
    });
  }

  /** Only the fields that the person has changed, so that changes by somebody else in other fields stay. */
  changesIn(values: Values<F>): Partial<Values<F>> {
    const changed = this.keys().filter((key) => !isSameValue(values[key], this.base[key]));
    return Object.fromEntries(changed.map((key) => [key, values[key]])) as Partial<Values<F>>;
  }

  /** Replaces the conflicting texts by the saved values. */
  adoptSaved(): void {
    const saved = this.#options.savedValues();
    for (const { key } of this.clashes) {
      this.form.type(key, this.field(key).toInputText(saved[key]));
      this.base = { ...this.base, [key]: saved[key] };
    }
  }

  /** Accepts the saved values as seen, so that the typed ones overwrite them. */
  keepInput(): void {
    const saved = this.#options.savedValues();
    for (const { key } of this.clashes) this.base = { ...this.base, [key]: saved[key] };
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
