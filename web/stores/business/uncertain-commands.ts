import type { BusinessCommand } from '#domain/business/commands.ts';

interface UncertainCommand {
  readonly command: BusinessCommand;
  readonly key: string;
}

/**
 * Commands whose connection broke before an answer, so that nobody knows whether the server executed them; pending ones
 * still wait for their answer. A repeated command gets the same idempotency key and ids, so that the server does not
 * execute it twice.
 */
export function createUncertainCommands() {
  const commands = new Map<string, UncertainCommand>();
  return {
    remember: (uncertain: UncertainCommand): void => void commands.set(contentOf(uncertain.command), uncertain),
    /** The uncertain command with the same content. */
    findEqual: (command: BusinessCommand): BusinessCommand | undefined => commands.get(contentOf(command))?.command,
    /** The key of the command, once: a third identical command is a new one. */
    take(command: BusinessCommand): string | undefined {
      const content = contentOf(command);
      const uncertain = commands.get(content);
      commands.delete(content);
      return uncertain?.key;
    },
  };
}

/** The content of a command without the ids of added entities. */
const contentOf = (command: BusinessCommand): string =>
  JSON.stringify(command.type.startsWith('Add') && 'id' in command ? { ...command, id: 'new' } : command);
