import {
  type EntityField,
  type FieldType,
  omitFields,
  type FieldTypes,
  keysOf,
  type FieldTable,
} from '#domain/business/field.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';

/**
 * The fields of an entity's table without a place of their own on its screen: they are rendered, listed, exported and
 * imported as the table says.
 */
export const ingredientFieldsWithoutOwnInput = omitFields(ingredientFields, 'name', 'yieldPercentage');
export const preparationFieldsWithoutOwnInput = omitFields(preparationFields, 'name', 'method');
export const dishFieldsWithoutOwnInput = omitFields(
  dishFields,
  'name',
  'salePrice',
  'portions',
  'loss',
  'category',
  'method',
);

type FieldsWithoutOwnInput = typeof ingredientFieldsWithoutOwnInput &
  typeof preparationFieldsWithoutOwnInput &
  typeof dishFieldsWithoutOwnInput;
/** The values of those fields, by name. */
export type ValuesWithoutOwnInput = {
  readonly [Key in keyof FieldsWithoutOwnInput]: ReturnType<FieldsWithoutOwnInput[Key]['fromWire']>;
};

/** The texts of a row that appear in its list: 'Atacadão'. */
export const listTexts = <T extends FieldTypes<T>>(
  table: FieldTable<T>,
  row: { readonly [Key in keyof T]: unknown },
): readonly string[] =>
  keysOf(table).flatMap((key) => {
    const { inList }: EntityField<FieldType> = table[key];
    const value = row[key];
    return inList && typeof value === 'string' ? [value] : [];
  });
