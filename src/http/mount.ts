import { Readable } from 'node:stream';
import { parseInput } from '#contract/body.ts';
import { type Contract, contract, type EndpointName } from '#contract/index.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { type FailureLimit, type GuessLimit, limitOf } from '#contract/limits.ts';
import { type ChangeCallName, isChangeCall } from '#contract/routes/owner.ts';
import { isView, type ViewName } from '#contract/routes/views.ts';
import type { Limits } from '#limits/limits.ts';
import type { Queries } from '#queries/queries.ts';
import type { PaymentProvider, PaymentNotification } from '#payments/provider.ts';
import type { SessionUser } from '#queries/visitor.ts';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type * as v from 'valibot';
import type { Administrators } from './administrators.ts';
import type { EndpointRequest, Handler } from './endpoint-request.ts';
import { limitGuesses, limitFailures, enforceQuota } from './enforced-limits.ts';
import { problems } from './problem.ts';
import { readJsonBody, readTextBody } from './request-body.ts';
import { isSameOrigin } from './preconditions.ts';
import { type VisitTracker, clientAddress } from './visit-tracker.ts';

type HandledEndpoint = Exclude<EndpointName, ViewName | ChangeCallName>;
/**
 * Handlers by name: one for every endpoint that neither is a view (a read answered by a row of the read model) nor
 * changes a business; a missing one does not compile.
 */
export type Handlers = { readonly [Name in HandledEndpoint]: Handler<Contract[Name]> };

export interface MountOptions {
  readonly handlers: Handlers;
  /**
   * Answers an owner's read from a row of the read model: one handler for all, which queries row and access at once.
   */
  readonly answerView: (name: ViewName, ctx: Context) => Promise<void>;
  /** The handler of the same read as of a moment in the past. */
  readonly answerViewAsOf: (name: ViewName) => Handler<Endpoint>;
  /** The handler of an endpoint that changes a business: they differ only in their command and their response. */
  readonly changeBusiness: (name: ChangeCallName) => Handler<Endpoint>;
  readonly queries: Queries;
  /** The hash of the session token in the request's cookie, null without one. */
  readonly sessionHash: (ctx: Context) => Buffer | null;
  /** Reads the account's own stream, so that a revoked right is gone immediately. */
  readonly hasAccess: (visitor: SessionUser) => Promise<boolean>;
  readonly parseNotification: PaymentProvider['parseNotification'];
  readonly administrators: Administrators;
  /** Records that the request's session is in use. */
  readonly recordUse: (ctx: Context) => Promise<unknown>;
  readonly publicOrigin: string;
  readonly limits: Limits;
  readonly visitTracker: VisitTracker;
}

/**
 * Creates the routes of the contract. Checks come in this order: own origin, quota, session, access, limit of guessed
 * codes and passwords, validation. Owners' reads of today need neither of the last two, and one query checks session
 * and access; the payment provider sends a token of its own instead of a session.
 */
export function mountContract(options: MountOptions): Router {
  const router = new Router({ sensitive: true });
  for (const name of Object.keys(contract) as EndpointName[]) {
    const endpoint: Endpoint = contract[name];
    const steps: Middleware[] = [];
    if (endpoint.changes) steps.push(requireSameOrigin(options.publicOrigin));
    const { limits, visitTracker } = options;
    const limit = limitOf(endpoint);
    if (limit?.kind === 'quota')
      steps.push(checkFirst((ctx) => enforceQuota(limit, limits, visitTracker.callerOf(ctx))));
    if (limit?.kind === 'failures') steps.push(limitFailedRequests(limit, limits));
    if (isView(name)) {
      const historyHandlers: Middleware[] = [
        authorise(name, 'owner', options),
        runHandler(endpoint, options.answerViewAsOf(name)),
      ];
      // A read with a query is validated; without one, `answerView` answers from a prepared row.
      steps.push(
        (ctx, next) => (Object.keys(ctx.query).length > 0 ? next() : options.answerView(name, ctx)),
        ...historyHandlers,
      );
    } else {
      const { access } = endpoint;
      if (access === 'paymentProvider') steps.push(readTextBody(), authenticateProvider(options.parseNotification));
      else {
        steps.push(authorise(name, access, options));
        if (limit?.kind === 'guesses') steps.push(limitFailedRequests(limit, limits), limitGuessing(limit, limits));
        steps.push(readJsonBody(endpoint.bodyKilobytes));
      }
      steps.push(
        runHandler(endpoint, isChangeCall(name) ? options.changeBusiness(name) : handlerOf(options.handlers, name)),
      );
    }
    router.register(endpoint.path, [endpoint.method], steps, { name });
  }
  return router;
}

/** The type of `Handlers` guarantees that the handler of a name fits its endpoint. */
const handlerOf = (handlers: Handlers, name: HandledEndpoint): Handler<Endpoint> => handlers[name] as Handler<Endpoint>;

const requireSameOrigin =
  (publicOrigin: string): Middleware =>
  (ctx, next) => {
    if (!isSameOrigin(ctx, publicOrigin)) throw problems.otherSite();
    return next();
  };

