import type { BusinessEvent } from './events.ts';
import type { BusinessRefusal, SingleRefusal } from './refusals.ts';

/** Events, none of them when nothing changes, or a named refusal. */
export type BusinessDecision = readonly BusinessEvent[] | BusinessRefusal;

/** The same of one change. */
export type SingleDecision = readonly BusinessEvent[] | SingleRefusal;

export const nothingChanged: readonly BusinessEvent[] = [];

/** The event of one field, if the field changes at all. */
export const when = (changed: boolean, event: BusinessEvent): readonly BusinessEvent[] =>
  changed ? [event] : nothingChanged;

/** Refuses a command whose asker had an older version in view; one that names no version takes what stands. */
export function staleness(
  command: { readonly version?: number | undefined },
  held: { readonly version: number },
): SingleRefusal | undefined {
  if (command.version === undefined || command.version === held.version) return undefined;
  return { refusal: 'changed_meanwhile', given: command.version, current: held.version };
}
