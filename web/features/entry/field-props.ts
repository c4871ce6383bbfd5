import type { EntryForm, Fields } from './entry-form.ts';

/** What an input of the kit needs from a form: read inside an observer. */
export const fieldProps = <F extends Fields>(form: EntryForm<F>, key: keyof F & string) => ({
  value: textOf(form, key),
  onChange: (text: string) => form.type(key, text),
  error: form.errors[key],
  inputRef: form.ref(key),
});

/** The same for an amount: after one of two readings was picked, the focus goes back into the field. */
export const amountProps = <F extends Fields>(form: EntryForm<F>, key: keyof F & string) => ({
  ...fieldProps(form, key),
  onPickReading: () => form.focus(key),
});

/** The same for a quantity that is written with its unit. */
export const writtenProps = <F extends Fields>(form: EntryForm<F>, key: keyof F & string) => ({
  ...fieldProps(form, key),
  onPicked: () => form.focus(key),
});

const textOf = <F extends Fields>({ texts }: EntryForm<F>, key: keyof F & string): string => texts[key] ?? '';
