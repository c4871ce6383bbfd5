/** The envelope around every event, whichever stream it belongs to. Pure data, JSON-safe. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * The author of an event: `id` is an account id, or for `system` the name of the part that acted (a reactor, a seed).
 */
export interface Actor {
  readonly kind: 'account' | 'guest' | 'admin' | 'system';
  readonly id: string;
}

/** Identifies one changing call, so that a repeat can be told from a new one. */
export interface RequestMark {
  /** The `Idempotency-Key` of the call (UUID). */
  readonly key: string;
  /** Method and route, e.g. `POST /api/fixed-costs`: the same key on another route is another request. */
  readonly scope: string;
  /** The hash of the body, to refuse the same key with another body. */
  readonly hash: string;
}

/** Contains ids only, never personal data or an IP. */
export interface EventMeta {
  /** ISO instant, never earlier than the previous event of the same stream. */
  readonly at: string;
  readonly actor: Actor;
  /** Id of the HTTP request, for the logs. */
  readonly requestId: string;
  /** Id of the command, shared by all its events. */
  readonly changeId: string;
  /** The id of the event that caused this one; stored. */
  readonly causationId?: string;
  /** The mark of the request, stored on the last event of a change; older versions stored it on all of them. */
  readonly request?: RequestMark;
  /** The id of the change that this one undoes, stored on its first event; older versions stored it on all of them. */
  readonly undoes?: string;
  /** Version of the event's shape; older ones are upcast when read. */
  readonly schema: number;
}

export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly meta: EventMeta;
}

export interface RecordedEvent extends Omit<NewEvent, 'data'> {
  readonly stream: string;
  /** The index in the stream: 0 for the first event, without gaps. */
  readonly revision: bigint;
  readonly position: string;
  /** The data of the event; null once the stream has been erased (LGPD), and then folds skip the event. */
  readonly data: JsonObject | null;
}

/**
 * The effect of an event on its entity.
 * - `added`, `removed`, `restored`: the entity begins, ends or resumes; a removal carries all its fields.
 * - `changed`: a value is replaced by another.
 * - `cleared`: a stated value is removed; the event carries it.
 * - `moved`: from one account to another.
 * - `erased`: all data is removed for good, and the event carries none of it.
 * - `noted`: a fact without a value before and after.
 */
export type Effect = 'added' | 'changed' | 'removed' | 'restored' | 'cleared' | 'moved' | 'erased' | 'noted';
