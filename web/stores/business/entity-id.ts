import type { BusinessCommand } from '#domain/business/commands.ts';

/** The thing that a command is about; of a dish's line its ingredient. */
export function subjectOf(command: BusinessCommand): string {
  if ('copyId' in command) return command.copyId;
  if ('id' in command) return command.id;
  if ('ingredientId' in command) return command.ingredientId;
  if ('month' in command) return String(command.month);
  return command.type;
}

/** Names a new thing, for good. */
export const newId = (): string => crypto.randomUUID();
