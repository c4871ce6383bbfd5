import type { Ingredient } from '#domain/business/ingredient/fields.ts';
import { ingredientValues } from '#domain/business/ingredient/ingredient.ts';
import { AMOUNTS } from '#domain/amounts.ts';
import { readName, readUnit } from '#domain/names.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import type { Conversion } from '#domain/units/conversions.ts';
import { equalName } from '../entry/equal-name.ts';
import { amountField, type Field, textField } from '../entry/field.ts';
import { addLine, type RecipeOwner } from './recipe-owner.ts';

/** The choice of a line whose ingredient is not in the list yet. */
export const NEW = 'new';

/** A field that is not always required: its empty text is undefined. */
export const optionalOf = <Value>(field: Field<Value>): Field<Value | undefined> => ({
  ...field,
  isOptional: true,
  typed: (value) => (value === undefined ? '' : field.typed(value)),
  said: (value) => (value === undefined ? 'nada' : field.said(value)),
  read: (text) => (text.trim() === '' ? { ok: true, value: undefined } : field.read(text)),
});

/** The fields of an ingredient that a line creates. Without a price it is reported as incomplete everywhere. */
export const NEW_INGREDIENT_FIELDS = {
  newName: optionalOf(textField('name', 'Nome', readName)),
  newUnit: optionalOf(textField('unit', 'Unidade', readUnit)),
  newPrice: optionalOf(amountField('unit_price', AMOUNTS.unitPrice)),
};

export interface NewIngredient {
  readonly name: string;
  readonly unit: string;
  readonly unitPrice: TenThousandths;
}

/** The ingredient as a component before it exists. */
export const asComponent = (made: NewIngredient): Ingredient => ({
  id: NEW,
  version: 1,
  sequence: 0,
  ...ingredientValues(made),
  priceSource: null,
});

/** The name of the ingredient to create: the typed text, unless a component has that name. */
export function nameToMake(components: Iterable<{ readonly name: string }>, typed: string): string | undefined {
  const reading = readName(typed);
  return reading.ok && equalName(components, typed) === undefined ? reading.name : undefined;
}

/** Adds the ingredient and the line as one change. */
export function makeAndAdd(
  owner: RecipeOwner,
  ingredient: NewIngredient & { readonly id: string; readonly learnt: Conversion | undefined },
  line: Omit<Parameters<typeof addLine>[1], 'ingredientId'>,
): readonly [SingleChange, SingleChange] {
  const { learnt, ...fields } = ingredient;
  return [
    { type: 'AddIngredient', ...fields, ...(learnt && { conversions: [learnt] }) },
    addLine(owner, { ...line, ingredientId: ingredient.id }),
  ];
}
