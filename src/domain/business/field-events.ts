import { changeRow } from './business-draft.ts';
import {
  type ChangeEvent,
  type Entity,
  type EntityField,
  type FieldTypes,
  keysOf,
  type FieldTable,
  type Values,
} from './field.ts';
import { type WithoutNulls, withoutNulls } from './message.ts';

/** Commands and events derived from a table of fields. */

export type TableRow<T extends FieldTypes<T>> = Entity & Values<T>;

/** All fields of a table; a field that an old event lacks is null. */
export const valuesOf = <T extends FieldTypes<T>>(table: FieldTable<T>, sparse: WithoutNulls<Values<T>>): Values<T> => {
  const values = new Map<string, unknown>(Object.entries(sparse));
  return Object.fromEntries(keysOf(table).map((key) => [key, values.get(key) ?? null])) as Values<T>;
};

/** All fields as commands and events carry them: null values are left out. */
export const valuesWithoutNulls = <T extends FieldTypes<T>>(
  table: FieldTable<T>,
  sparse: WithoutNulls<Values<T>>,
): WithoutNulls<Values<T>> => withoutNulls(valuesOf(table, sparse));

/**
 * An event for every field that a command changes, in the order of the table: events after a new name carry the new
 * name.
 */
export function changesOf<T extends FieldTypes<T> & { readonly name: { readonly value: string } }>(
  table: FieldTable<T>,
  row: TableRow<T>,
  requested: { readonly [Key in keyof T]?: T[Key]['value'] | undefined },
): readonly ChangeEvent<T>[] {
  const entity = { id: row.id, name: requested.name ?? row.name };
  const changeOf = <Key extends keyof T & string>(key: Key): readonly T[Key]['event'][] => {
    const { change }: EntityField<T[Key]> = table[key];
    const [from, to]: [T[Key]['value'], T[Key]['value'] | undefined] = [row[key], requested[key]];
    return to === undefined || to === from ? [] : [change.event(entity, from, to)];
  };
  return keysOf(table).flatMap((key) => changeOf(key));
}

/** One entry for each field, keyed by the type of its change event. */
export const byChangeType = <T extends FieldTypes<T>, Entry>(
  table: FieldTable<T>,
  entryOf: <Key extends keyof T & string>(key: Key, field: EntityField<T[Key]>) => Entry,
): Readonly<Record<string, Entry>> =>
  Object.fromEntries(keysOf(table).map((key) => [table[key].change.type, entryOf(key, table[key])]));

/** The evolution of a row by the change event of each field. */
export const changeEvolution = <T extends FieldTypes<T>, Draft>(
  table: FieldTable<T>,
  rowsOf: (draft: Draft) => Map<string, TableRow<T>>,
) =>
  byChangeType(
    table,
    <Key extends keyof T & string>(key: Key, { change }: EntityField<T[Key]>) =>
      (draft: Draft, data: T[Key]['event']['data']) =>
        changeRow(rowsOf(draft), data.id, { [key]: change.to(data) } as Partial<TableRow<T>>),
  ) as {
    // Each entry has the type of its event as key.
    readonly [Change in ChangeEvent<T> as Change['type']]: (draft: Draft, data: Change['data']) => void;
  };

/** Traits of the change event of each field. */
export const changeTraits = <const Kind extends string, T extends FieldTypes<T>>(entity: Kind, table: FieldTable<T>) =>
  byChangeType(table, (field, { changesFigures }) => ({
    entity,
    effect: 'changed',
    field,
    changesFigures,
  })) as {
    readonly [Key in keyof T as T[Key]['event']['type']]: {
      readonly entity: Kind;
      readonly effect: 'changed';
      readonly field: Key;
      readonly changesFigures: boolean;
    };
  };
