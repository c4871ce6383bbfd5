import { randomUUID } from 'node:crypto';
import { createBusinesses } from '#app/businesses.ts';
import { createSwitchBusiness } from '#app/switch-business.ts';
import { personWithHistory, samplePeople } from '#app/samples/people.ts';
import { type AppPorts, createApp } from '#http/app.ts';
import { createMetrics } from '#http/metrics.ts';
import type { HttpServer } from '#http/server.ts';
import { loadSecret } from '#identity/secret.ts';
import { createSystemState } from '#queries/system-state.ts';
import type { Application } from './application.ts';
import { startAdministration } from './administration.ts';
import { startInOrder, type Stoppable } from '#runtime/lifecycle.ts';
import { createLimits, unlimited } from '#limits/limits.ts';
import { createOutbox } from '#mail/outbox.ts';
import { serveMetrics } from './metrics-server.ts';
import { purchasesByIngredient } from '#personal-data/purchases.ts';
import { chooseSignIn } from './sign-in.ts';
import { createOperationalState } from './operational-state.ts';

interface Options extends Application {
  /** Opens the port, once everything else is ready. */
  readonly openServer: () => Promise<HttpServer>;
  /** Folder of the built client. */
  readonly webRoot: string;
  /** Wakes the payment worker of this process when a notification about a payment arrives. */
  readonly wakePaymentWorker: () => void;
}

export interface ServedSite {
  /** The administration's password, where this machine generated it. */
  readonly adminPassword: string | undefined;
}

const GRACE_MS = 5_000;

/** Starts the server of the site and its API. @throws ConfigError · PortTaken */
export const startHttpServer = (options: Options): Promise<ServedSite & Stoppable> =>
  startInOrder(async (onStop) => {
    const { infrastructure, openServer, useCases, readModel, paymentServices } = options;
    const metrics = createMetrics({
      lagSeconds: () => readModel.waiter.lagSeconds(),
      operationalState: createOperationalState(infrastructure),
    });
    const { config, pool, clock } = infrastructure;
    const signIn = await chooseSignIn({ config, pool, clock, people: [...samplePeople, personWithHistory] });
    const administration = await startAdministration({ infrastructure, useCases, paymentServices });
    onStop(() => administration.stop());

    const requestHashKey = await loadSecret(pool, 'request-hash');
    const app = createApp(portsOf(options, { metrics, signIn, administration, requestHashKey }));

    const metricsServer = await serveMetrics(config, metrics);
    onStop(() => metricsServer.stop());
    const server = await openServer();
    server.serve(app.callback());
    onStop(() => server.close(GRACE_MS));
    onStop(() => readModel.liveAudit.stop());
    onStop(() => readModel.liveBusiness.stop());
    return { adminPassword: administration.generatedPassword };
  });

interface SiteParts extends Pick<AppPorts, 'metrics' | 'requestHashKey'> {
  readonly signIn: Awaited<ReturnType<typeof chooseSignIn>>;
  readonly administration: Awaited<ReturnType<typeof startAdministration>>;
}

function portsOf(
  { infrastructure, webRoot, useCases, readModel, paymentServices, wakePaymentWorker }: Options,
  { metrics, requestHashKey, signIn: { signIn, middleware }, administration }: SiteParts,
): AppPorts {
  const { config, logger, clock, pool, log } = infrastructure;
  const { accounts, handlers, vault, sessions, accessLog, histories, ownedBusinesses } = useCases;
  const { waiter, liveAudit, liveBusiness } = readModel;
  const { provider } = paymentServices;
  const kind = config.eventStoreUrl === undefined ? 'postgres' : 'eventstoredb';
  return {
    administration: {
      ...administration,
      liveAudit,
      provider,
      system: createSystemState({ pool, log, kind, lagSeconds: () => waiter.lagSeconds() }),
    },
    accounts,
    paymentServices: {
      ...paymentServices,
      needsTaxId: provider.capabilities.needsTaxId,
      parseNotification: (headers, raw) => provider.parseNotification(headers, raw),
      wakePaymentWorker,
    },
    businesses: createBusinesses({ handler: handlers.businesses, histories, randomId: randomUUID, clock }),
    importMemories: useCases.importMemories,
    pastReads: useCases.pastReads,
    clock,
    requestHashKey,
    guests: useCases.guests,
    switchBusiness: createSwitchBusiness({ accounts, businesses: handlers.businesses }),
    queries: useCases.queries,
    waiter,
    liveBusiness,
    signIn,
    ...(middleware ? { localIssuer: middleware } : {}),
    sessions,
    vault,
    adminEmails: config.adminEmails,
    logger,
    metrics,
    publicOrigin: config.publicOrigin,
    site: config.site,
    accessLog,
    personalFile: {
      log,
      vault,
      sessions,
      accessLog,
      account: (userId) => accounts.currentState(userId),
      ownedBusinesses,
      purchases: purchasesByIngredient(pool),
      clock,
    },
    limits: config.rateLimits ? createLimits(pool) : unlimited,
    trustProxy: config.trustProxy,
    ...(config.mail.kind === 'outbox' ? { outbox: createOutbox(pool, clock) } : {}),
    webRoot,
    checkReady: infrastructure.checkReady,
  };
}
