import type { ByType } from './message.ts';
import type { SingleRefusal } from './refusals.ts';
import type { Business } from './state.ts';

/** The decision of each command of an entity. */
export type Decisions<Commands extends { readonly type: string }, Events> = {
  readonly [Type in keyof ByType<Commands>]: Decision<ByType<Commands>[Type], Events>;
};

export interface Decision<Command, Event> {
  /** Events (none when nothing changes), or a refusal with a code. */
  readonly decide: (state: Business, command: Command) => readonly Event[] | SingleRefusal;
  /**
   * The version of the entity that the command changes or removes, undefined where it does not exist; left out for
   * commands without a version.
   */
  readonly version?: (state: Business, command: Command) => number | undefined;
}

export const nothingChanged: readonly never[] = [];

/** The change event of each field. `Known` is the data that the event needs beside the fields. */
export type FieldEvents<Fields, Event, Known = { readonly id: string }> = {
  readonly [Field in keyof Fields]-?: (before: Known & Fields, after: Fields) => Event;
};

/** An event for every field that a command changes, in the order of the fields in `events`. */
export function fieldChanges<Fields, Event, Known>(
  before: Known & Fields,
  requested: { readonly [Field in keyof Fields]?: Fields[Field] | undefined },
  events: FieldEvents<Fields, Event, Known>,
): readonly Event[] {
  const fields = Object.keys(events) as (keyof Fields)[];
  const after: Fields = { ...before };
  for (const field of fields) after[field] = requested[field] === undefined ? before[field] : requested[field];
  return fields.filter((field) => before[field] !== after[field]).map((field) => events[field](before, after));
}

/** Runs a generator of steps to its end without yielding the thread. */
export function runToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
