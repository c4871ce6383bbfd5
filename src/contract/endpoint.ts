import type * as v from 'valibot';
import type { Limit } from './limits.ts';

/**
 * The part of a call that the browser needs. It is separate from the schemas, which would weigh more than the page that
 * calls.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Router form: `/api/fixed-costs/:id`. */
  readonly path: `/api/${string}`;
  /**
   * `data` calls change the business: they take an Idempotency-Key and answer with X-Position, and with X-Change, the
   * id by which the change can be undone. `person` calls change who is signed in, or what that person paid for or
   * owns. `memory` calls change what is remembered beside a business: they are idempotent and cannot be undone. All
   * from the same origin only, even by GET.
   */
  readonly changes?: 'data' | 'person' | 'memory';
  /**
   * Recognises the reply of a read, so that another answer is not mistaken for it: a list, or an object with these
   * fields; left out, nothing is checked.
   */
  readonly replyShape?: 'list' | readonly string[];
  /** Tells whether the reply of a read may be null. */
  readonly isNullable?: true;
}

/** Routes by the names of their calls; a read declares `replyShape`. */
export type Routes = Readonly<
  Record<
    string,
    Route &
      (
        | { readonly method: 'GET'; readonly replyShape: 'list' | readonly string[] }
        | { readonly method: Exclude<Route['method'], 'GET'> }
      )
  >
>;

/**
 * One call of the API, as data. The server mounts it, the browser calls its route, OpenAPI is generated from it, and a
 * test calls every endpoint as every kind of visitor.
 */
export interface Endpoint extends Route {
  readonly access: Access;
  /** One Portuguese sentence for the API page. */
  readonly summary: string;
  readonly tag:
    | 'Sessão'
    | 'Custos'
    | 'Faturamento'
    | 'Insumos'
    | 'Negócio'
    | 'Pratos'
    | 'Vendas'
    | 'Compras'
    | 'Preparos'
    | 'Indicadores'
    | 'Mudanças'
    | 'Histórico'
    | 'Loja'
    | 'Pagamento'
    | 'Conta'
    | 'Administração'
    | 'Auditoria'
    | 'Diagnóstico';
  /** Status of success; 200 by default. */
  readonly status?: 200 | 201 | 204;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The maximum size of a body; 32 by default. */
  readonly bodyKilobytes?: number;
  readonly reply?: Schema;
  /** The media type of a reply that is not JSON: the handler writes it itself. */
  readonly media?: 'text/csv' | 'text/event-stream';
  /** The time for which caches may store a reply that is the same for everybody. Other replies are not cached. */
  readonly cacheSeconds?: number;
  /** Tells whether the call takes If-Match with the version that the caller has seen. */
  readonly versioned?: true;
  /** The rate limit; an owner's data calls share one quota by default. */
  readonly limit?: Limit;
}

/** The required right. The mount looks the guard up; no handler checks by hand. */
export type Access =
  | 'anyone'
  /** Any signed-in person or guest. */
  | 'signedIn'
  /** Signed in, with access, and then only for the business of the session. */
  | 'owner'
  /** Signed in with a verified e-mail on the list of administrators; the password is not asked for. */
  | 'listedAdmin'
  /** A listed administrator who gave the admin password in this session, not too long ago. */
  | 'admin'
  /** The payment provider, by the token in its notifications. */
  | 'paymentProvider';

type Schema = v.GenericSchema;
type OutputOf<E, K extends keyof Endpoint> = E extends { readonly [key in K]: infer S extends Schema }
  ? v.InferOutput<S>
  : undefined;
type InputOf<E, K extends keyof Endpoint> = E extends { readonly [key in K]: infer S extends Schema }
  ? v.InferInput<S>
  : undefined;

/** Values for a handler: domain values. */
export type Params<E extends Endpoint> = OutputOf<E, 'params'>;
export type Query<E extends Endpoint> = OutputOf<E, 'query'>;
export type Body<E extends Endpoint> = OutputOf<E, 'body'>;
/** The values of a caller: wire values. */
export type WireParams<E extends Endpoint> = InputOf<E, 'params'>;
export type WireBody<E extends Endpoint> = InputOf<E, 'body'>;
export type Reply<E extends Endpoint> = OutputOf<E, 'reply'>;

/** The parts of a request; `params` and `body` exactly where the contract has them. */
export type RequestParts<E extends Endpoint> = Part<'params', WireParams<E>> & Part<'body', WireBody<E>>;

type Part<Key extends string, Value> = Value extends undefined ? object : { readonly [key in Key]: Value };

/** The facts that a route states about its reply must hold for the schema of the reply. */
type ReplyFacts<E extends Endpoint> = (E extends {
  readonly replyShape: 'list' | readonly string[];
  readonly reply: Schema;
}
  ? { readonly replyShape: ReplyShape<NonNullable<Reply<E>>> }
  : unknown) &
  (null extends Reply<E> ? { readonly isNullable: true } : unknown);
type ReplyShape<ReplyValue> = ReplyValue extends readonly unknown[] ? 'list' : readonly (keyof ReplyValue & string)[];

export const defineEndpoints = <const E extends Record<string, Endpoint>>(
  all: E & { readonly [Name in keyof E]: ReplyFacts<E[Name]> },
): E => all;
