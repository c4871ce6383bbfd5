import type { Ingredient } from '#domain/business/ingredient/fields.ts';
import { ingredientValues } from '#domain/business/ingredient/ingredient.ts';
import { AMOUNTS } from '#domain/amounts.ts';
import { readName, readUnit } from '#domain/names.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Units } from '#domain/decimal.ts';
import type { Conversion } from '#domain/units/conversions.ts';
import { equalName } from '../entry/equal-name.ts';
import { amountField, type Field, textField } from '../entry/field.ts';
import { addLine, type RecipeOwner } from './recipe-owner.ts';

/** What a line chooses that names an ingredient which is not in the list yet. */
export const NEW = 'new';

/** A field that does not always count: left empty it is undefined. */
export const orLeftOut = <Value>(field: Field<Value>): Field<Value | undefined> => ({
  ...field,
  isOptional: true,
  typed: (value) => (value === undefined ? '' : field.typed(value)),
  said: (value) => (value === undefined ? 'nada' : field.said(value)),
  read: (text) => (text.trim() === '' ? { ok: true, value: undefined } : field.read(text)),
});

/** Of the ingredient that a line is the first to need. Without a price it lacks one, which every list says. */
export const NEW_INGREDIENT_FIELDS = {
  newName: orLeftOut(textField('name', 'Nome', readName)),
  newUnit: orLeftOut(textField('unit', 'Unidade', readUnit)),
  newPrice: orLeftOut(amountField('unit_price', AMOUNTS.unitPrice)),
};

export interface NewIngredient {
  readonly name: string;
  readonly unit: string;
  readonly unitPrice: Units;
}

/** As a line sees it before it is there. */
export const asComponent = (made: NewIngredient): Ingredient => ({
  id: NEW,
  version: 1,
  sequence: 0,
  ...ingredientValues(made),
  source: null,
});

/** The name to make one of: what was typed, where nothing is called so. */
export function nameToMake(components: Iterable<{ readonly name: string }>, typed: string): string | undefined {
  const reading = readName(typed);
  return reading.ok && equalName(components, typed) === undefined ? reading.name : undefined;
}

/** The ingredient and its line, in one change. */
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
