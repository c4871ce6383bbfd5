import type { EntityReference, NamedKind } from './entity-fields.ts';
import type { ChangeEvent, EntityField, FieldTypes, Named, FieldTable } from './field.ts';
import { byChangeType, type TableRow } from './field-events.ts';
import type { ByType, Event } from './message.ts';
import type { EntityDifference, UndoRefusal } from './refusals.ts';
import { isSameValue } from '../same-value.ts';
import type { Business } from './state.ts';

/**
 * The inverse of each event of an entity, or the reason why there is none. `formerPosition`: the result of
 * `FormerPositions` for the event.
 */
export type Inverses<Events extends { readonly type: string; readonly data: unknown }> = {
  readonly [Type in keyof ByType<Events>]: (
    state: Business,
    data: ByType<Events>[Type]['data'],
    formerPosition: number,
  ) => Events | UndoRefusal;
};

/** The position of a removed entity in its list, read before the removal. */
export type FormerPositions<
  Events extends { readonly type: string; readonly data: unknown },
  Type extends Events['type'],
> = {
  readonly [Removal in Type]: (before: Business, data: Extract<Events, { readonly type: Removal }>['data']) => number;
};

export const changedSinceRefusal = (entity: EntityReference, since: EntityDifference, again: boolean): UndoRefusal => ({
  refusal: 'changed_since',
  entity,
  since,
  again,
});

export const isRefused = (outcome: object): outcome is UndoRefusal => 'refusal' in outcome;

/** The entity of an event: its current row, and its recorded name. */
interface EntitySubject<Row> {
  readonly kind: NamedKind;
  /** The current row; undefined when it was deleted. */
  readonly row: Row | undefined;
  /** The entity as the event recorded it. */
  readonly known: Named;
}

type ComparedValues<Row> = { readonly [Key in keyof Row & EntityDifference]?: Row[Key] };

/**
 * The entity, if it has these values; else how it differs.
 * @param again true when only a change of just these fields is undone, not the addition of the whole entity
 */
export function unchanged<Row extends Named>(
  { kind, row, known: { id, name } }: EntitySubject<Row>,
  values: ComparedValues<Row>,
  again: boolean,
): Row | UndoRefusal {
  if (!row) return changedSinceRefusal({ kind, id, name }, 'gone', false);
  for (const field of Object.keys(values) as (keyof Row & EntityDifference)[])
    if (!isSameValue(row[field], values[field]))
      return changedSinceRefusal({ kind, id: row.id, name: row.name }, field, again);
  return row;
}

/**
 * Inverts a change of one field, by the same event in reverse, if the field still has the value that the event set.
 */
export function reverted<Row extends Named, Reverting>(
  subject: EntitySubject<Row>,
  values: ComparedValues<Row>,
  inverse: (row: Row) => Reverting,
): Reverting | UndoRefusal {
  const row = unchanged(subject, values, true);
  return isRefused(row) ? row : inverse(row);
}

type SubjectOf<Row> = (state: Business, known: Named) => EntitySubject<Row>;
/** Inverts an event with nothing but `from`, `to`, `id` and `name`. @param valueOf the field with this value */
export const fieldInverter =
  <const Type extends string, Row extends Named, Value>(
    type: Type,
    subjectOf: SubjectOf<Row>,
    valueOf: (value: Value) => ComparedValues<Row>,
  ) =>
  (
    state: Business,
    { id, name, from, to }: Named & { readonly from: Value; readonly to: Value },
  ): Event<Type, Named & { readonly from: Value; readonly to: Value }> | UndoRefusal =>
    reverted(subjectOf(state, { id, name }), valueOf(to), (row) => ({
      type,
      data: { id, name: row.name, from: to, to: from },
    }));

/** The inverses of the change events of a table's fields. */
export const changeInverses = <T extends FieldTypes<T>>(table: FieldTable<T>, subjectOf: SubjectOf<TableRow<T>>) =>
  byChangeType(
    table,
    <Key extends keyof T & string>(key: Key, { change }: EntityField<T[Key]>) =>
      (state: Business, data: T[Key]['event']['data']): T[Key]['event'] | UndoRefusal =>
        reverted(
          subjectOf(state, change.entity(data)),
          { [key]: change.to(data) } as ComparedValues<TableRow<T>>,
          (row) => change.event(row, change.to(data), change.from(data)),
        ),
  ) as {
    // Each entry has the type of its event as key.
    readonly [Change in ChangeEvent<T> as Change['type']]: (
      state: Business,
      data: Change['data'],
    ) => Change | UndoRefusal;
  };
