import type { EntityReference, NamedKind } from './entity-reference.ts';
import type { BusinessEvent } from './events.ts';
import type { ChangeEvent, Field, FieldTypes, Named, Table } from './field.ts';
import { byChange, type TableRow } from './field-events.ts';
import type { ByType } from './message.ts';
import type { Since, UndoRefusal } from './refusals.ts';
import { isSameValue } from '../same-value.ts';
import type { Business } from './state.ts';

/** The event that takes another one back, or why there is none. */
export type Inverse = BusinessEvent | UndoRefusal;

/** How each event of an entity is taken back. `place`: what `Places` gave for it. */
export type Inverses<Events extends { readonly type: string; readonly data: unknown }> = {
  readonly [Type in keyof ByType<Events>]: (
    state: Business,
    data: ByType<Events>[Type]['data'],
    place: number,
  ) => Inverse;
};

/** Where in its list an entity stands that an event is about to remove. */
export type Places<Events extends { readonly type: string; readonly data: unknown }, Type extends Events['type']> = {
  readonly [Removal in Type]: (before: Business, data: Extract<Events, { readonly type: Removal }>['data']) => number;
};

export const changedSince = (entity: EntityReference, since: Since, again: boolean): UndoRefusal => ({
  refusal: 'changed_since',
  entity,
  since,
  again,
});

export const isRefused = (outcome: object): outcome is UndoRefusal => 'refusal' in outcome;

/** An entity that an event was about. */
interface Subject<Row> {
  readonly kind: NamedKind;
  /** As it stands now; undefined where it is gone. */
  readonly row: Row | undefined;
  /** As the event knew it. */
  readonly known: Named;
}

type Values<Row> = { readonly [Key in keyof Row & Since]?: Row[Key] };

/**
 * The entity, if it is there with these values; else what has become of it.
 * @param again only a change of just these fields is to be taken back, not the coming of the whole entity
 */
export function unchanged<Row extends Named>(
  { kind, row, known: { id, name } }: Subject<Row>,
  values: Values<Row>,
  again: boolean,
): Row | UndoRefusal {
  if (!row) return changedSince({ kind, id, name }, 'gone', false);
  for (const field of Object.keys(values) as (keyof Row & Since)[])
    if (!isSameValue(row[field], values[field]))
      return changedSince({ kind, id: row.id, name: row.name }, field, again);
  return row;
}

/** Takes back a change of one field: the same event the other way round, if the field still has the value it gave. */
export function reverted<Row extends Named, Reverting>(
  subject: Subject<Row>,
  values: Values<Row>,
  inverse: (row: Row) => Reverting,
): Reverting | UndoRefusal {
  const row = unchanged(subject, values, true);
  return isRefused(row) ? row : inverse(row);
}

type SubjectOf<Row> = (state: Business, known: Named) => Subject<Row>;
type DataOf<Type extends BusinessEvent['type']> = ByType<BusinessEvent>[Type]['data'];

/** Events that say of which value to which one a thing changed, and whose. */
type ChangeType = {
  [Type in BusinessEvent['type']]: DataOf<Type> extends { readonly from: unknown; readonly to: unknown } ? Type : never;
}[BusinessEvent['type']];

/** How an event is taken back that says of one field `from` and `to`, and nothing else but `id` and `name`. */
export const fieldReverted =
  <Type extends ChangeType, Row extends Named>(type: Type, subjectOf: SubjectOf<Row>, field: keyof Row & Since) =>
  (state: Business, { id, name, from, to }: DataOf<Type> & Named): Inverse =>
    reverted(
      subjectOf(state, { id, name }),
      { [field]: to } as Values<Row>,
      (row) => ({ type, data: { id, name: row.name, from: to, to: from } }) as BusinessEvent,
    );

/** How a renaming is taken back: the entity is known by the name that it got. */
export const renameReverted =
  <Type extends ChangeType, Row extends Named>(type: Type, subjectOf: SubjectOf<Row>) =>
  (
    state: Business,
    { id, from, to }: DataOf<Type> & { readonly id: string; readonly from: string; readonly to: string },
  ) =>
    reverted(
      subjectOf(state, { id, name: to }),
      { name: to } as Values<Row>,
      () => ({ type, data: { id, from: to, to: from } }) as BusinessEvent,
    );

/** How each change of a field of a table is taken back. */
export const changeInverses = <T extends FieldTypes<T>>(table: Table<T>, subjectOf: SubjectOf<TableRow<T>>) =>
  byChange(
    table,
    <Key extends keyof T & string>(key: Key, { change }: Field<T[Key]>) =>
      (state: Business, data: T[Key]['event']['data']): T[Key]['event'] | UndoRefusal =>
        reverted(subjectOf(state, change.entity(data)), { [key]: change.to(data) } as Values<TableRow<T>>, (row) =>
          change.event(row, change.to(data), change.from(data)),
        ),
  ) as {
    // Each entry stands under the type of its event.
    readonly [Change in ChangeEvent<T> as Change['type']]: (
      state: Business,
      data: Change['data'],
    ) => Change | UndoRefusal;
  };
