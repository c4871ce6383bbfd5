import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { tableInputFields } from '../entry/field-with-input.tsx';
import { fieldOfTable } from '../entry/field.ts';
import { otherFieldsOfDish } from './other-fields.ts';

const { portions, loss, category, method } = dishFields;

/** The fields of a dish besides its name, prices and recipe. */
export const dishInputs = {
  portions: fieldOfTable('portions', portions),
  loss: { ...fieldOfTable('loss', loss), label: 'Perda' },
  category: fieldOfTable('category', category),
  method: fieldOfTable('method', method),
  ...tableInputFields(otherFieldsOfDish),
};
