import type { EventLog } from '#eventstore/port.ts';
import type { Config } from '#src/config.ts';
import { openEventLog } from '#src/event-log.ts';
import { freePort } from '#src/postgres/free-port.ts';
import { startProduct } from '#src/product.ts';
import { readSiteConfig, type SiteConfig } from '#src/site-config.ts';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { freshDatabase } from './database.ts';
import { startStandIn } from './eventstoredb/stand-in.ts';
import { type ApiVisitor, signIn, visitorAt } from './visitor.ts';

/**
 * The real product over real HTTP and a database of its own, with the sample people of a fresh machine. Its event log is
 * in the database; with `TEST_EVENT_LOG=eventstoredb` in a stand-in for EventStoreDB.
 */
export interface RunningApi {
  readonly origin: string;
  /** A browser of its own: cookies, and the headers that browsers send from our own pages. */
  visitor(): ApiVisitor;
  /** Signed in through the whole OpenID Connect round trip. */
  signedIn(email: string): Promise<ApiVisitor>;
  /** A way of one's own to the product's event log. */
  openLog(): Promise<EventLog>;
  stop(): Promise<void>;
}

interface Options {
  /** A database that is there already; else a fresh one. */
  readonly placed?: { readonly url: string; readonly ownerUrl: string };
  readonly site?: SiteConfig;
}

export async function startApi({ placed, site }: Options = {}): Promise<RunningApi> {
  const database = placed ? { url: placed.url, drop: async () => undefined } : await freshDatabase();
  const eventStore = process.env['TEST_EVENT_LOG'] === 'eventstoredb' ? await startStandIn() : undefined;
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const config: Config = {
    production: false,
    port,
    host: 'localhost',
    dataDir: '/nonexistent',
    databaseUrl: database.url,
    databaseOwnerUrl: placed?.ownerUrl,
    eventStoreUrl: eventStore?.url,
    publicOrigin: origin,
    logLevel: 'error',
    metricsPort: undefined,
    adminEmails: ['admin@exemplo.com'],
    google: undefined,
    samples: true,
    site: site ?? readSiteConfig({}, { production: false }),
  };
  const webRoot = fileURLToPath(new URL('./web-root', import.meta.url));
  const product = await startProduct(config, pino({ level: 'error' }), webRoot);
  return {
    origin,
    visitor: () => visitorAt(origin),
    async signedIn(email) {
      const browser = visitorAt(origin);
      await signIn(browser, origin, email);
      return browser;
    },
    openLog: () => openEventLog({ config, connectionString: database.url }),
    async stop() {
      await product.stop();
      await eventStore?.stop();
      await database.drop();
    },
  };
}
