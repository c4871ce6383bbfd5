import type { EntryForm, Fields } from './entry-form.ts';

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
