import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccess } from '#app/access.ts';
import { accessReaction } from '#app/access-reaction.ts';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, businessAggregate, paymentAggregate } from '#app/aggregate.ts';
import { createBusinesses } from '#app/businesses.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { createGuests } from '#app/guests.ts';
import { joiningReaction } from '#app/joining-reaction.ts';
import { createOpenBusiness } from '#app/open-business.ts';
import { samplePeople } from '#app/samples/people.ts';
import { seedPerson } from '#app/samples/seed.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { lastRevisionSql } from '#eventstore/postgres/read.ts';
import { createApp } from '#http/app.ts';
import { createMetrics, type Metrics } from '#http/metrics.ts';
import { type HttpServer, listen } from '#http/server.ts';
import { loadSecret } from '#identity/secret.ts';
import { createSessions } from '#identity/sessions.ts';
import { createVault } from '#identity/vault.ts';
import { createPositionWaiter } from '#projections/runner/position-waiter.ts';
import { createProjector } from '#projections/runner/projector.ts';
import { createReactor } from '#projections/runner/reactor.ts';
import { createSystemState } from '#queries/system-state.ts';
import { createQueries } from '#queries/queries.ts';
import pg from 'pg';
import type { Logger } from 'pino';
import { createAccessLog } from './access-log/access-log.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database.ts';
import { openEventLog } from './event-log.ts';
import { erasureActs } from './erasure/acts.ts';
import { createErasureList } from './erasure/erasure-list.ts';
import { createErasure } from './erasure/erasure.ts';
import { erasureReaction } from './erasure/reaction.ts';
import { createLimits, unlimited } from './limits/limits.ts';
import { mailReaction } from './mail/reaction.ts';
import { startMailing } from './mailing.ts';
import { migrate } from './migrate.ts';
import { isOutage } from './outage.ts';
import { type Administration, startAdministration } from './administration.ts';
import { startAuditing } from './auditing.ts';
import { startPaying } from './paying.ts';
import { type ChosenPaymentProvider, choosePaymentProvider } from './payment-provider.ts';
import { ownedBusinesses } from './personal-data/owned-businesses.ts';
import { purchasesOf } from './personal-data/purchases.ts';
import { chooseSignIn, LOCAL_ISSUER, localIdentityOf } from './sign-in.ts';

export interface Product {
  readonly origin: string;
  /** The administration's password, where this machine made its own. */
  readonly adminPassword: string | undefined;
  /** Stops taking requests, lets those under way finish, ends everything in order; about ten seconds at most. */
  stop(): Promise<void>;
}

const GRACE_MS = 5_000;
const PURGE_EVERY_MS = 24 * 60 * 60 * 1_000;

/** Small ones; whoever is not among them costs each of his commands a look into the log. */
const REMEMBERED_ACCOUNTS = 10_000;

/** All of it is looking up by key: one plan for good, on the indexes, instead of planning longer than the query takes. */
const POOL_SESSION = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/**
 * Everything in one process: database (its own when none is named), event log, projector, HTTP.
 * @param webRoot folder of the built client
 * @param choices what is used instead of what the configuration says
 * @throws PortTaken · DataDirInUse · the database's own error when it cannot be reached
 */
