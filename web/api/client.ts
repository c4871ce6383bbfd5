import type * as v from 'valibot';
import type { Reply, SentBody, SentParams } from '#contract/endpoint.ts';
import type { dataEndpoints } from '#contract/data.ts';
import type { Contract, EndpointName } from '#contract/index.ts';
import type { sessionEndpoints } from '#contract/session.ts';

/** A business as the browser reads and changes it. The real one is called over HTTP; the demo's answers from memory. */
export type ApiClient = ClientOf<keyof typeof dataEndpoints>;

/** Who is there. */
export type SessionClient = ClientOf<keyof typeof sessionEndpoints>;

interface ClientOf<Known extends EndpointName> {
  /**
   * Makes one call of the contract and gives its reply; undefined for a call that answers without a body.
   * @throws ApiProblem the server refused or failed · NetworkFailure no answer came
   */
  call<Name extends Known>(name: Name, sent: Sent<Name>): Promise<Reply<Contract[Name]>>;
}

/** What goes along with a call; `params` and `body` exactly where the contract has them. */
export type Sent<Name extends EndpointName> = Part<'params', SentParams<Contract[Name]>> &
  Part<'body', SentBody<Contract[Name]>> & {
    readonly query?: SentQuery<Name>;
    /** The version in view: the call is refused when it is not the last one. */
    readonly ifMatch?: number | undefined;
    /** Names the change across repeats; a fresh one is made when left out. */
    readonly idempotencyKey?: string;
  };

type Part<Key extends string, Value> = Value extends undefined ? unknown : { readonly [key in Key]: Value };

type SentQuery<Name extends EndpointName> = Contract[Name] extends { readonly query: infer S extends v.GenericSchema }
  ? v.InferInput<S>
  : never;
