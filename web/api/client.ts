import type * as v from 'valibot';
import type { adminEndpoints } from '#contract/admin.ts';
import type { accountEndpoints } from '#contract/account.ts';
import type { Endpoint, Reply, RequestParts } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { paymentEndpoints } from '#contract/payment.ts';
import type { sessionEndpoints } from '#contract/session.ts';

/** A business as the browser reads and changes it: over HTTP, or in memory for the demo. */
export type OwnerClient = ClientOf<OwnerContract>;

/** The calls about the session. */
export type SessionClient = ClientOf<typeof sessionEndpoints>;

/** The calls for buying access and for the account. */
export type AccountClient = ClientOf<Omit<typeof paymentEndpoints, 'paymentWebhook'> & typeof accountEndpoints>;

/** The calls of the administration. */
export type AdminClient = ClientOf<Omit<typeof adminEndpoints, 'auditCsv' | 'auditLive'>>;

interface ClientOf<Endpoints extends Record<string, Endpoint>> {
  /**
   * Makes one call of the contract and returns its reply; undefined for a call that answers without a body.
   * @throws ApiProblem if the server refuses or fails · NetworkFailure if no answer comes
   */
  call<Name extends keyof Endpoints>(name: Name, input: CallInput<Endpoints[Name]>): Promise<Reply<Endpoints[Name]>>;
}

/** The parameters and body of a call, with its options. */
export type CallInput<E extends Endpoint> = RequestParts<E> & CallOptions & { readonly query?: WireQuery<E> };

/** Options of any call. */
export interface CallOptions {
  /** The version on screen: the server refuses the call when there is a newer one. */
  readonly ifMatch?: number | undefined;
  /** The key by which the server recognises a repeat of the call; a new one is made when left out. */
  readonly idempotencyKey?: string;
  /** Receives the id under which the change can be undone; not called when nothing changed. */
  readonly onChangeId?: (changeId: string) => void;
}

type WireQuery<E extends Endpoint> = E extends { readonly query: infer S extends v.GenericSchema }
  ? v.InferInput<S>
  : never;
