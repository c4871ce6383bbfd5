import { type Field, type FieldType, omitFields, type FieldTypes, keysOf, type Table } from '#domain/business/field.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';

/**
 * The fields of an entity's table without a place of their own on its screen: they are rendered, listed, exported and
 * imported as the table says.
 */
export const otherFieldsOfIngredient = omitFields(ingredientFields, 'name', 'yieldPercentage');
export const otherFieldsOfPreparation = omitFields(preparationFields, 'name', 'method');
export const otherFieldsOfDish = omitFields(dishFields, 'name', 'salePrice', 'portions', 'loss', 'category', 'method');

type OtherFields = typeof otherFieldsOfIngredient & typeof otherFieldsOfPreparation & typeof otherFieldsOfDish;
/** The values of those fields, by name. */
export type OtherFieldValues = { readonly [Key in keyof OtherFields]: ReturnType<OtherFields[Key]['fromWire']> };

/** The texts of a row that appear in its list: 'Atacadão'. */
export const listTexts = <T extends FieldTypes<T>>(
  table: Table<T>,
  row: { readonly [Key in keyof T]: unknown },
): readonly string[] =>
  keysOf(table).flatMap((key) => {
    const { inList }: Field<FieldType> = table[key];
    const value = row[key];
    return inList && typeof value === 'string' ? [value] : [];
  });
