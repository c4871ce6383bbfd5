import type { BusinessCommand } from '#domain/business/commands.ts';

/** The id of the entity that a command is about; for a line of a dish, its ingredient. */
export function entityIdOfCommand(command: BusinessCommand): string {
  if ('copyId' in command) return command.copyId;
  if ('id' in command) return command.id;
  if ('ingredientId' in command) return command.ingredientId;
  if ('month' in command) return String(command.month);
  return command.type;
}

/** A new entity's id, which the server keeps. */
export const newId = (): string => crypto.randomUUID();
