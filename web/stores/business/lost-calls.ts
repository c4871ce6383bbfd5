import type { BusinessCommand } from '#domain/business/commands.ts';
import { commandRenamed } from './command-ids.ts';

/**
 * Commands that got no answer, so nobody knows whether they were done, with the key they went under. Given again, the
 * same command takes the same key: if the server did it the first time, it answers so and does not do it twice.
 */
export function createLostCalls() {
  const keys = new Map<string, string>();
  return {
    remember: (command: BusinessCommand, key: string): void => void keys.set(wordsOf(command), key),
    /** Taken once: a third identical command is a new one. */
    take(command: BusinessCommand): string | undefined {
      const words = wordsOf(command);
      const key = keys.get(words);
      keys.delete(words);
      return key;
    },
  };
}

/** What a command says, apart from the temporary id of what it adds. */
const wordsOf = (command: BusinessCommand): string =>
  JSON.stringify(
    command.type.startsWith('Add') && 'id' in command ? commandRenamed(command, command.id, 'new') : command,
  );
