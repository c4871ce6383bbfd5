import type { Accounts } from '#app/accounts.ts';
import type { Businesses } from '#app/businesses.ts';
import { sessionHandlers, type SessionPorts } from './handlers/session.ts';
import { siteBody, siteHandlers } from './handlers/site.ts';
import type { SiteConfig } from '#src/site-config.ts';
import type { PositionWaiter } from '#projections/runner/position-waiter.ts';
import type { Queries } from '#queries/queries.ts';
import Koa, { type Context, type Middleware } from 'koa';
import compress from 'koa-compress';
import type { Logger } from 'pino';
import { apiDocsPage } from './api-docs.ts';
import { answerErrors } from './errors.ts';
import { dataHandlers } from './handlers/data.ts';
import type { HttpMetrics } from './metrics.ts';
import { contractRoutes } from './mount.ts';
import { openApiDocument } from './open-api.ts';
import { ownerViews } from './owner-views.ts';
import { clientPages } from './pages.ts';
import { problems } from './problem.ts';
import { requestLog } from './request-log.ts';
import { createRoutes, type Route, type Routes } from './routes.ts';
import { allowNonce, securityHeaders } from './security-headers.ts';
import { createSessionCookies } from './session-cookies.ts';

export interface AppPorts extends Omit<SessionPorts, 'cookies' | 'accounts'> {
  readonly accounts: Accounts;
  readonly businesses: Businesses;
  readonly queries: Queries;
  readonly waiter: PositionWaiter;
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
  readonly publicOrigin: string;
  /** Folder of the built client. */
  readonly webRoot: string;
  readonly site: SiteConfig;
  /** Sign-in page of a machine without Google. */
  readonly localIssuer?: Middleware;
  /** Rejects while something the product needs is away. */
  readonly ready: () => Promise<void>;
}

/** The whole HTTP side: what comes in, in the order it is looked at. */
export function createApp(ports: AppPorts): Koa {
  const { logger, metrics, publicOrigin, queries, waiter, accounts, businesses } = ports;
  const site = siteBody(ports.site);
  const cookies = createSessionCookies(publicOrigin);
  const sessionHash = (ctx: Context): Buffer | null => cookies.sessionHash(ctx);
  const calls = contractRoutes({
    handlers: { ...sessionHandlers({ ...ports, cookies }), ...dataHandlers(businesses), ...siteHandlers(site) },
    view: ownerViews({ queries, waiter, sessionHash }),
    queries,
    sessionHash,
    hasAccess: ({ userId, accountRevision }) => accounts.hasAccess(userId, accountRevision ?? undefined),
    publicOrigin,
  });
  const routes = createRoutes([...healthPages(ports.ready), ...apiPages(publicOrigin), ...calls]);
  const app = new Koa();
  app.use(requestLog(logger, metrics));
  app.use(securityHeaders({ publicOrigin, video: site.video }));
  app.use(answerErrors(logger));
  app.use(compress({ threshold: 1_024, br: false }));
  app.use(canonicalHost(publicOrigin));
  app.use(routes.middleware);
  app.use(unknownCalls(routes));
  if (ports.localIssuer) app.use(ports.localIssuer);
  app.use(clientPages(ports.webRoot, site));
  app.use(() => {
    throw problems.unknown();
  });
  // Koa tells of 4xx here too, and of connections that the caller dropped; what matters has been logged above.
  app.on('error', (error: Error) => logger.debug({ err: error }, 'connection error'));
  return app;
}

/** For whoever watches the process: alive at all, and able to serve. They say nothing more. */
function healthPages(ready: () => Promise<void>): readonly Route[] {
  const healthz = (ctx: Context): void => {
    ctx.body = 'ok';
  };
  const readyz = async (ctx: Context): Promise<void> => {
    const isReady = await ready().then(
      () => true,
      () => false,
    );
    ctx.status = isReady ? 200 : 503;
    ctx.body = isReady ? 'ok' : 'not ready';
  };
  return [
    { method: 'GET', path: '/healthz', answer: healthz },
    { method: 'GET', path: '/readyz', answer: readyz },
  ];
}

function apiPages(publicOrigin: string): readonly Route[] {
  const document = JSON.stringify(openApiDocument(publicOrigin));
  const openApi = (ctx: Context): void => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = document;
  };
  const docs = (ctx: Context): void => {
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = apiDocsPage(allowNonce(ctx));
  };
  return [
    { method: 'GET', path: '/api/openapi.json', answer: openApi },
    { method: 'GET', path: '/api/docs', answer: docs },
  ];
}

/** Below /api nothing is a page: another method of a known call is 405, everything else 404. */
function unknownCalls(routes: Routes): Middleware {
  return (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) return next();
    const methods = routes.methodsOf(ctx.path);
    if (methods.length === 0) throw problems.unknown();
    throw problems.methodNotAllowed(methods.join(', '));
  };
}

/**
 * Signing in comes back to the public origin, and cookies belong to one host name: a page asked for under this
 * machine's other name (127.0.0.1 for localhost) is sent there first.
 */
function canonicalHost(publicOrigin: string): Middleware {
  const { host, hostname } = new URL(publicOrigin);
  const isLoopback = (name: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(name);
  return async (ctx, next) => {
    const isPage = ctx.method === 'GET' && ctx.get('Sec-Fetch-Mode') === 'navigate';
    if (!isPage || !isLoopback(hostname) || ctx.host === host || !isLoopback(ctx.hostname)) {
      await next();
      return;
    }
    ctx.status = 307;
    ctx.redirect(`${publicOrigin}${ctx.url}`);
  };
}
