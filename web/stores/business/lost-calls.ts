import type { BusinessCommand } from '#domain/business/commands.ts';

interface LostCall {
  readonly command: BusinessCommand;
  readonly key: string;
}

/**
 * Commands without an answer, whose outcome is unknown, with their idempotency keys. A repeated command gets the same
 * key and ids, so that the server does not execute it twice.
 */
export function createLostCalls() {
  const lost = new Map<string, LostCall>();
  return {
    remember: (call: LostCall): void => void lost.set(wordsOf(call.command), call),
    /** The lost command with the same content. */
    like: (command: BusinessCommand): BusinessCommand | undefined => lost.get(wordsOf(command))?.command,
    /** The key of the command, once: a third identical command is a new one. */
    take(command: BusinessCommand): string | undefined {
      const words = wordsOf(command);
      const call = lost.get(words);
      lost.delete(words);
      return call?.key;
    },
  };
}

/** The content of a command without the ids of added entities. */
const wordsOf = (command: BusinessCommand): string =>
  JSON.stringify(command.type.startsWith('Add') && 'id' in command ? { ...command, id: 'new' } : command);
