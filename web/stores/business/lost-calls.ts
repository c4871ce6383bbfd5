import type { BusinessCommand } from '#domain/business/commands.ts';

interface LostCall {
  readonly command: BusinessCommand;
  readonly key: string;
}

/**
 * Commands that got no answer, so nobody knows whether they were done, with the key they went under. Given again, the
 * same command takes the same key and names what it adds as before: if the server did it the first time, it answers so
 * and does not do it twice.
 */
export function createLostCalls() {
  const lost = new Map<string, LostCall>();
  return {
    remember: (call: LostCall): void => void lost.set(wordsOf(call.command), call),
    /** The one that said the same. */
    like: (command: BusinessCommand): BusinessCommand | undefined => lost.get(wordsOf(command))?.command,
    /** Its key. Taken once: a third identical command is a new one. */
    take(command: BusinessCommand): string | undefined {
      const words = wordsOf(command);
      const call = lost.get(words);
      lost.delete(words);
      return call?.key;
    },
  };
}

/** What a command says, whatever it calls what it adds. */
const wordsOf = (command: BusinessCommand): string =>
  JSON.stringify(command.type.startsWith('Add') && 'id' in command ? { ...command, id: 'new' } : command);