export async function startProduct(
  config: Config,
  logger: Logger,
  webRoot: string,
  choices: Choices = {},
): Promise<Product> {
  /** What has been started, in that order: undone from the end. */
  const started: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const undo of started.splice(0).toReversed()) await undo();
  };
  try {
    const server = await listen(config.port, config.host);
    started.push(() => server.close(0));
    const { generatedPassword: adminPassword } = await start({ config, logger, webRoot, server, started, choices });
    return { origin: config.publicOrigin, adminPassword, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Choices {
  readonly paymentProvider?: ChosenPaymentProvider;
}

interface Parts {
  readonly choices: Choices;
  readonly config: Config;
  readonly logger: Logger;
  readonly webRoot: string;
  readonly server: HttpServer;
  readonly started: (() => unknown)[];
}

async function start(parts: Parts): Promise<Pick<Administration, 'generatedPassword'>> {
  const { config, logger, webRoot, server, started, choices } = parts;
  const clock = (): Date => new Date();
  const database = await openDatabase(config, logger);
  started.push(() => database.close());
  await migrate(database);
  const connectionString = database.url;

  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 1_200,
    query_timeout: 1_500,
    options: POOL_SESSION,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'));
  started.push(() => pool.end());

  const log = await openEventLog({ config, connectionString });
  started.push(() => log.close());
  const waiter = createPositionWaiter({ connectionString, log, logger });
  const projector = createProjector({
    log,
    connectionString,
    logger,
    onCommit: (position) => waiter.reached(position),
  });
  projector.start();
  started.push(() => projector.stop());
  await waiter.start();
  started.push(() => waiter.stop());

  const handlerOptions = { log, now: clock, wait: (milliseconds: number) => sleep(milliseconds) };
  const businessHandler = createCommandHandler({ ...handlerOptions, aggregate: businessAggregate });
  const accountHandler = createCommandHandler({
    ...handlerOptions,
    aggregate: accountAggregate,
    cacheSize: REMEMBERED_ACCOUNTS,
  });
  const paymentHandler = createCommandHandler({ ...handlerOptions, aggregate: paymentAggregate });
  const accounts = createAccounts(accountHandler, randomUUID);
  const sessions = createSessions(pool, clock);
  const queries = createQueries({ pool, clock, lastRevision: lastRevisionSql });
  const access = createAccess({ payments: log, accounts });
  const guests = createGuests({
    accounts,
    access,
    businesses: businessHandler,
    payments: paymentHandler,
    businessesOf: async (userId) => (await queries.businesses(userId)).map(({ id }) => id),
    endSessions: (userId) => sessions.endAllOf(userId),
    newId: randomUUID,
  });
  const vault = createVault(pool);
  const accessLog = createAccessLog({ pool, clock, logger });
  started.push(() => accessLog.stop());
  const owned = ownedBusinesses({ pool, log, account: (userId) => accounts.current(userId) });
  const metrics = createMetrics(() => waiter.lagSeconds());
  const { signIn, middleware } = await chooseSignIn({ config, pool, clock, people: samplePeople });

  const chosen = choices.paymentProvider ?? (await choosePaymentProvider({ config, pool, clock }));
  const { provider } = chosen;
  const paying = await startPaying({
    chosen,
    connectionString,
    pool,
    clock,
    logger,
    handler: paymentHandler,
    access,
    guests,
    accounts,
    reads: waiter,
    priceCents: config.site.priceCents,
  });
  started.push(() => paying.stop());
  const { intents, receiptCodes } = paying;
  const payment = (paymentId: string): Promise<Payment> => paymentHandler.current(paymentId);
  const mailing = await startMailing({ config, pool, clock, logger, intents, payment, receiptCodes });
  started.push(() => mailing.stop());
  const list = createErasureList(config.erasureList, clock);
  const acts = erasureActs({
    pool,
    log,
    list,
    accounts,
    businesses: businessHandler,
    sessions,
    vault,
    ownedBusinesses: owned,
  });
  const reactions = [
    accessReaction(access),
    joiningReaction(guests),
    mailReaction(mailing.queue),
    erasureReaction(createErasure(acts), (userId) => accounts.current(userId)),
  ];
  for (const reaction of reactions) {
    const reactor = createReactor({ ...reaction, log, connectionString, logger, isOutage });
    reactor.start();
    started.push(() => reactor.stop());
  }

  const auditing = startAuditing({
    log,
    pool,
    connectionString,
    anchorsPath: config.auditAnchors,
    logger,
    clock,
  });
  started.push(() => auditing.stop());
  const administration = await startAdministration({
    config,
    pool,
    clock,
    wait: handlerOptions.wait,
    logger,
    log,
    accounts,
    vault,
    provider,
    payments: paying.payments,
    paymentHandler,
    auditing,
  });
  started.push(() => administration.stop());

  const app = createApp({
    administration: {
      ...administration,
      liveTrail: auditing.liveTrail,
      provider,
      system: createSystemState({ pool, log, projector, auditing }),
    },
    accounts,
    paying,
    businesses: createBusinesses(businessHandler, randomUUID),
    requestHashKey: await loadSecret(pool, 'request-hash'),
    guests,
    openBusiness: createOpenBusiness({ accounts, businesses: businessHandler }),
    queries,
    waiter,
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
      account: (userId) => accounts.current(userId),
      ownedBusinesses: owned,
      purchases: purchasesOf(pool),
      clock,
    },
    limits: config.rateLimits ? createLimits(pool) : unlimited,
    trustProxy: config.trustProxy,
    ...(mailing.outbox ? { outbox: mailing.outbox } : {}),
    webRoot,
    async ready() {
      await Promise.all([pool.query('select 1'), log.head()]);
    },
  });

  if (config.samples)
    for (const person of samplePeople) {
      const { userId } = await vault.recogniseOrRegister(localIdentityOf(person));
      await seedPerson({ person, userId, issuer: LOCAL_ISSUER, log, accounts, businesses: businessHandler });
    }

  // At once, too: a process that is started anew every night would never get to it.
  const purge = (): void =>
    void Promise.all([sessions.purge(), accessLog.purge()]).catch((error: unknown) =>
      logger.warn({ err: error }, 'old sessions and access log entries not purged'),
    );
  purge();
  const purging = setInterval(purge, PURGE_EVERY_MS);
  started.push(() => clearInterval(purging));
  await serveMetrics(config, metrics, started);
  server.serve(app.callback());
  started.push(() => server.close(GRACE_MS));
  started.push(() => auditing.liveTrail.stop());
  return administration;
}

async function serveMetrics(config: Config, metrics: Metrics, started: Parts['started']): Promise<void> {
  if (config.metricsPort === undefined) return;
  const server = await listen(config.metricsPort, config.host);
  server.serve((request, response) => {
    const answer = async (): Promise<void> => {
      const body = request.url === '/metrics' ? await metrics.text() : undefined;
      response.writeHead(body === undefined ? 404 : 200, {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      });
      response.end(body);
    };
    answer().catch(() => response.destroy());
  });
  started.push(() => server.close(0));
}
