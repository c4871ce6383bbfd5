import type { ImportMemories } from '#app/import-memories.ts';
import { businessIdOf } from '../live-business.ts';
import type { Handlers } from '../mount.ts';
import { problems } from '../problem.ts';

export interface ImportMemoryPorts {
  readonly importMemories: ImportMemories;
}

/** Handlers for the import memory of the session's business. */
export function importMemoryHandlers({
  importMemories,
}: ImportMemoryPorts): Pick<Handlers, 'importMemory' | 'rememberImport'> {
  return {
    async importMemory({ visitor }) {
      if (!visitor) throw problems.notSignedIn();
      return { body: await importMemories.read(businessIdOf(visitor)) };
    },
    async rememberImport({ visitor, body, requestId }) {
      if (!visitor) throw problems.notSignedIn();
      const { kind, userId: id } = visitor;
      return { body: await importMemories.remember(businessIdOf(visitor), body, { actor: { kind, id }, requestId }) };
    },
  };
}
