import { type InputReading, readQuantity } from '#domain/units/quantity-text.ts';
import { CandidatesQuestion } from '#web/ui/candidates-question.tsx';
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx';
import { observer } from 'mobx-react-lite';
import { quantityProps, type EntryForm, type Fields } from './entry-form.ts';

interface ReadingNoteProps {
  readonly text: string;
  readonly reading: InputReading<unknown>;
  /** Receives the text with the chosen number. */
  readonly onPick: (text: string) => void;
  /** The quantity as it was read: 'Entendi: 4.740 g.' */
  readonly interpretationText: string;
}

/** A line below a quantity field: a question which of two numbers is meant, or the number that was read. */
export const ReadingNote = ({ text, reading, onPick, interpretationText }: ReadingNoteProps) => (
  <>
    {reading.kind === 'ambiguous' && (
      <CandidatesQuestion
        candidates={reading.candidates}
        onPick={(number) => onPick(text.replace(reading.numeral, number))}
      />
    )}
    <p role="status" className="mt-6 soft text-15 tabular hidden-empty">
      {interpretationText}
    </p>
  </>
);

interface QuantityFieldProps extends TextFieldProps {
  readonly reading: InputReading<unknown>;
  readonly interpretationText?: string;
  /** Is called when a candidate has been picked, and the focus should return to the field. */
  readonly onRefocus: () => void;
}

/** A field for a quantity in free text: '320 g', '12 × 395 g', '1 un = 50 g'. */
export function QuantityField({ reading, interpretationText = '', onRefocus, error, ...props }: QuantityFieldProps) {
  return (
    <div>
      <TextField {...props} error={reading.kind === 'ambiguous' ? undefined : error} />
      <ReadingNote
        text={props.value}
        reading={reading}
        interpretationText={interpretationText}
        onPick={(text) => {
          props.onChange(text);
          onRefocus();
        }}
      />
    </div>
  );
}

/** The props of the yield input of any form that has a `recipeYieldField` under this name. */
interface RecipeYieldInputProps<F extends Fields> {
  readonly form: EntryForm<F>;
  readonly fieldKey: keyof F & string;
}

/** The yield input 'Rende'; below it stands a question if a dot can mean two numbers. */
export const RecipeYieldInput = observer(function RecipeYieldInput<F extends Fields>({
  form,
  fieldKey: key,
}: RecipeYieldInputProps<F>) {
  const reading = readQuantity(form.texts[key] ?? '');
  return <QuantityField label="Rende" placeholder="2 kg" reading={reading} {...quantityProps(form, key)} />;
});
