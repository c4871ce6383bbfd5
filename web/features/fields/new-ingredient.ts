import type { Ingredient } from '#domain/business/ingredient/fields.ts';
import { completeIngredientFields } from '#domain/business/ingredient/ingredient.ts';
import { AMOUNTS } from '#domain/amounts.ts';
import { readName, readUnit } from '#domain/names.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import type { Conversion } from '#domain/units/conversions.ts';
import { findEqualName } from '../entry/equal-name.ts';
import { amountField, type FormField, textField } from '../entry/field.ts';
import { addLine, type RecipeOwner } from './recipe-owner.ts';

/** The choice of a line whose ingredient is not in the list yet. */
export const NEW_INGREDIENT = 'new';

/** A field that is not always required: its empty text is undefined. */
export const optionalField = <Value>(field: FormField<Value>): FormField<Value | undefined> => ({
  ...field,
  isOptional: true,
  toInputText: (value) => (value === undefined ? '' : field.toInputText(value)),
  toSentenceText: (value) => (value === undefined ? 'nada' : field.toSentenceText(value)),
  read: (text) => (text.trim() === '' ? { ok: true, value: undefined } : field.read(text)),
});

/** The fields of an ingredient that a line creates. Without a price it is reported as incomplete everywhere. */
export const NEW_INGREDIENT_FIELDS = {
  newName: optionalField(textField('name', 'Nome', readName)),
  newUnit: optionalField(textField('unit', 'Unidade', readUnit)),
  newPrice: optionalField(amountField('unit_price', AMOUNTS.unitPrice)),
};

export interface NewIngredient {
  readonly name: string;
  readonly unit: string;
  readonly unitPrice: TenThousandths;
}

/** The ingredient as a component before it exists. */
export const toComponent = (ingredient: NewIngredient): Ingredient => ({
  id: NEW_INGREDIENT,
  version: 1,
  sequence: 0,
  ...completeIngredientFields(ingredient),
  priceSource: null,
});

/** The name of the ingredient to create: the typed text, unless a component has that name. */
export function newIngredientName(components: Iterable<{ readonly name: string }>, text: string): string | undefined {
  const reading = readName(text);
  return reading.ok && findEqualName(components, text) === undefined ? reading.name : undefined;
}

/** Adds the ingredient and the line as one change. */
export function addWithIngredient(
  owner: RecipeOwner,
  ingredient: NewIngredient & { readonly id: string; readonly conversion: Conversion | undefined },
  line: Omit<Parameters<typeof addLine>[1], 'ingredientId'>,
): readonly [SingleCommand, SingleCommand] {
  const { conversion, ...fields } = ingredient;
  return [
    { type: 'AddIngredient', ...fields, ...(conversion && { conversions: [conversion] }) },
    addLine(owner, { ...line, ingredientId: ingredient.id }),
  ];
}
