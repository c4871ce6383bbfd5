import type { AdminCommand, AdminEvent } from '#domain/admin/admin.ts';
import type { CommandHandler } from '../command-handler.ts';
import { firstEventOf, type RequestContext } from '../new-events.ts';

/** Records the acts of administrators before they happen: an act without a record must not happen. */
export interface AdminRecord {
  /** @returns the id of the event, which is the causation id of the events that follow @throws CommandNotDone */
  append(event: AdminEvent, context: RequestContext): Promise<string>;
}

export function createAdminRecord(
  handler: CommandHandler<null, AdminCommand, never>,
  newId: () => string,
): AdminRecord {
  return {
    async append(event, context) {
      const changeId = newId();
      await handler.handle(context.actor.id, { type: 'Note', event }, { ...context, changeId });
      return firstEventOf(changeId);
    },
  };
}
