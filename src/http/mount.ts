import { Readable } from 'node:stream';
import { parseInput } from '#contract/body.ts';
import { type Contract, contract, type EndpointName } from '#contract/index.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { type FailureLimit, type GuessLimit, limitOf } from '#contract/limits.ts';
import { type ChangeCallName, isChangeCall } from '#contract/routes/owner.ts';
import { isView, type ViewName } from '#contract/routes/views.ts';
import type { Limits } from '#limits/limits.ts';
import type { Queries } from '#queries/queries.ts';
import type { PaymentProvider, WebhookNote } from '#payments/port.ts';
import type { Visitor } from '#queries/visitor.ts';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type * as v from 'valibot';
import type { Administrators } from './administrators.ts';
import type { Call, Handler } from './call.ts';
import { clientAddress } from './client-address.ts';
import { asAGuess, unlessFailing, withinQuota } from './limited.ts';
import { problems } from './problem.ts';
import { readJsonBody, readTextBody } from './request-body.ts';
import { isSameOrigin } from './preconditions.ts';
import type { Visits } from './visits.ts';

type HandledName = Exclude<EndpointName, ViewName | ChangeCallName>;
/**
 * Handlers by name: one for every call that neither is a view nor changes a business; a missing one does not compile.
 */
export type Handlers = { readonly [Name in HandledName]: Handler<Contract[Name]> };

export interface MountOptions {
  readonly handlers: Handlers;
  /** The owner's reads are prepared rows: they share one handler, which queries the row and the right at once. */
  readonly view: (name: ViewName, ctx: Context) => Promise<void>;
  /** The same reads as of a moment in the past. */
  readonly viewAsOf: (name: ViewName) => Handler<Endpoint>;
  /** Calls that change a business differ only in their command and their reply. */
  readonly change: (name: ChangeCallName) => Handler<Endpoint>;
  readonly queries: Queries;
  /** Hash of the session token in the request's cookie, null without one. */
  readonly sessionHash: (ctx: Context) => Buffer | null;
  /** Reads the account's own stream, so that a revoked right is gone immediately. */
  readonly hasAccess: (visitor: Visitor) => Promise<boolean>;
  readonly verifyWebhook: PaymentProvider['verifyWebhook'];
  readonly administrators: Administrators;
  /** Records that the request's session is in use. */
  readonly noteSeen: (ctx: Context) => Promise<unknown>;
  readonly publicOrigin: string;
  readonly limits: Limits;
  readonly visits: Visits;
}

/** The contract as routes. Order of every call: own origin, quota, session, right, guesses, validation, handler. */
export function mountContract(options: MountOptions): Router {
  const router = new Router({ sensitive: true });
  for (const name of Object.keys(contract) as EndpointName[]) {
    const endpoint: Endpoint = contract[name];
    const steps: Middleware[] = [];
    if (endpoint.changes) steps.push(ownOriginOnly(options.publicOrigin));
    const { limits, visits } = options;
    const limit = limitOf(endpoint);
    if (limit?.kind === 'quota') steps.push(beforeAll((ctx) => withinQuota(limit, limits, visits.callerOf(ctx))));
    if (limit?.kind === 'failures') steps.push(unlessTheyFail(limit, limits));
    if (isView(name)) {
      const asOf: Middleware[] = [authorise(name, 'owner', options), run(endpoint, options.viewAsOf(name))];
      // A read with a query is validated; without one, `view` answers from a prepared row.
      steps.push((ctx, next) => (Object.keys(ctx.query).length > 0 ? next() : options.view(name, ctx)), ...asOf);
    } else {
      const { access } = endpoint;
      if (access === 'provider') steps.push(readTextBody(), fromProvider(options.verifyWebhook));
      else {
        steps.push(authorise(name, access, options));
        if (limit?.kind === 'guesses') steps.push(unlessTheyFail(limit, limits), slowly(limit, limits));
        steps.push(readJsonBody(endpoint.bodyKilobytes));
      }
      steps.push(run(endpoint, isChangeCall(name) ? options.change(name) : handlerOf(options.handlers, name)));
    }
    router.register(endpoint.path, [endpoint.method], steps, { name });
  }
  return router;
}

/** The type of `Handlers` guarantees that the handler of a name fits its endpoint. */
const handlerOf = (handlers: Handlers, name: HandledName): Handler<Endpoint> => handlers[name] as Handler<Endpoint>;

const ownOriginOnly =
  (publicOrigin: string): Middleware =>
  (ctx, next) => {
    if (!isSameOrigin(ctx, publicOrigin)) throw problems.otherSite();
    return next();
  };

const beforeAll =
  (check: (ctx: Context) => Promise<void>): Middleware =>
  async (ctx, next) => {
    await check(ctx);
    await next();
  };

