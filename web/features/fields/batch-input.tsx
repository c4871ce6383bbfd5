import { observer } from 'mobx-react-lite';
import { readQuantity } from '#domain/units/written.ts';
import { writtenProps } from '../entry/field-props.ts';
import type { EntryForm, Fields } from '../entry/entry-form.ts';
import { WrittenField } from '../entry/written-field.tsx';

/** A form with a `batchField` under this name, whatever else is in it. */
interface BatchInputProps<F extends Fields> {
  readonly form: EntryForm<F>;
  readonly of: keyof F & string;
}

/** 'Rende'; a dot that may mean two things is asked about below it. */
export const BatchInput = observer(function BatchInput<F extends Fields>({ form, of: key }: BatchInputProps<F>) {
  const reading = readQuantity(form.texts[key] ?? '');
  return <WrittenField label="Rende" placeholder="2 kg" reading={reading} {...writtenProps(form, key)} />;
});
