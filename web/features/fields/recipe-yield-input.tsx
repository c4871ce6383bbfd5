import { observer } from 'mobx-react-lite';
import { readQuantity } from '#domain/units/quantity-text.ts';
import { quantityProps, type EntryForm, type Fields } from '../entry/entry-form.ts';
import { QuantityField } from '../entry/quantity-field.tsx';

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
