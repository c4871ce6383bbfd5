import type { Accounts } from '#app/accounts.ts';
import type { Businesses } from '#app/businesses.ts';
import { accountHandlers, type AccountPorts } from './handlers/account.ts';
import { createUserBody } from './handlers/user-body.ts';
import { sessionHandlers, type SessionPorts } from './handlers/session.ts';
import { personalDataHandlers, type PersonalDataPorts } from './handlers/personal-data.ts';
import { type PaymentHandlerPorts, paymentHandlers } from './handlers/payment.ts';
import { type AdminHandlerPorts, adminHandlers } from './handlers/admin.ts';
import { type AuditHandlerPorts, auditHandlers } from './handlers/audit.ts';
import { type DiagnosticsPorts, diagnosticsHandlers } from './handlers/diagnostics.ts';
import { isLoopback } from '#runtime/loopback.ts';
import type { SiteConfig } from '#config/site-config.ts';
import type { PaymentIntents } from '#payments/intent.ts';
import type { PositionWaiter } from '#read-model/position-waiter.ts';
import type { PastReads } from '#queries/past-reads.ts';
import type { Queries } from '#queries/queries.ts';
import type { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import compress from 'koa-compress';
import type { Logger } from 'pino';
import type { AccessLog } from '#access-log/access-log.ts';
import type { Outbox } from '#mail/outbox.ts';
import type { Limits } from '#limits/limits.ts';
import { apiDocsPage } from './api-docs.ts';
import { handleErrors } from './errors.ts';
import { asOfViews, historyHandlers } from './handlers/past.ts';
import { type LiveBusiness, liveHandlers } from './live-business.ts';
import { businessChanges } from './handlers/business-changes.ts';
import { importMemoryHandlers, type ImportMemoryPorts } from './handlers/import-memory.ts';
import type { HttpMetrics } from './metrics.ts';
import { mountContract, type MountOptions } from './mount.ts';
import { openApiDocument } from './open-api/document.ts';
import { outboxPages } from './outbox-pages.ts';
import { ownerViews } from './handlers/owner-views.ts';
import { clientPages, siteBody, siteHandlers } from './pages.ts';
import { problems } from './problem.ts';
import { requestLog } from './request-log.ts';
import { allowNonce, securityHeaders } from './security-headers.ts';
import { createBuyerCookie } from './buyer-cookie.ts';
import { createSessionCookies, type SessionCookies } from './session-cookies.ts';
import { abortBrokenStreams } from './streamed-responses.ts';
import { createVisitTracker } from './visit-tracker.ts';

type AdministrationPorts = Omit<AdminHandlerPorts, 'sessions' | 'cookies' | 'waiter' | 'adminEmails'> &
  Omit<AuditHandlerPorts, 'adminQueries' | 'record' | 'queries' | 'sessionHash'> &
  Omit<DiagnosticsPorts, 'priceCents'>;

export interface AppPorts
  extends
    Omit<SessionPorts, 'cookies' | 'buyerCookie' | 'accounts' | 'userBody' | 'grants'>,
    Omit<AccountPorts, 'cookies' | 'userBody'>,
    PersonalDataPorts,
    ImportMemoryPorts {
  /** E-mails in lower case. */
  readonly adminEmails: readonly string[];
  readonly administration: AdministrationPorts;
  readonly paymentServices: Omit<
    PaymentHandlerPorts,
    'cookies' | 'buyerCookie' | 'sessions' | 'publicOrigin' | 'seller' | 'accessLog' | 'accounts' | 'isAdministrator'
  > & {
    readonly intents: Pick<PaymentIntents, 'isValidToken' | 'invalidateToken'>;
    readonly parseNotification: MountOptions['parseNotification'];
  };
  readonly accounts: Accounts;
  readonly businesses: Businesses;
  readonly pastReads: PastReads;
  readonly clock: () => Date;
  /** 32 bytes, the same in every process. */
  readonly requestHashKey: Uint8Array;
  readonly queries: Queries;
  readonly waiter: PositionWaiter;
  readonly liveBusiness: LiveBusiness;
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
  readonly publicOrigin: string;
  /** Folder of the built client. */
  readonly webRoot: string;
  readonly site: SiteConfig;
  readonly accessLog: AccessLog;
  readonly limits: Limits;
  /** The number of our own proxies in front of the product. */
  readonly trustProxy: number;
  /** The sign-in pages of a machine without Google. */
  readonly localIssuer?: Middleware;
  /** The mail of a machine without a mail server. */
  readonly outbox?: Pick<Outbox, 'list' | 'find'>;
  /** Rejects while something the product needs is unavailable. */
  readonly checkReady: () => Promise<void>;
}

/** Creates the Koa application: all middleware in the order of execution. */
export function createApp(ports: AppPorts): Koa {
  const { logger, metrics, publicOrigin } = ports;
  const site = siteBody(ports.site, ports.paymentServices);
  const cookies = createSessionCookies(publicOrigin);
  const api = createApi(ports, site, cookies);
  addHealthRoutes(api, ports.checkReady);
  addApiDocsRoutes(api, publicOrigin);
  const app = new Koa({ proxy: ports.trustProxy > 0, maxIpsCount: ports.trustProxy });
  app.use(requestLog(logger, metrics));
  app.use(securityHeaders({ publicOrigin, video: site.video }));
  app.use(handleErrors(logger));
  app.use(skipUnacceptedCompression);
  app.use(compress({ threshold: 1_024, br: false }));
  app.use(abortBrokenStreams(logger, metrics));
  app.use(redirectToCanonicalHost(publicOrigin));
  if (ports.localIssuer) app.use(ports.localIssuer);
  if (ports.outbox) app.use(outboxPages(ports.outbox));
  app.use(api.routes());
  app.use(rejectUnknownEndpoints(api));
  app.use(clientPages(ports.webRoot, site, (ctx) => cookies.sessionHash(ctx) !== null));
  app.use(() => {
    throw problems.notFound();
  });
  // Koa reports 4xx here too, and connections that the caller dropped; relevant errors have been logged above.
  app.on('error', (error: Error) => logger.debug({ err: error }, 'connection error'));
  return app;
}

function createApi(ports: AppPorts, site: ReturnType<typeof siteBody>, cookies: SessionCookies): Router {
  const { publicOrigin, queries, waiter, accounts, sessions, paymentServices, administration, accessLog } = ports;
  const { administrators } = administration;
  const buyerCookie = createBuyerCookie({ cookies, intents: paymentServices.intents, clock: ports.clock });
  /** Reads the account's own stream, because the read model may be behind. */
  const hasAccess: MountOptions['hasAccess'] = ({ userId, accountRevision }) =>
    accounts.hasAccess(userId, accountRevision ?? undefined);
  const { transfers } = paymentServices.payments;
  const userBody = createUserBody({ ...ports, hasAccess, administrators, transfers });
  const sessionHash = (ctx: Context): Buffer | null => cookies.sessionHash(ctx);
  const visitTracker = createVisitTracker(accessLog, sessionHash);
  return mountContract({
    handlers: {
      ...sessionHandlers({ ...ports, grants: administration.grants, cookies, buyerCookie, userBody }),
      ...accountHandlers({ ...ports, cookies, userBody }),
      ...importMemoryHandlers(ports),
      ...historyHandlers(ports),
      ...liveHandlers({ ...ports, sessionHash }),
      ...paymentHandlers({
        ...paymentServices,
        cookies,
        buyerCookie,
        sessions,
        publicOrigin,
        seller: ports.site.seller,
        accessLog,
        accounts,
        isAdministrator: (visitor) =>
          visitor !== null && administrators.hasAdminEmail(visitor) && administrators.hasPassword(visitor),
      }),
      ...adminHandlers({ ...administration, sessions, cookies, waiter, adminEmails: ports.adminEmails }),
      ...auditHandlers({ ...administration, queries, sessionHash }),
      ...diagnosticsHandlers({ ...administration, priceCents: ports.site.priceCents }),
      ...siteHandlers(site),
      ...personalDataHandlers({ ...ports, cookies }),
    },
    answerView: ownerViews({ queries, waiter, sessionHash, visitTracker, accounts }),
    answerViewAsOf: asOfViews(ports),
    changeBusiness: businessChanges(ports.businesses, ports.requestHashKey),
    queries,
    sessionHash,
    hasAccess,
    administrators,
    recordUse: (ctx) => sessions.find(cookies.session.read(ctx)),
    parseNotification: paymentServices.parseNotification,
    publicOrigin,
    limits: ports.limits,
    visitTracker,
  });
}

/** Skips the compression for a caller that accepts no encoding at all (`*;q=0`), because the compression would fail. */
const skipUnacceptedCompression: Middleware = (ctx, next) => {
  if (ctx.acceptsEncodings('gzip', 'deflate') === false) ctx.compress = false;
  return next();
};

/** Adds the health checks: /healthz (the process lives) and /readyz (it can serve). */
function addHealthRoutes(router: Router, ready: () => Promise<void>): void {
  router
    .get('/healthz', (ctx) => {
      ctx.body = 'ok';
    })
    .get('/readyz', async (ctx) => {
      const isReady = await ready().then(
        () => true,
        () => false,
      );
      ctx.status = isReady ? 200 : 503;
      ctx.body = isReady ? 'ok' : 'not ready';
    });
}

function addApiDocsRoutes(router: Router, publicOrigin: string): void {
  const document = JSON.stringify(openApiDocument(publicOrigin));
  router
    .get('/api/openapi.json', (ctx) => {
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = document;
    })
    .get('/api/docs', (ctx) => {
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = apiDocsPage(allowNonce(ctx));
    });
}

/** Rejects what no endpoint has answered below /api: another method of a known path is 405, everything else 404. */
function rejectUnknownEndpoints(api: Router): Middleware {
  return (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) return next();
    const { path } = api.match(ctx.path, ctx.method);
    if (path.length === 0) throw problems.notFound();
    throw problems.methodNotAllowed([...new Set(path.flatMap((layer) => layer.methods))].join(', '));
  };
}

/**
 * A sign-in returns to the public origin, and cookies belong to one host name: a page under this machine's other name
 * (127.0.0.1 for localhost) is redirected there first.
 */
function redirectToCanonicalHost(publicOrigin: string): Middleware {
  const { host, hostname } = new URL(publicOrigin);
  return async (ctx, next) => {
    const isPage = ctx.method === 'GET' && ctx.get('Sec-Fetch-Mode') === 'navigate';
    if (!isPage || !isLoopback(hostname) || ctx.host === host || !isLoopback(ctx.hostname)) {
      await next();
      return;
    }
    ctx.status = 307;
    ctx.redirect(publicOrigin + ctx.path + ctx.search);
  };
}
