import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, businessAggregate } from '#app/aggregate.ts';
import { createBusinesses } from '#app/businesses.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { samplePeople } from '#app/samples/people.ts';
import { seedPerson } from '#app/samples/seed.ts';
import { createApp } from '#http/app.ts';
import { createMetrics, type Metrics } from '#http/metrics.ts';
import { type HttpServer, listen } from '#http/server.ts';
import { createSessions } from '#identity/sessions.ts';
import { createVault } from '#identity/vault.ts';
import { createPositionWaiter } from '#projections/runner/position-waiter.ts';
import { createProjector } from '#projections/runner/projector.ts';
import { createQueries } from '#queries/queries.ts';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openDatabase } from './database.ts';
import { openEventLog } from './event-log.ts';
import { migrate } from './migrate.ts';
import { chooseSignIn, LOCAL_ISSUER, localIdentityOf } from './sign-in.ts';

export interface Product {
  readonly origin: string;
  /** Stops taking requests, lets those under way finish, ends everything in order; about ten seconds at most. */
  stop(): Promise<void>;
}

const GRACE_MS = 5_000;
const PURGE_EVERY_MS = 24 * 60 * 60 * 1_000;

/** All of it is looking up by key: one plan for good, on the indexes, instead of planning longer than the query takes. */
const POOL_SESSION = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/**
 * Everything in one process: database (its own when none is named), event log, projector, HTTP.
 * @param webRoot folder of the built client
 * @throws PortTaken · DataDirInUse · the database's own error when it cannot be reached
 */
export async function startProduct(config: Config, logger: Logger, webRoot: string): Promise<Product> {
  /** What has been started, in that order: undone from the end. */
  const started: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const undo of started.splice(0).toReversed()) await undo();
  };
  try {
    const server = await listen(config.port, config.host);
    started.push(() => server.close(0));
    await start({ config, logger, webRoot, server, started });
    return { origin: config.publicOrigin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Parts {
  readonly config: Config;
  readonly logger: Logger;
  readonly webRoot: string;
  readonly server: HttpServer;
  readonly started: (() => unknown)[];
}

async function start({ config, logger, webRoot, server, started }: Parts): Promise<void> {
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
  const accountHandler = createCommandHandler({ ...handlerOptions, aggregate: accountAggregate });
  const accounts = createAccounts(accountHandler, randomUUID);
  const sessions = createSessions(pool, clock);
  const vault = createVault(pool);
  const metrics = createMetrics(() => waiter.lagSeconds());
  const { signIn, middleware } = await chooseSignIn({ config, pool, clock, people: samplePeople });

  const app = createApp({
    accounts,
    businesses: createBusinesses(businessHandler, randomUUID),
    queries: createQueries(pool, clock),
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

  const purging = setInterval(() => {
    sessions.purge().catch((error: unknown) => logger.warn({ err: error }, 'sessions not purged'));
  }, PURGE_EVERY_MS);
  started.push(() => clearInterval(purging));
  await serveMetrics(config, metrics, started);
  server.serve(app.callback());
  started.push(() => server.close(GRACE_MS));
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
