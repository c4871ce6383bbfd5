import { versionOf } from '#domain/business/single-decisions.ts';
import { callOf } from '#contract/entities/command-calls.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import { isSameValue } from '#domain/same-value.ts';

/**
 * A change as it goes to the server on its own: only what really changes in what is confirmed, so that what somebody else
 * changes meanwhile in another field stays; and with the version in view, where one is known. Pure. What is added has no
 * version yet, and what is removed goes whatever it has become.
 */
export function withChangedFields(command: SingleChange, confirmed: Business): SingleChange {
  const { kind, held } = callOf(command);
  if (kind !== 'changes') return command;
  return withVersion(held ? onlyChanged(command, held(confirmed, command)) : command, confirmed);
}

/** With the version of what it changes or removes as it stands in view. */
export function withVersion(command: SingleChange, inView: Business): SingleChange {
  const version = versionOf(inView, command);
  return version === undefined ? command : ({ ...command, version } as SingleChange);
}

function onlyChanged<Command extends SingleChange>(command: Command, held: object = {}): Command {
  const known = new Map<string, unknown>(Object.entries(held));
  const said = new Map<string, unknown>(Object.entries(command));
  const differs = (field: string): boolean => said.has(field) && !isSameValue(said.get(field), known.get(field));
  const changed = Object.entries(command).filter(
    ([field]) => field === 'id' || differs(field) || differs(SAID_WITH[field] ?? field),
  );
  return Object.fromEntries(changed) as Command;
}

/**
 * What means something else beside another unit, with that unit: alone it would convert the number that is held, and
 * 40 kg that are corrected to 40 un stay 40.
 */
const SAID_WITH: Readonly<Record<string, string>> = { yieldQuantity: 'yieldUnit' };