const unlessTheyFail =
  (limit: FailureLimit | GuessLimit, limits: Limits): Middleware =>
  (ctx, next) =>
    unlessFailing(limit, { limits, caller: { account: null, ip: clientAddress(ctx).ip }, answer: next });

const slowly =
  (guesses: GuessLimit, limits: Limits): Middleware =>
  async (ctx, next) => {
    const visitor = ctx.state['visitor'] as Visitor | null;
    const caller = { account: visitor?.userId ?? null, ip: clientAddress(ctx).ip };
    await asAGuess(guesses, { limits, caller, answer: next });
  };

/** Sessions and cookies do not count here, only the provider's own proof, which covers the unparsed text. */
function fromProvider(verifyWebhook: MountOptions['verifyWebhook']): Middleware {
  return (ctx, next) => {
    const { body } = ctx.request;
    const notice = verifyWebhook(ctx.headers, typeof body === 'string' ? body : '');
    if (notice === 'unauthorized') throw problems.notFromProvider();
    ctx.state['notice'] = notice === 'ignored' ? null : notice;
    return next();
  };
}

function authorise(name: EndpointName, access: Exclude<Access, 'provider'>, options: MountOptions): Middleware {
  const { queries, sessionHash, hasAccess, visits, administrators, noteSeen } = options;
  return async (ctx, next) => {
    const hash = sessionHash(ctx);
    const visitor = hash === null ? null : await queries.visitor(hash);
    if (visitor !== null) visits.seen(ctx, visitor.userId);
    ctx.state['visitor'] = visitor;
    if (access === 'anyone') return next();
    if (visitor === null) throw problems.notSignedIn();
    if (access === 'owner' && !(await hasAccess(visitor))) throw problems.noAccess();
    if (access === 'admin' || access === 'listedAdmin') {
      const requestId = ctx.state['requestId'] as string;
      await administrators.check(visitor, { name, requestId, needsPassword: access === 'admin' });
      // Work in the administration extends the time of its password.
      await noteSeen(ctx);
    }
    return next();
  };
}

function run(endpoint: Endpoint, handler: Handler<Endpoint>): Middleware {
  return async (ctx) => {
    const call: Call<Endpoint> = {
      endpoint,
      params: checked(endpoint.params, ctx['params'], wrongAddress),
      query: checked(endpoint.query, knownParameters(endpoint, ctx), problems.invalid),
      body: checked(endpoint.body, ctx.request.body ?? {}, problems.invalid),
      visitor: (ctx.state['visitor'] ?? null) as Visitor | null,
      notice: (ctx.state['notice'] ?? null) as WebhookNote | null,
      requestId: ctx.state['requestId'] as string,
      ctx,
    };
    const { body, position, changeId } = await handler(call);
    if (position) ctx.set('X-Position', position);
    if (changeId) ctx.set('X-Change', changeId);
    ctx.set('Cache-Control', endpoint.cacheSeconds ? `public, max-age=${endpoint.cacheSeconds}` : 'no-store');
    ctx.status = endpoint.status ?? 200;
    if (body !== undefined) {
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = body instanceof Readable ? body : ready(body);
    }
  };
}

/** An ill-formed id is answered like an unknown one; an e-mail is typed by a person. */
const wrongAddress = (fields: Readonly<Record<string, string>>): Error =>
  'email' in fields ? problems.invalid(fields) : problems.unknown();

const ready = (body: unknown): Buffer | string => (Buffer.isBuffer(body) ? body : JSON.stringify(body));

/**
 * The query, if the call knows every parameter in it: ignoring a misspelled filter would give an unfiltered answer that
 * looks filtered. A provider may be configured to call with parameters of its own.
 * @throws Problem 422
 */
function knownParameters({ query: schema, access }: Endpoint, { query }: Context): Context['query'] {
  const known = Object.keys((schema as { entries?: object } | undefined)?.entries ?? {});
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0 || access === 'provider') return query;
  throw problems.invalid(Object.fromEntries(unknown.map((name) => [nameable(name), UNKNOWN_PARAMETER])));
}

const UNKNOWN_PARAMETER = 'Este parâmetro não existe aqui.';

/** A name that may be a misspelling is repeated in the answer; other text is not. */
const nameable = (name: string): string => (/^[A-Za-z][\w-]{0,39}$/.test(name) ? name : 'query');

/**
 * Parses a value into domain values.
 * @throws the error that `refuse` makes from the first sentence of every wrong field
 */
function checked(
  schema: v.GenericSchema | undefined,
  value: unknown,
  refuse: (fields: Readonly<Record<string, string>>) => Error,
): undefined {
  if (!schema) return undefined;
  const result = parseInput(schema, value);
  if (result.ok) return result.value as undefined;
  throw refuse(result.fields);
}
