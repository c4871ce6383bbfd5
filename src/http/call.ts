import type { Readable } from 'node:stream';
import type { Body, Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import type { Position } from '#eventstore/port.ts';
import type { WebhookNote } from '#payments/port.ts';
import type { Visitor } from '#queries/visitor.ts';
import type { Context } from 'koa';

/** One checked call on its way to its handler: the visitor and domain values. */
export interface Call<E extends Endpoint> {
  readonly endpoint: E;
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  /** Null for an anonymous call; never null where the contract asks for a session. */
  readonly visitor: Visitor | null;
  /**
   * The notification of the payment provider, proven to come from it; null when it needs no action, and on all other
   * calls.
   */
  readonly notice: WebhookNote | null;
  readonly requestId: string;
  readonly ctx: Context;
}

export interface HandlerAnswer<E extends Endpoint> {
  /** A stream is JSON text, sent as it arrives; a buffer is prepared JSON text. */
  readonly body: Reply<E> | Readable | Buffer;
  /** The position that a reader must have reached to see the change of this call. */
  readonly position?: Position | null;
  /** The id of the change, by which it can be undone. */
  readonly changeId?: string | null;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerAnswer<E>>;
