import { AMOUNTS } from '#contract/amounts.ts';
import { readUnit } from '#contract/names.ts';
import { unitPrice } from '#domain/format.ts';
import { drawnAmount, drawnText } from '../entry/drawn-field.tsx';
import type { EntryKind } from '../entry/entry-kind.ts';
import { nameField, textField } from '../entry/field.ts';
import { fieldProps } from '../entry/field-props.ts';
import { UnitField } from './unit-field.tsx';

/** Insumos, as they are entered. */
export const ingredientKind: EntryKind<'Ingredient'> = {
  noun: 'Ingredient',
  inputs: {
    name: drawnText(nameField, { label: 'Nome', placeholder: 'Farinha de trigo', isWide: true }),
    unit: {
      ...textField('unit', 'Unidade', readUnit),
      draw: ({ form, key }) => <UnitField {...fieldProps(form, key)} opensUp={form.isWrongFrom(key)} />,
    },
    unitPrice: drawnAmount('unit_price', AMOUNTS.unitPrice, {
      label({ form, isNew }) {
        const unit = form.texts['unit']?.trim() ?? '';
        return isNew && unit !== '' ? `Preço por ${unit}` : 'Preço';
      },
      placeholder: '0,00',
    }),
  },
  focus: 'unitPrice',
  rows: (state) => state.ingredients,
  newTitle: 'Novo insumo',
  removedTitle: 'Insumo excluído',
  addedText: (added) => `Insumo adicionado: ${added.name}, ${unitPrice(added.unitPrice)} por ${added.unit}.`,
  equalText: (equal) => `“${equal.name}” já está na lista, a ${unitPrice(equal.unitPrice)} por ${equal.unit}.`,
};
