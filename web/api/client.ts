import type * as v from 'valibot';
import type { adminEndpoints } from '#contract/admin.ts';
import type { accountEndpoints } from '#contract/account.ts';
import type { Endpoint, Reply, SentParts } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { paymentEndpoints } from '#contract/payment.ts';
import type { sessionEndpoints } from '#contract/session.ts';

/** A business as the browser reads and changes it. The real one is called over HTTP; the demo's answers from memory. */
export type ApiClient = ClientOf<OwnerContract>;

/** Who is there. */
export type SessionClient = ClientOf<typeof sessionEndpoints>;

/** Buying the access, and what belongs to the account. */
export type AccountClient = ClientOf<Omit<typeof paymentEndpoints, 'paymentWebhook'> & typeof accountEndpoints>;

/** The administration. */
export type AdminClient = ClientOf<Omit<typeof adminEndpoints, 'auditCsv' | 'auditLive'>>;

interface ClientOf<All extends Record<string, Endpoint>> {
  /**
   * Makes one call of the contract and gives its reply; undefined for a call that answers without a body.
   * @throws ApiProblem the server refused or failed · NetworkFailure no answer came
   */
  call<Name extends keyof All>(name: Name, sent: CallInput<All[Name]>): Promise<Reply<All[Name]>>;
}

/** What a call says and what goes along with it. */
export type CallInput<E extends Endpoint> = SentParts<E> & CallOptions & { readonly query?: SentQuery<E> };

/** What goes along with any call. */
export interface CallOptions {
  /** The version in view: the call is refused when it is not the last one. */
  readonly ifMatch?: number | undefined;
  /** Names the change across repeats; a fresh one is made when left out. */
  readonly idempotencyKey?: string;
  /** Told the id under which what the call did can be undone; not told when there was nothing to do. */
  readonly onChange?: (changeId: string) => void;
}

type SentQuery<E extends Endpoint> = E extends { readonly query: infer S extends v.GenericSchema }
  ? v.InferInput<S>
  : never;
