/** The envelope around every event, whichever stream it belongs to. Pure data, JSON-safe. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The author of an event: `id` is an account id, or for `system` (reactors, seeds) the name of the part that acted. */
export interface Actor {
  readonly kind: 'account' | 'guest' | 'admin' | 'system';
  readonly id: string;
}

/** What one unsafe call was, so that a repeat can be told from a new one. */
export interface RequestMark {
  /** The `Idempotency-Key` of the call (UUID). */
  readonly key: string;
  /** Method and route, e.g. `POST /api/fixed-costs`: the same key on another route is another request. */
  readonly scope: string;
  /** Hash of the body, to refuse the same key with another body. */
  readonly hash: string;
}

/** No personal data and no IP ever stand here: ids only. */
export interface EventMeta {
  /** ISO instant, never earlier than the previous event of the same stream. */
  readonly at: string;
  readonly actor: Actor;
  /** Id of the HTTP request, for the logs. */
  readonly requestId: string;
  /** What one command did belongs together: id of the command. */
  readonly changeId: string;
  readonly causationId?: string;
  /** On the last event of a change; on all of them in what older versions wrote. */
  readonly request?: RequestMark;
  /** Id of the change that this one takes back: on its first event; on all of them in what older versions wrote. */
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
  /** 0 for the first event of the stream, gap-free. */
  readonly revision: bigint;
  readonly position: string;
  /** null once the stream has been erased (LGPD): folds skip it. */
  readonly data: JsonObject | null;
}

/**
 * What an event of any stream does to what it is about.
 * - `added`, `removed`, `restored`: it is there from now on, no longer, again; a removal carries all that it was.
 * - `changed`: from one value to another.
 * - `cleared`: a value that was stated is stated no more; the event carries it.
 * - `moved`: from one account to another.
 * - `erased`: everything is gone for good, without a trace of what it was.
 * - `noted`: it happened, and changes nothing that could be shown as before and after.
 */
export type Effect = 'added' | 'changed' | 'removed' | 'restored' | 'cleared' | 'moved' | 'erased' | 'noted';
