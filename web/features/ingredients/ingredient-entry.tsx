import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { formatUnitPrice as price } from '#domain/format.ts';
import { ingredientFieldsWithoutOwnInput } from '../fields/fields-without-own-input.ts';
import { amountInputField, tableInputFields, textInputField, type FieldContext } from '../entry/field-with-input.tsx';
import type { EntryDefinition } from '../entry/entry-definition.ts';
import { nameField } from '../entry/field.ts';
import { quantityProps } from '../entry/entry-form.ts';
import { displayedIngredient, toCommandValues, freeField, yieldField, YES } from '../fields/ingredient-input.ts';
import { DetailInputs, unitReadingText } from './detail-inputs.tsx';
import { conversionsField, packField, readPackTypedAsUnit, unitField } from '../fields/pack-field.ts';
import { packPriceText } from '../fields/price-text.ts';
import { UnitField } from './unit-field.tsx';
import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Pill, Pills } from '#web/ui/pill.tsx';

interface FreeInputProps {
  readonly form: FieldContext['form'];
  readonly fieldKey: string;
}

/** The box 'de graça', shown once the price is zero. */
const FreeInput = observer(function FreeInput({ form, fieldKey }: FreeInputProps) {
  const reading = readAmount(form.texts['unitPrice'] ?? '', AMOUNTS.unitPrice);
  if (!reading.ok || reading.tenThousandths > 0) return null;
  const isFree = form.texts[fieldKey] === YES;
  return (
    <Pills label="Preço zero">
      <Pill isOn={isFree} onClick={() => form.type(fieldKey, isFree ? '' : YES)}>
        {isFree && <Check size={16} aria-hidden />}É de graça
      </Pill>
    </Pills>
  );
});

/** The entry form of ingredients: three fields, and the others on request. */
export const ingredientEntry: EntryDefinition<'Ingredient'> = {
  entity: 'Ingredient',
  inputs: {
    name: textInputField(nameField, { label: 'Nome', placeholder: 'Farinha de trigo', isWide: true }),
    unit: {
      ...unitField,
      render: (context) => (
        <UnitField
          {...quantityProps(context.form, context.key)}
          opensUpward={context.form.hasProblemFrom(context.key)}
          readingText={unitReadingText(context)}
        />
      ),
    },
    unitPrice: amountInputField('unit_price', AMOUNTS.unitPrice, {
      label({ form, isNew }) {
        const unit = form.texts['unit']?.trim() ?? '';
        if ((form.texts['pack'] ?? '').trim() !== '' || readPackTypedAsUnit(unit)) return 'Preço pago';
        return isNew && unit !== '' ? `Preço por ${unit}` : 'Preço';
      },
      placeholder: '0,00',
    }),
    // The inputs of all three fields stand at the first of them.
    pack: { ...packField, render: (context) => <DetailInputs {...context} /> },
    yieldPercentage: { ...yieldField, render: () => null },
    conversions: { ...conversionsField, render: () => null },
    // The fields that this form renders as the field table says.
    ...tableInputFields(ingredientFieldsWithoutOwnInput),
    free: { ...freeField, render: ({ form, key }) => <FreeInput form={form} fieldKey={key} /> },
  },
  firstFocusedField: 'unitPrice',
  displayConversion: { toDisplayed: displayedIngredient, toStored: toCommandValues },
  rows: (state) => state.ingredients,
  newTitle: 'Novo insumo',
  removedText: 'Insumo excluído',
  addedText: ({ name, pack, unit, unitPrice }) =>
    `Insumo adicionado: ${name}, ${pack ? packPriceText({ ...pack, price: unitPrice }) : `${price(unitPrice)} por ${unit}`}.`,
  duplicateHint: (ingredient) =>
    `“${ingredient.name}” já está na lista, a ${ingredient.pack ? packPriceText(ingredient.pack) : `${price(ingredient.unitPrice)} por ${ingredient.unit}`}.`,
};
