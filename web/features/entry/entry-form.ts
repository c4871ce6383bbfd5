import { makeAutoObservable, observableRef } from 'mobx';
import type { Failure } from '#web/stores/business/outcome.ts';
import type { Field } from './field.ts';

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type Texts<F extends Fields> = { readonly [Key in keyof F]: string };
export type Values<F extends Fields> = {
  readonly [Key in keyof F]: F[Key] extends Field<infer Value> ? Value : never;
};

/** What is typed into a few fields that belong together. Only the person typing, or a taken step, changes a text. */
export class EntryForm<F extends Fields> {
  texts: Texts<F>;
  errors: { readonly [Key in keyof F]?: string } = {};
  /** A sentence about none of the fields. */
  problem: string | undefined = undefined;
  /** How often it was emptied for the next one: what was unfolded for the last one folds up. */
  timesCleared = 0;
  readonly #fields: F;
  readonly #inputs = new Map<keyof F, HTMLElement>();
  readonly #refs = new Map<keyof F, (element: HTMLElement | null) => void>();

  constructor(fields: F, texts: Texts<F> = blank(fields)) {
    this.#fields = fields;
    this.texts = texts;
    makeAutoObservable(this, { texts: observableRef, errors: observableRef, ref: false }, { autoBind: true });
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

  /** All values, or undefined: with a field empty that may not be nothing happens but the focus going there; the first wrong one says so. */
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
        this.mark(key, reading.sentence);
        this.focus(key);
        return undefined;
      }
    }
    this.errors = {};
    return values as Values<F>;
  }

  /** Puts the server's sentence beside the first of the fields that it names; one that belongs to none stands below. */
  fail({ sentence, fields }: Failure): void {
    const saidOf = (key: string): string | undefined => fields[this.#fields[key]?.wire ?? ''];
    const wrong = this.keys().find((key) => saidOf(key) !== undefined);
    if (wrong === undefined) {
      this.errors = {};
      this.problem = sentence;
    } else this.mark(wrong, saidOf(wrong) ?? sentence);
  }

  focus(key: keyof F): void {
    this.#inputs.get(key)?.focus();
  }

  focusFirst(): void {
    const [first] = this.keys();
    if (first !== undefined) this.focus(first);
  }

  /** For the input's `ref`; the same function every time. */
  ref(key: keyof F): (element: HTMLElement | null) => void {
    const held = this.#refs.get(key);
    if (held) return held;
    const ref = (element: HTMLElement | null) => {
      if (element) this.#inputs.set(key, element);
      else this.#inputs.delete(key);
    };
    this.#refs.set(key, ref);
    return ref;
  }

  /** Is what is wrong said at this field, or below it? A list that opens there would cover it. */
  isWrongFrom(key: keyof F): boolean {
    const keys = this.keys();
    const below: readonly (keyof F)[] = keys.slice(keys.indexOf(String(key)));
    return this.problem !== undefined || below.some((each) => this.errors[each] !== undefined);
  }

  /** One thing at a time: the next one is said once this is put right. */
  private mark(key: keyof F, sentence: string): void {
    this.errors = { [key]: sentence } as typeof this.errors;
    this.problem = undefined;
  }

  private keys(): readonly string[] {
    return Object.keys(this.#fields);
  }
}

const blank = <F extends Fields>(fields: F): Texts<F> =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, ''])) as Texts<F>;
