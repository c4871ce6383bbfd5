import type { BusinessEvent } from './events.ts';
import type { Since, UndoRefusal } from './refusals.ts';
import type { NamedKind, Thing } from './thing.ts';

/** The event that takes another one back, or why there is none. */
export type Inverse = BusinessEvent | UndoRefusal;

export const changedSince = (thing: Thing, since: Since, again: boolean): UndoRefusal => ({
  refusal: 'changed_since',
  thing,
  since,
  again,
});

interface Named {
  readonly id: string;
  readonly name: string;
}

type Values<Row> = { readonly [Field in keyof Row & Since]?: Row[Field] };

/**
 * The thing, if it is there with these values; else what has become of it. `again`: a change of just these is to be
 * taken back, not the coming of the whole thing.
 */
export function still<Row extends Named>(
  { kind, held, known }: { readonly kind: NamedKind; readonly held: Row | undefined; readonly known: Named },
  values: Values<Row>,
  again: boolean,
): Row | UndoRefusal {
  if (!held) return changedSince({ kind, id: known.id, name: known.name }, 'gone', false);
  const { id, name } = held;
  for (const field of Object.keys(values) as (keyof Row & Since)[])
    if (held[field] !== values[field]) return changedSince({ kind, id, name }, field, again);
  return held;
}

export const isRefused = (outcome: object): outcome is UndoRefusal => 'refusal' in outcome;
