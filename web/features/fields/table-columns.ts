import { type EntityField, type FieldType, type FieldTypes, keysOf, type FieldTable } from '#domain/business/field.ts';
import { fieldOfTable } from '../entry/field.ts';
import { type ImportColumn, SHARED_COLUMNS, type SheetColumn } from './import-kind.ts';

/** The columns of a field table. */

const isShared = (key: string): key is keyof typeof SHARED_COLUMNS => Object.hasOwn(SHARED_COLUMNS, key);

/** The columns of a field table with their headings for an import. */
export const sheetColumns = <T extends FieldTypes<T>>(table: FieldTable<T>): readonly SheetColumn[] =>
  Object.entries<ImportColumn<unknown>>(tableColumns(table)).map(([field, column]) => ({ ...column, field }));

/** Empty headings for the columns that a sheet does not have. */
export const noHeadings = <T extends FieldTypes<T>>(table: FieldTable<T>) =>
  Object.fromEntries(keysOf(table).map((key): [string, readonly string[]] => [key, []])) as {
    readonly [Key in keyof T]: readonly string[];
  };

/** Heading prefixes for those columns. */
export const headingsOfTable = <T extends FieldTypes<T>>(table: FieldTable<T>) =>
  Object.fromEntries(keysOf(table).flatMap((key) => (isShared(key) ? [] : [[key, table[key].importHeadings]]))) as {
    readonly [Key in Exclude<keyof T, keyof typeof SHARED_COLUMNS>]: readonly string[];
  };

export const tableColumns = <T extends FieldTypes<T>>(table: FieldTable<T>) =>
  Object.fromEntries(keysOf(table).map((key) => [key, columnOf(key, table[key])])) as {
    readonly [Key in keyof T]: ImportColumn<T[Key]['value']>;
  };

const columnOf = (key: string, field: EntityField<FieldType>): ImportColumn<unknown> => {
  const { label, spec, read } = field;
  const input = fieldOfTable(key, field);
  return {
    is: isShared(key) ? SHARED_COLUMNS[key] : (key as ImportColumn<unknown>['is']),
    label: spec.is === 'amount' && spec.rule.kind === 'percentage' ? `${label} (%)` : label,
    read,
    ...(spec.is === 'amount' && { number: spec.rule.kind }),
    // An empty cell does not clear an optional field.
    ...(spec.isOptional && {
      isSeldom: true,
      keepsExisting: true,
      toCell: (value: unknown) => input.toInputText(value),
      toSentence: (value: unknown) => `${label.toLowerCase()}: ${input.toSentenceText(value)}`,
    }),
  };
};
