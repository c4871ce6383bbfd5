import type { EventType } from '#domain/any-event.ts';
import type { JsonObject } from '#domain/event.ts';

/** Converts the data of an event from one shape to the next. Pure, and never refuses. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** The steps from the first shape to the newest, by event type: the one at index 0 converts shape 1 to shape 2. */
export type Upcasters = Readonly<Partial<Record<EventType, readonly Upcaster[]>>>;

/**
 * Events are never rewritten: an event that was stored in an older shape is converted each time it is read, so that
 * folds know the newest shape only. A change of a type's shape adds one step here, and a fixture of the new shape in
 * tests/eventstore/recorded-events.jsonl; a step is never changed afterwards. A nullable field that is left out when
 * null does not change the shape (decision 036). No shape has changed yet.
 */
const UPCASTERS: Upcasters = {};

export interface Upcasting {
  /** The number of the current shape of a type; 1 until it has changed. */
  readonly schemaOf: (type: string) => number;
  /** The data in the newest shape; undefined for a shape that this program does not know. */
  readonly upcast: (type: string, data: JsonObject, schema: number) => JsonObject | undefined;
}

export function createUpcasting(upcasters: Upcasters): Upcasting {
  const stepsOf = (type: string): readonly Upcaster[] =>
    Object.hasOwn(upcasters, type) ? (upcasters[type as EventType] ?? []) : [];
  const schemaOf = (type: string): number => stepsOf(type).length + 1;
  return {
    schemaOf,
    upcast(type, data, schema) {
      if (!Number.isSafeInteger(schema) || schema < 1 || schema > schemaOf(type)) return undefined;
      return stepsOf(type)
        .slice(schema - 1)
        .reduce((current, step) => step(current), data);
    },
  };
}

export const { schemaOf, upcast } = createUpcasting(UPCASTERS);