const checkFirst =
  (check: (ctx: Context) => Promise<void>): Middleware =>
  async (ctx, next) => {
    await check(ctx);
    await next();
  };

const limitFailedRequests =
  (limit: FailureLimit | GuessLimit, limits: Limits): Middleware =>
  (ctx, next) =>
    limitFailures(limit, { limits, caller: { account: null, ip: clientAddress(ctx).ip }, answer: next });

const limitGuessing =
  (guesses: GuessLimit, limits: Limits): Middleware =>
  async (ctx, next) => {
    const visitor = ctx.state['visitor'] as SessionUser | null;
    const caller = { account: visitor?.userId ?? null, ip: clientAddress(ctx).ip };
    await limitGuesses(guesses, { limits, caller, answer: next });
  };

/** Authenticates the payment provider by its own token and the unparsed text, not by sessions and cookies. */
function authenticateProvider(parseNotification: MountOptions['parseNotification']): Middleware {
  return (ctx, next) => {
    const { body } = ctx.request;
    const notification = parseNotification(ctx.headers, typeof body === 'string' ? body : '');
    if (notification === 'unauthorized') throw problems.notFromProvider();
    ctx.state['notification'] = notification === 'ignored' ? null : notification;
    return next();
  };
}

function authorise(name: EndpointName, access: Exclude<Access, 'paymentProvider'>, options: MountOptions): Middleware {
  const { queries, sessionHash, hasAccess, visitTracker, administrators, recordUse } = options;
  return async (ctx, next) => {
    const hash = sessionHash(ctx);
    const visitor = hash === null ? null : await queries.visitor(hash);
    if (visitor !== null) visitTracker.recordVisit(ctx, visitor.userId);
    ctx.state['visitor'] = visitor;
    if (access === 'anyone') return next();
    if (visitor === null) throw problems.notSignedIn();
    if (access === 'owner' && !(await hasAccess(visitor))) throw problems.noAccess();
    if (access === 'admin' || access === 'listedAdmin') {
      const requestId = ctx.state['requestId'] as string;
      await administrators.check(visitor, { name, requestId, needsPassword: access === 'admin' });
      // Work in the administration extends the time of its password.
      await recordUse(ctx);
    }
    return next();
  };
}

function runHandler(endpoint: Endpoint, handler: Handler<Endpoint>): Middleware {
  return async (ctx) => {
    const request: EndpointRequest<Endpoint> = {
      endpoint,
      params: parseOrThrow(endpoint.params, ctx['params'], paramsProblem),
      query: parseOrThrow(endpoint.query, knownParameters(endpoint, ctx), problems.invalid),
      body: parseOrThrow(endpoint.body, ctx.request.body ?? {}, problems.invalid),
      visitor: (ctx.state['visitor'] ?? null) as SessionUser | null,
      notification: (ctx.state['notification'] ?? null) as PaymentNotification | null,
      requestId: ctx.state['requestId'] as string,
      ctx,
    };
    const { body, position, changeId } = await handler(request);
    if (position) ctx.set('X-Position', position);
    if (changeId) ctx.set('X-Change', changeId);
    ctx.set('Cache-Control', endpoint.cacheSeconds ? `public, max-age=${endpoint.cacheSeconds}` : 'no-store');
    ctx.status = endpoint.status ?? 200;
    if (body !== undefined) {
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = body instanceof Readable ? body : toResponseBody(body);
    }
  };
}

/**
 * The problem of wrong path parameters: an ill-formed id is like an unknown one, but an e-mail is entered by a person.
 */
const paramsProblem = (fields: Readonly<Record<string, string>>): Error =>
  'email' in fields ? problems.invalid(fields) : problems.notFound();

const toResponseBody = (body: unknown): Buffer | string => (Buffer.isBuffer(body) ? body : JSON.stringify(body));

/**
 * Returns the query if the endpoint knows every parameter in it: ignoring a misspelled filter would give an unfiltered
 * response that looks filtered. A provider may be configured to send parameters of its own.
 * @throws Problem 422
 */
function knownParameters({ query: schema, access }: Endpoint, { query }: Context): Context['query'] {
  const knownNames = Object.keys((schema as { entries?: object } | undefined)?.entries ?? {});
  const unknownNames = Object.keys(query).filter((name) => !knownNames.includes(name));
  if (unknownNames.length === 0 || access === 'paymentProvider') return query;
  throw problems.invalid(Object.fromEntries(unknownNames.map((name) => [safeName(name), UNKNOWN_PARAMETER])));
}

const UNKNOWN_PARAMETER = 'Este parâmetro não existe aqui.';

/** A name that may be a misspelling is repeated in the response; other text is not. */
const safeName = (name: string): string => (/^[A-Za-z][\w-]{0,39}$/.test(name) ? name : 'query');

/**
 * Parses a value into domain values.
 * @throws the error that `toError` makes from the first sentence of every wrong field
 */
function parseOrThrow(
  schema: v.GenericSchema | undefined,
  value: unknown,
  toError: (fields: Readonly<Record<string, string>>) => Error,
): undefined {
  if (!schema) return undefined;
  const result = parseInput(schema, value);
  if (result.ok) return result.value as undefined;
  throw toError(result.fields);
}
