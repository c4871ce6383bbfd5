import type { AdminCommand, AdminEvent } from '#domain/admin/admin.ts';
import type { CommandHandler } from '../command-handler.ts';
import { firstEventOf } from '../new-events.ts';
import type { Actor } from '#domain/event.ts';

/** An administrator's act: who, and in which request. */
export interface AdminCall {
  readonly actor: Actor;
  readonly requestId: string;
  /** What it was done for. */
  readonly causationId?: string;
}

/** What administrators do, written down before it is done: an act that nobody noted must not happen. */
export interface AdminRecord {
  /**
   * @returns id of the event, as the cause of what follows from it
   * @throws CommandNotDone
   */
  note(event: AdminEvent, call: AdminCall): Promise<string>;
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
