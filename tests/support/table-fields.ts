import { type FieldSpec, type FieldTypes, keysOf, type FieldTable, type Values } from '#domain/business/field.ts';

/** Test values for every field of a table, so that a new field is tested automatically. */

/** The values of a row without any: null for each optional field. */
export const nothingIn = <T extends FieldTypes<T>>(table: FieldTable<T>): Readonly<Record<string, null>> =>
  Object.fromEntries(keysOf(table).flatMap((key) => (table[key].spec.isOptional ? [[key, null]] : [])));

/** The optional texts, which have the same names in bodies. */
export const optionalTexts = <T extends FieldTypes<T>>(
  table: FieldTable<T>,
): readonly { readonly name: string; readonly max: number }[] =>
  keysOf(table).flatMap((name) => {
    const { spec } = table[name];
    return spec.is === 'text' && spec.isOptional ? [{ name, max: spec.max }] : [];
  });

/** The null values of the optional texts in a body. */
export const textsUnsaid = <T extends FieldTypes<T>>(table: FieldTable<T>): Readonly<Record<string, null>> =>
  Object.fromEntries(optionalTexts(table).map(({ name }) => [name, null]));

/** A value other than the default in every field. */
export const somethingIn = <T extends FieldTypes<T>>(table: FieldTable<T>): Values<T> =>
  Object.fromEntries(keysOf(table).map((key) => [key, somethingOf(key, table[key].spec)])) as Values<T>;

function somethingOf(key: string, spec: FieldSpec): string | number {
  if (spec.is === 'text') return spec.hasLines ? `${key}\n${key}` : key;
  if (spec.is === 'amount') return Math.max(spec.rule.min, Math.min(325_000, spec.rule.max));
  return Math.min(8, spec.max);
}
