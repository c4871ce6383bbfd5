import type { Readable } from 'node:stream';
import type { Body, Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import type { Position } from '#eventstore/port.ts';
import type { PaymentNotification } from '#payments/provider.ts';
import type { SessionUser } from '#queries/visitor.ts';
import type { Context } from 'koa';

/** A request to an endpoint after all checks: the visitor, and the input as domain values. */
export interface EndpointRequest<E extends Endpoint> {
  readonly endpoint: E;
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  /**
   * The account or guest of the session; null for an anonymous request, never null where the contract asks for a
   * session.
   */
  readonly visitor: SessionUser | null;
  /**
   * The notification of the payment provider, proven to come from it; null when it needs no action, and at all other
   * endpoints.
   */
  readonly notification: PaymentNotification | null;
  readonly requestId: string;
  readonly ctx: Context;
}

export interface HandlerResponse<E extends Endpoint> {
  /** A stream is JSON text, sent as it arrives; a buffer is prepared JSON text. */
  readonly body: Reply<E> | Readable | Buffer;
  /** The position that a reader must have reached to see the change of this request. */
  readonly position?: Position | null;
  /** The id of the change, by which it can be undone. */
  readonly changeId?: string | null;
}

export type Handler<E extends Endpoint> = (request: EndpointRequest<E>) => Promise<HandlerResponse<E>>;
