import { wrongFields } from '#contract/body.ts';
import { type Contract, contract, type EndpointName, isView, type ViewName } from '#contract/index.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { Queries } from '#queries/queries.ts';
import type { Visitor } from '#queries/visitor.ts';
import type { Context } from 'koa';
import * as v from 'valibot';
import type { Call, Handler } from './call.ts';
import { problems } from './problem.ts';
import { readJsonBody } from './request-body.ts';
import type { Route } from './routes.ts';
import { isSameOrigin } from './same-origin.ts';

/** Handlers by name: one for every call of the contract that is not a view; a missing one does not compile. */
export type Handlers = { readonly [Name in Exclude<EndpointName, ViewName>]: Handler<Contract[Name]> };

export interface MountOptions {
  readonly handlers: Handlers;
  /** The owner's reads are rows that stand ready: they share one handler, which asks for the row and the right at once. */
  readonly view: (name: ViewName, ctx: Context) => Promise<void>;
  readonly queries: Queries;
  /** Hash of the session token in the request's cookie, null without one. */
  readonly sessionHash: (ctx: Context) => Buffer | null;
  /** From the account's own stream, so that a right just taken away is gone. */
  readonly hasAccess: (visitor: Visitor) => Promise<boolean>;
  readonly publicOrigin: string;
}

/** The contract as routes. Order of every call: own origin, session, right, validation, handler. */
export function contractRoutes(options: MountOptions): readonly Route[] {
  return (Object.keys(contract) as EndpointName[]).map((name) => {
    const endpoint: Endpoint = contract[name];
    const answer = isView(name) ? (ctx: Context) => options.view(name, ctx) : answerTo(name, options);
    return {
      method: endpoint.method,
      path: endpoint.path,
      answer(ctx) {
        if (endpoint.changes && !isSameOrigin(ctx, options.publicOrigin)) throw problems.otherSite();
        return answer(ctx);
      },
    };
  });
}

/** Handler and endpoint of one name belong together; the type of `Handlers` has seen to it. */
const handlerOf = (handlers: Handlers, name: Exclude<EndpointName, ViewName>): Handler<Endpoint> =>
  handlers[name] as unknown as Handler<Endpoint>;

function answerTo(name: Exclude<EndpointName, ViewName>, options: MountOptions): (ctx: Context) => Promise<void> {
  const endpoint: Endpoint = contract[name];
  const handler = handlerOf(options.handlers, name);
  return async (ctx) => {
    const visitor = await authorised(ctx, endpoint.access, options);
    const body = await readJsonBody(ctx);
    await run(endpoint, handler, { ctx, visitor, body });
  };
}

/** @throws Problem 401 · 403 */
async function authorised(ctx: Context, access: Access, options: MountOptions): Promise<Visitor | null> {
  const hash = options.sessionHash(ctx);
  const visitor = hash === null ? null : await options.queries.visitor(hash);
  if (access !== 'anyone' && visitor === null) throw problems.notSignedIn();
  if (access === 'owner' && visitor !== null && !(await options.hasAccess(visitor))) throw problems.noAccess();
  return visitor;
}

interface Asked {
  readonly ctx: Context;
  readonly visitor: Visitor | null;
  /** As it was sent. */
  readonly body: unknown;
}

async function run(endpoint: Endpoint, handler: Handler<Endpoint>, { ctx, visitor, body: sent }: Asked): Promise<void> {
  const call: Call<Endpoint> = {
    endpoint,
    // An ill-formed id is answered like an unknown one.
    params: checked(endpoint.params, ctx['params'], () => problems.unknown()),
    query: endpoint.query && checked(endpoint.query, ctx.query, problems.invalid),
    body: checked(endpoint.body, sent, problems.invalid),
    visitor,
    requestId: ctx.state['requestId'] as string,
    ctx,
  };
  const { body, position } = await handler(call);
  if (position) ctx.set('X-Position', position);
  ctx.set('Cache-Control', endpoint.cacheSeconds ? `public, max-age=${endpoint.cacheSeconds}` : 'no-store');
  ctx.status = endpoint.status ?? 200;
  if (body !== undefined) {
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = JSON.stringify(body);
  }
}

/** The value in the domain's terms. @throws what `refuse` makes of the first sentence of every wrong field */
function checked(
  schema: v.GenericSchema | undefined,
  value: unknown,
  refuse: (fields: Readonly<Record<string, string>>) => Error,
): undefined {
  if (!schema) return undefined;
  const result = v.safeParse(schema, value);
  if (result.success) return result.output as undefined;
  throw refuse(wrongFields(result.issues));
}
