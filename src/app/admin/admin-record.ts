import type { AdminCommand, AdminEvent } from '#domain/admin/admin.ts';
import type { CommandHandler } from '../command-handler.ts';
import { firstEventOf } from '../new-events.ts';
import type { Actor } from '#domain/event.ts';

/** The actor and the request of an act. */
export interface AdminContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** The event that caused the act. */
  readonly causationId?: string;
}

/** Records the acts of administrators before they happen: an act without a record must not happen. */
export interface AdminRecord {
  /** @returns the id of the event, which is the causation id of the events that follow @throws CommandNotDone */
  note(event: AdminEvent, call: AdminContext): Promise<string>;
}

export function createAdminRecord(
  handler: CommandHandler<null, AdminCommand, never>,
  newId: () => string,
): AdminRecord {
  return {
    async note(event, call) {
      const changeId = newId();
      await handler.handle(call.actor.id, { type: 'Note', event }, { ...call, changeId });
      return firstEventOf(changeId);
    },
  };
}
