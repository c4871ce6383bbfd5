import type * as v from 'valibot';
import type { Limit } from './limits.ts';

/** What a caller needs of a call. It stands apart from the schemas, which would weigh more than the page that calls. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Router form: `/api/fixed-costs/:id`. */
  readonly path: `/api/${string}`;
  /**
   * `data` calls change the business: they take an Idempotency-Key and answer with X-Position, and
   * with X-Change, the id under which what they did can be undone. `session` calls change
   * who is signed in, or what that person paid for or owns. `memory` calls change what is remembered beside a business:
   * a repeat does nothing, and there is nothing to undo. All from the same origin only, even by GET.
   */
  readonly changes?: 'data' | 'session' | 'memory';
  /** By what the reply of a read is told from something else that was answered in its place: a list, or these fields; with none of them by nothing. */
  readonly gives?: 'list' | readonly string[];
  /** May the reply of a read say that there is nothing? */
  readonly mayBeNull?: true;
}

/** Routes by the names of their calls; a read says what it gives. */
export type Routes = Readonly<
  Record<
    string,
    Route &
      (
        | { readonly method: 'GET'; readonly gives: 'list' | readonly string[] }
        | { readonly method: Exclude<Route['method'], 'GET'> }
      )
  >
>;

/**
 * One call of the API, as data. The server mounts it, the browser calls by its route, OpenAPI is printed from it, and a
 * test walks every call with every kind of visitor.
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
  /** Status of success; 200 when left out. */
  readonly status?: 200 | 201 | 204;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** How large a body may be; 32 when left out. */
  readonly bodyKilobytes?: number;
  readonly reply?: Schema;
  /** What comes where it is no JSON: the handler writes it as it comes. */
  readonly media?: 'text/csv' | 'text/event-stream';
  /** The same for everybody: caches may keep the answer this long. Other answers are kept by nobody. */
  readonly cacheSeconds?: number;
  /** Takes If-Match with the version that the caller has in view. */
  readonly versioned?: true;
  /** How often it may be made; an owner's data calls share one quota without saying so. */
  readonly limit?: Limit;
}

/** Who may call. The mount looks the guard up; no handler checks by hand. */
export type Access =
  | 'anyone'
  /** Any signed-in person or guest. */
  | 'signedIn'
  /** Signed in, with access, and then only for the business of the session. */
  | 'owner'
  /** Signed in with a verified e-mail on the list of administrators; the password is not asked for. */
  | 'listedAdmin'
  /** The same, with the admin password given in this session, and not too long ago. */
  | 'admin'
  /** The payment provider, by the token in its notices. */
  | 'provider';

type Schema = v.GenericSchema;
type OutputOf<E, K extends keyof Endpoint> = E extends { readonly [key in K]: infer S extends Schema }
  ? v.InferOutput<S>
  : undefined;
type InputOf<E, K extends keyof Endpoint> = E extends { readonly [key in K]: infer S extends Schema }
  ? v.InferInput<S>
  : undefined;

/** What a handler gets: domain values. */
export type Params<E extends Endpoint> = OutputOf<E, 'params'>;
export type Query<E extends Endpoint> = OutputOf<E, 'query'>;
export type Body<E extends Endpoint> = OutputOf<E, 'body'>;
/** What a caller sends and gets: wire values. */
export type SentParams<E extends Endpoint> = InputOf<E, 'params'>;
export type SentBody<E extends Endpoint> = InputOf<E, 'body'>;
export type Reply<E extends Endpoint> = OutputOf<E, 'reply'>;

/** What a call says; `params` and `body` exactly where the contract has them. */
export type SentParts<E extends Endpoint> = Part<'params', SentParams<E>> & Part<'body', SentBody<E>>;

type Part<Key extends string, Value> = Value extends undefined ? object : { readonly [key in Key]: Value };

/** What a route says of the reply is in the reply. */
type ReplyFacts<E extends Endpoint> = (E extends { readonly gives: 'list' | readonly string[]; readonly reply: Schema }
  ? { readonly gives: Gives<NonNullable<Reply<E>>> }
  : unknown) &
  (null extends Reply<E> ? { readonly mayBeNull: true } : unknown);
type Gives<Given> = Given extends readonly unknown[] ? 'list' : readonly (keyof Given & string)[];

export const endpoints = <const E extends Record<string, Endpoint>>(
  all: E & { readonly [Name in keyof E]: ReplyFacts<E[Name]> },
): E => all;
