import { observer } from 'mobx-react-lite';
import { readQuantity } from '#domain/units/written.ts';
import { ReadingsQuestion } from '#web/ui/readings-question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { fieldProps } from '../entry/field-props.ts';
import type { EntryForm, Fields } from '../entry/entry-form.ts';

/** A form with a `batchField` under this name, whatever else is in it. */
interface BatchInputProps<F extends Fields> {
  readonly form: EntryForm<F>;
  readonly of: keyof F & string;
}

/** 'Rende'; a dot that may mean two things is asked about below it. */
export const BatchInput = observer(function BatchInput<F extends Fields>({ form, of: key }: BatchInputProps<F>) {
  const text = form.texts[key] ?? '';
  const written = readQuantity(text);
  const pick = (number: string): void => {
    form.type(key, number + unitIn(text));
    form.focus(key);
  };
  const isAmbiguous = written.kind === 'ambiguous';
  const props = fieldProps(form, key);
  return (
    <div>
      <TextField label="Rende" placeholder="2 kg" {...props} error={isAmbiguous ? undefined : props.error} />
      {isAmbiguous && <ReadingsQuestion readings={written.readings} onPick={pick} />}
    </div>
  );
});

/** ' g' of '3.500 g' */
const unitIn = (text: string): string => /\s*[^\d.,\s/].*$/u.exec(text.trim())?.[0] ?? '';
