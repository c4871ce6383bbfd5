import type { BusinessCommand } from '#domain/business/commands.ts';

interface UnansweredCommand {
  readonly command: BusinessCommand;
  readonly key: string;
}

/**
 * Commands without an answer, whose outcome is unknown, with their idempotency keys. A repeated command gets the same
 * key and ids, so that the server does not execute it twice.
 */
export function createUnansweredCommands() {
  const commands = new Map<string, UnansweredCommand>();
  return {
    remember: (unanswered: UnansweredCommand): void => void commands.set(contentOf(unanswered.command), unanswered),
    /** The unanswered command with the same content. */
    findEqual: (command: BusinessCommand): BusinessCommand | undefined => commands.get(contentOf(command))?.command,
    /** The key of the command, once: a third identical command is a new one. */
    take(command: BusinessCommand): string | undefined {
      const content = contentOf(command);
      const unanswered = commands.get(content);
      commands.delete(content);
      return unanswered?.key;
    },
  };
}

/** The content of a command without the ids of added entities. */
const contentOf = (command: BusinessCommand): string =>
  JSON.stringify(command.type.startsWith('Add') && 'id' in command ? { ...command, id: 'new' } : command);
