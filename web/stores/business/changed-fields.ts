import { currentVersionOf } from '#domain/business/decide.ts';
import { commandMappingOf } from '#contract/entities/command-mappings.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import { isSameValue } from '#domain/same-value.ts';

/**
 * A command as it is sent alone: only the fields that differ from the confirmed state, so that somebody else's change
 * in another field stays, and with the version on screen if there is one. Pure. An added entity has no version yet, and
 * a removal ignores the version.
 */
export function withChangedFields(command: SingleCommand, confirmed: Business): SingleCommand {
  const { kind, savedValues } = commandMappingOf(command);
  if (kind !== 'changes') return command;
  return withVersion(savedValues ? onlyChanged(command, savedValues(confirmed, command)) : command, confirmed);
}

/** The command with the version, on screen, of the entity that it changes or removes. */
export function withVersion(command: SingleCommand, business: Business): SingleCommand {
  const version = currentVersionOf(business, command);
  return version === undefined ? command : ({ ...command, version } as SingleCommand);
}

function onlyChanged<Command extends SingleCommand>(command: Command, saved: object = {}): Command {
  const savedFields = new Map<string, unknown>(Object.entries(saved));
  const commandFields = new Map<string, unknown>(Object.entries(command));
  const differs = (field: string): boolean =>
    commandFields.has(field) && !isSameValue(commandFields.get(field), savedFields.get(field));
  const changed = Object.entries(command).filter(
    ([field]) => field === 'id' || differs(field) || differs(DEPENDENT_FIELDS[field] ?? field),
  );
  return Object.fromEntries(changed) as Command;
}

/**
 * Fields whose meaning depends on a unit are sent with it: a unit alone would convert the stored number, but 40 kg
 * corrected to 40 un stay 40.
 */
const DEPENDENT_FIELDS: Readonly<Record<string, string>> = { yieldQuantity: 'yieldUnit' };
