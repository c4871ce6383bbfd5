import {
  type Field,
  type FieldType,
  fieldsBeside,
  type FieldTypes,
  keysOf,
  type Table,
} from '#domain/business/field.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';

/**
 * What stands in the table of a noun and has no place of its own on its screen: it is drawn, listed, written to sheets and
 * read from them as its table says.
 */
export const furtherOfIngredient = fieldsBeside(ingredientFields, 'name', 'yieldPercentage');
export const furtherOfPreparation = fieldsBeside(preparationFields, 'name', 'method');
export const furtherOfDish = fieldsBeside(dishFields, 'name', 'salePrice', 'portions', 'loss', 'category', 'method');

type Further = typeof furtherOfIngredient & typeof furtherOfPreparation & typeof furtherOfDish;
/** Their values, by their names. */
export type FurtherValues = { readonly [Key in keyof Further]: ReturnType<Further[Key]['fromWire']> };

/** The texts of a row that stand in its list: 'Atacadão'. */
export const listTexts = <T extends FieldTypes<T>>(
  table: Table<T>,
  row: { readonly [Key in keyof T]: unknown },
): readonly string[] =>
  keysOf(table).flatMap((key) => {
    const { inList }: Field<FieldType> = table[key];
    const value = row[key];
    return inList && typeof value === 'string' ? [value] : [];
  });
