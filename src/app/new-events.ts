import type { Actor, EventMeta, JsonObject, NewEvent, RequestMark } from '#domain/event.ts';
import { schemaOf } from '#eventstore/upcasters.ts';
import { v5 as uuidFrom } from 'uuid';

/** Who asks, in which request. Time and ids come in as data. */
export interface CommandContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** Names this command: the ids of its events follow from it, so that a repeat makes the very same events. */
  readonly changeId: string;
  readonly causationId?: string;
  /** The change that this one takes back. */
  readonly undoes?: string;
  /** Set when the caller sent an Idempotency-Key. */
  readonly request?: RequestMark;
}

/**
 * What one command gave, in envelopes for the log. `at`: ISO instant. What is said of the command as a whole stands once,
 * for an import may be two thousand events: what it undoes with the first of them, its request with the last, whose
 * place in the log answers a repeat.
 */
export function newEvents(
  events: readonly { readonly type: string; readonly data: object }[],
  context: CommandContext,
  at: string,
): readonly NewEvent[] {
  const { actor, requestId, changeId, causationId, undoes, request } = context;
  const meta: Omit<EventMeta, 'schema'> = {
    at,
    actor,
    requestId,
    changeId,
    ...(causationId === undefined ? {} : { causationId }),
  };
  return events.map(({ type, data }, index) => ({
    id: eventIdOf(context, index),
    type,
    data: data as JsonObject,
    meta: {
      ...meta,
      schema: schemaOf(type),
      ...(request && index === events.length - 1 ? { request } : {}),
      ...(undoes !== undefined && index === 0 ? { undoes } : {}),
    },
  }));
}

/**
 * The body is part of what an event's id follows from: another body under the same key, decided by a process that has
 * not seen the first one yet, must not pass for its repeat.
 */
const eventIdOf = ({ changeId, request }: Pick<CommandContext, 'changeId' | 'request'>, index: number): string =>
  uuidFrom(`event ${index} ${request?.hash ?? ''}`, changeId);

/** Id of the first event of a command without an Idempotency-Key: known before it is done, as a cause is. */
export const firstEventOf = (changeId: string): string => eventIdOf({ changeId }, 0);
