import type { Readable } from 'node:stream';
import type { Body, Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import type { Position } from '#eventstore/port.ts';
import type { WebhookNote } from '#payments/port.ts';
import type { Visitor } from '#queries/visitor.ts';
import type { Context } from 'koa';

/** One checked call on its way to its handler: who asks, and domain values. */
export interface Call<E extends Endpoint> {
  readonly endpoint: E;
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  /** Null for an anonymous call; never null where the contract asks for a session. */
  readonly visitor: Visitor | null;
  /** What the payment provider says, proven to come from it; null when it is nothing to act on, and on all other calls. */
  readonly notice: WebhookNote | null;
  readonly requestId: string;
  readonly ctx: Context;
}

export interface Answer<E extends Endpoint> {
  /** A stream is JSON text, sent as it comes; a buffer is JSON text that stands ready. */
  readonly body: Reply<E> | Readable | Buffer;
  /** Where a reader must be to see what this call did. */
  readonly position?: Position | null;
  /** What this call did, by the id under which it can be taken back. */
  readonly changeId?: string | null;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;
