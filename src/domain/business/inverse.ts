import type { EntityReference, NamedKind } from './entity-reference.ts';
import type { BusinessEvent } from './events.ts';
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

interface Named {
  readonly id: string;
  readonly name: string;
}

/** An entity that an event was about. */
interface Subject<Row> {
  readonly kind: NamedKind;
  /** As it stands now; undefined where it is gone. */
  readonly row: Row | undefined;
  /** As the event knew it. */
  readonly known: Named;
}

type Values<Row> = { readonly [Field in keyof Row & Since]?: Row[Field] };

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
export function reverted<Row extends Named>(
  subject: Subject<Row>,
  values: Values<Row>,
  inverse: (row: Row) => BusinessEvent,
): Inverse {
  const row = unchanged(subject, values, true);
  return isRefused(row) ? row : inverse(row);
}
