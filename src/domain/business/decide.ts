import type { BusinessCommand, SingleChange } from './commands.ts';
import { completed, nothingChanged } from './decision.ts';
import type { BusinessEvent } from './events.ts';
import { stateBuilder } from './evolve.ts';
import { decideOwnership } from './ownership.ts';
import type { BusinessRefusal, SingleRefusal } from './refusals.ts';
import type { Business } from './state.ts';
import { decisionOf, versionOf } from './single-decisions.ts';
import { undo } from './undo.ts';

/** Events, none of them when nothing changes, or a named refusal. */
export type BusinessDecision = readonly BusinessEvent[] | BusinessRefusal;

/** The same of one change. */
type SingleDecision = readonly BusinessEvent[] | SingleRefusal;

export const isRefusal = <Refusal extends BusinessRefusal>(
  decision: readonly BusinessEvent[] | Refusal,
): decision is Refusal => 'refusal' in decision;

/** Decides a command: events (none when nothing changes) or a refusal. Pure. */
export const decide = (state: Business, command: BusinessCommand): BusinessDecision =>
  completed(decideInSteps(state, command));

/** The same, with a stop behind each part of a command of many: between two of them others may have the thread. */
export function* decideInSteps(state: Business, command: BusinessCommand): Generator<void, BusinessDecision> {
  if (state.erased) return command.type === 'EraseBusiness' ? nothingChanged : { refusal: 'business_erased' };
  if (command.type === 'OpenBusiness' || command.type === 'ChangeOwner' || command.type === 'EraseBusiness')
    return decideOwnership(state, command);
  if (state.ownerId === null) return { refusal: 'business_not_open' };
  if (command.type === 'UndoChange') return yield* undo(state, command.change);
  if (command.type === 'ApplyChangeSet') return yield* changeSet(state, command.commands);
  return single(state, command, state);
}

/**
 * A command that would be done is refused when its asker had an older version in view; one that names no version takes
 * what is there. Any other reason to refuse comes first.
 * @param inView the state that the command's version speaks of
 */
function single(state: Business, command: SingleChange, inView: Business): SingleDecision {
  const decision = decisionOf(command).decide(state, command);
  const given = 'version' in command ? command.version : undefined;
  if (isRefusal(decision) || given === undefined) return decision;
  const current = versionOf(inView, command);
  return current === undefined || current === given ? decision : { refusal: 'changed_meanwhile', given, current };
}

/** A version speaks of what stood before all of them: what they themselves make has none that could be old. */
function* changeSet(before: Business, commands: readonly SingleChange[]): Generator<void, BusinessDecision> {
  const events: BusinessEvent[] = [];
  const after = stateBuilder(before); // a thousand of them, and the business is copied once
  for (const [index, command] of commands.entries()) {
    const decision = single(after.business, command, before);
    if (isRefusal(decision)) return { refusal: 'one_of_them', index, because: decision };
    events.push(...decision);
    for (const event of decision) after.add(event);
    yield;
  }
  return events;
}
