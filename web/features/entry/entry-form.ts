import { makeAutoObservable, observableRef } from 'mobx';
import type { Failure } from '#web/stores/business/outcome.ts';
import type { FormField } from './field.ts';

export type Fields = Readonly<Record<string, FormField<unknown>>>;
export type Texts<F extends Fields> = { readonly [Key in keyof F]: string };
export type Values<F extends Fields> = {
  readonly [Key in keyof F]: F[Key] extends FormField<infer Value> ? Value : never;
};

/** The texts of a few fields that belong together. They change only by typing or by an explicit step of the user. */
export class EntryForm<F extends Fields> {
  texts: Texts<F>;
  errors: { readonly [Key in keyof F]?: string } = {};
  /** A sentence about the form as a whole. */
  problem: string | undefined = undefined;
  /**
   * The number of times that the form was cleared for a next item: sections that were unfolded for the last one then
   * fold.
   */
  timesCleared = 0;
  /** The texts that the form was opened with. */
  readonly initialTexts: Texts<F>;
  readonly #fields: F;
  readonly #inputs = new Map<keyof F, HTMLElement>();
  readonly #refs = new Map<keyof F, (element: HTMLElement | null) => void>();

  constructor(fields: F, texts: Texts<F> = blank(fields)) {
    this.#fields = fields;
    this.texts = texts;
    this.initialTexts = texts;
    makeAutoObservable(
      this,
      { texts: observableRef, initialTexts: false, errors: observableRef, ref: false },
      { autoBind: true },
    );
  }

  get isBlank(): boolean {
    return Object.values(this.texts).every((text) => text.trim() === '');
  }

  type(key: keyof F, text: string): void {
    this.texts = { ...this.texts, [key]: text };
    this.errors = { ...this.errors, [key]: undefined };
    this.problem = undefined;
  }

  fill(texts: Texts<F>): void {
    this.texts = texts;
    this.errors = {};
    this.problem = undefined;
  }

  clear(): void {
    this.fill(blank(this.#fields));
    this.timesCleared += 1;
  }

  /**
   * All values, or undefined: an empty required field gets the focus, and the first wrong one also shows its problem.
   */
  read(): Values<F> | undefined {
    const keys = this.keys();
    const empty = keys.find((key) => !this.#fields[key]?.isOptional && (this.texts[key] ?? '').trim() === '');
    if (empty !== undefined) {
      this.focus(empty);
      return undefined;
    }
    const values: Record<string, unknown> = {};
    for (const key of keys) {
      const reading = this.#fields[key]?.read(this.texts[key] ?? '');
      if (reading?.ok) values[key] = reading.value;
      else if (reading) {
        this.showError(key, reading.sentence);
        this.focus(key);
        return undefined;
      }
    }
    this.errors = {};
    return values as Values<F>;
  }

  /** Shows the server's sentence at the first of the fields that it names, or below the form if it belongs to none. */
  showFailure({ sentence, fields }: Failure): void {
    const sentenceOf = (key: string): string | undefined => fields[this.#fields[key]?.apiName ?? ''];
    const wrong = this.keys().find((key) => sentenceOf(key) !== undefined);
    if (wrong === undefined) {
      this.errors = {};
      this.problem = sentence;
    } else this.showError(wrong, sentenceOf(wrong) ?? sentence);
  }

  focus(key: keyof F): void {
    this.#inputs.get(key)?.focus();
  }

  focusFirst(): void {
    const [first] = this.keys();
    if (first !== undefined) this.focus(first);
  }

  /** A function for the input's `ref`, the same one at every render. */
  ref(key: keyof F): (element: HTMLElement | null) => void {
    const cached = this.#refs.get(key);
    if (cached) return cached;
    const ref = (element: HTMLElement | null) => {
      if (element) this.#inputs.set(key, element);
      else this.#inputs.delete(key);
    };
    this.#refs.set(key, ref);
    return ref;
  }

  /** Tells whether a problem is shown at this field or below it: an open list would cover it. */
  hasProblemFrom(key: keyof F): boolean {
    const keys = this.keys();
    const below: readonly (keyof F)[] = keys.slice(keys.indexOf(String(key)));
    return this.problem !== undefined || below.some((each) => this.errors[each] !== undefined);
  }

  /** One problem is shown at a time; the next one follows when it is solved. */
  private showError(key: keyof F, sentence: string): void {
    this.errors = { [key]: sentence } as typeof this.errors;
    this.problem = undefined;
  }

  private keys(): readonly string[] {
    return Object.keys(this.#fields);
  }
}

const blank = <F extends Fields>(fields: F): Texts<F> =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, ''])) as Texts<F>;

/** The props of an input of a form; must be called inside an observer. */
export const fieldProps = <F extends Fields>(form: EntryForm<F>, key: keyof F & string) => ({
  value: textOf(form, key),
  onChange: (text: string) => form.type(key, text),
  error: form.errors[key],
  inputRef: form.ref(key),
});

/** The props of an amount input: picking one of two readings returns the focus to the field. */
export const amountProps = <F extends Fields>(form: EntryForm<F>, key: keyof F & string) => ({
  ...fieldProps(form, key),
  onPickCandidate: () => form.focus(key),
});

/** The props of an input for a quantity with a unit. */
export const quantityProps = <F extends Fields>(form: EntryForm<F>, key: keyof F & string) => ({
  ...fieldProps(form, key),
  onRefocus: () => form.focus(key),
});

const textOf = <F extends Fields>({ texts }: EntryForm<F>, key: keyof F & string): string => texts[key] ?? '';
