import type { BusinessCommand, SingleChange } from './commands.ts';
import { decideFinance, isFinanceCommand } from './decide-finance.ts';
import { decideMenu } from './decide-menu.ts';
import { type BusinessDecision, nothingChanged, type SingleDecision, staleness, when } from './decision.ts';
import type { BusinessEvent } from './events.ts';
import { growing } from './evolve.ts';
import type { BusinessRefusal } from './refusals.ts';
import type { Business } from './state.ts';
import { undo } from './undo.ts';
import { versionOf } from './version-of.ts';

export const isRefusal = <Refusal extends BusinessRefusal>(
  decision: readonly BusinessEvent[] | Refusal,
): decision is Refusal => 'refusal' in decision;

/** What follows from a command: events, none of them when nothing changes, or a named refusal. Pure. */
export function decide(state: Business, command: BusinessCommand): BusinessDecision {
  if (state.erased) return command.type === 'EraseBusiness' ? nothingChanged : { refusal: 'business_erased' };
  if (command.type === 'OpenBusiness') return openBusiness(state, command.ownerId);
  if (state.ownerId === null) return { refusal: 'business_not_open' };
  if (command.type === 'EraseBusiness') return [{ type: 'BusinessErased', data: {} }];
  if (command.type === 'ChangeOwner') return changeOwner(state.ownerId, command.to);
  if (command.type === 'UndoChange') return undo(state, command.change);
  return command.type === 'Together' ? together(state, command.commands) : single(state, command);
}

const single = (state: Business, command: SingleChange): SingleDecision =>
  isFinanceCommand(command) ? decideFinance(state, command) : decideMenu(state, command);

function together(state: Business, commands: readonly SingleChange[]): BusinessDecision {
  const events: BusinessEvent[] = [];
  const after = growing(state); // a thousand of them, and the business is copied once
  for (const [index, command] of commands.entries()) {
    const decision = oneOf(state, after.business, command);
    if (isRefusal(decision)) return { refusal: 'one_of_them', index, because: decision };
    events.push(...decision);
    for (const event of decision) after.add(event);
  }
  return events;
}

/** A version speaks of what was in view, before any of them: what they themselves make has none that could be old. */
function oneOf(before: Business, state: Business, command: SingleChange): SingleDecision {
  if (!('version' in command) || command.version === undefined) return single(state, command);
  const decision = single(state, { ...command, version: undefined });
  const version = versionOf(before, command);
  if (isRefusal(decision) || version === undefined) return decision;
  return staleness(command, { version }) ?? decision;
}

function openBusiness(state: Business, ownerId: string): BusinessDecision {
  if (state.ownerId !== null) return { refusal: 'business_already_open' };
  return [{ type: 'BusinessOpened', data: { ownerId } }];
}

const changeOwner = (from: string, to: string): BusinessDecision =>
  when(from !== to, { type: 'BusinessOwnerChanged', data: { from, to } });
