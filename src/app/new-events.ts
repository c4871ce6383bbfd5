import type { Actor, EventMeta, JsonObject, NewEvent, RequestMark } from '#domain/event.ts';
import { schemaOf } from '#eventstore/upcasters.ts';
import { v5 as uuidFrom } from 'uuid';

/** Who calls a use case, and in which request. */
export interface RequestContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** The event that caused the request, such as the start of an administrator's run over all payments. */
  readonly causationId?: string;
}

/** The context of a command. Time and ids are passed in as data. */
export interface CommandContext extends RequestContext {
  /**
   * Identifies this command: the ids of its events follow from it. A fresh one makes new events; the same one makes the
   * same events again.
   */
  readonly changeId: string;
  /** The change that this command undoes. */
  readonly undoes?: string;
  /** Set when the caller sent an Idempotency-Key. */
  readonly request?: RequestMark;
}

/**
 * The events of one command, in envelopes for the log. `at`: ISO instant. Metadata about the whole command is stored
 * once, because an import may be two thousand events: the undone change with the first event, the request with the
 * last, whose position answers a repeat.
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
 * The hash of the body is part of the event's id: another body under the same key, decided by a process that has not
 * seen the first one yet, must not pass for its repeat.
 */
const eventIdOf = ({ changeId, request }: Pick<CommandContext, 'changeId' | 'request'>, index: number): string =>
  uuidFrom(`event ${index} ${request?.hash ?? ''}`, changeId);

/**
 * Id of the first event of a command without an Idempotency-Key: known in advance, because it serves as a causation id.
 */
export const firstEventOf = (changeId: string): string => eventIdOf({ changeId }, 0);
