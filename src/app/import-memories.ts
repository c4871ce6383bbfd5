import type { RequestContext } from './new-events.ts';
import { importMemoryBody, memoryEntriesOf } from '#contract/import-memory.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { ImportMemory, ImportMemoryCommand } from '#domain/import-memory/import-memory.ts';
import type { CommandHandler } from './command-handler.ts';

/**
 * Choices remembered from earlier imports of a business. They are folded from their stream on every read, because an
 * import page reads them once.
 */
export interface ImportMemories {
  /** @throws LogUnavailable */
  read(businessId: string): Promise<Reply<OwnerContract['importMemory']>>;
  /** @throws CommandNotDone · ErasedStreamError · EventTooLarge · UnreadableEvent */
  remember(
    businessId: string,
    body: Body<OwnerContract['rememberImport']>,
    context: RequestContext,
  ): Promise<Reply<OwnerContract['rememberImport']>>;
}

/**
 * @param newHandler makes a handler for each call: the cache of a handler would outlive the erasure of its stream,
 * which another process may do
 */
export function createImportMemories(
  newHandler: () => CommandHandler<ImportMemory, ImportMemoryCommand, never>,
  newId: () => string,
): ImportMemories {
  return {
    read: async (businessId) => importMemoryBody(await newHandler().currentState(businessId)),
    async remember(businessId, body, context) {
      const command = { type: 'Remember', ...memoryEntriesOf(body) } as const;
      const outcome = await newHandler().handle(businessId, command, { ...context, changeId: newId() });
      if (outcome.kind !== 'done') throw new Error(`remembering an import ended as ${outcome.kind}`);
      return { layouts: outcome.state.layouts.size, names: outcome.state.names.size };
    },
  };
}
