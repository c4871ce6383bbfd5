import { mkdtempSync, rmSync } from 'node:fs';
import type { PaymentProvider } from '#payments/provider.ts';
import type { AuditableLog, EventLog } from '#eventstore/port.ts';
import type { Config } from '#config/config.ts';
import { ownPort } from './port.ts';
import { startProduct } from '#processes/all-in-one.ts';
import { readSiteConfig, type SiteConfig } from '#config/site-config.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import pg from 'pg';
import { newAccount } from './accounts.ts';
import { freshDatabase, openLogOf, type ProductStorage, type TestDatabase } from './database.ts';
import { type ApiVisitor, signIn, visitorAt } from './visitor.ts';
import { once } from 'node:events';
import { connect } from 'node:net';

/** The password of the administration in tests. */
export const ADMIN_PASSWORD = 'manjericão fresco';

/** The real product over real HTTP and a separate database, with the sample accounts of a new installation. */
export interface RunningApi {
  readonly origin: string;
  readonly storage: Pick<TestDatabase, 'eventStore' | keyof ProductStorage>;
  /** Connections to the product's database as its owner. */
  readonly pool: pg.Pool;
  /** A new browser: cookies, and the headers that browsers send from our own pages. */
  visitor(): ApiVisitor;
  /** A visitor who is signed in through the whole OpenID Connect round trip. */
  signIn(email: string): Promise<ApiVisitor>;
  /** A signed-in owner of a new account with access, whose business is empty. */
  newOwner(): Promise<ApiVisitor>;
  /** Opens a separate connection to the product's event log, which ends with the product. */
  openLog(): Promise<EventLog & AuditableLog>;
  stop(): Promise<void>;
}

interface Options {
  /** An existing database; by default a new one. */
  readonly storage?: ProductStorage;
  readonly site?: SiteConfig;
  readonly config?: Partial<Config>;
  /** The folder of the built pages; by default the tests' own pages, which the API does not need. */
  readonly webRoot?: string;
  /** The payment provider, instead of the sandbox. */
  readonly paymentProvider?: PaymentProvider;
  /** The clock of the whole product. */
  readonly clock?: () => Date;
  /** Receives every log line of any level. */
  readonly onLog?: (line: string) => void;
}

function givenDatabase(storage: ProductStorage): TestDatabase {
  const pool = new pg.Pool({ connectionString: storage.url });
  return { eventStore: undefined, ...storage, pool, drop: () => pool.end() };
}

export async function startApi(options: Options = {}): Promise<RunningApi> {
  const { storage, site, config: more, paymentProvider: provider, onLog, clock } = options;
  const { webRoot = fileURLToPath(new URL('./web-root', import.meta.url)) } = options;
  const database = storage ? givenDatabase(storage) : await freshDatabase();
  const logs: EventLog[] = [];
  const port = await ownPort();
  const origin = `http://localhost:${port}`;
  const files = mkdtempSync(join(tmpdir(), 'prumo-api-'));
  const config: Config = {
    production: false,
    port,
    host: 'localhost',
    dataDir: '/nonexistent',
    auditAnchors: join(files, 'anchors.txt'),
    adminPassword: { clear: ADMIN_PASSWORD },
    databaseUrl: database.url,
    databaseOwnerUrl: database.ownerUrl,
    databaseRoles: undefined,
    eventStoreUrl: database.eventStoreUrl,
    publicOrigin: origin,
    logLevel: 'error',
    metricsPort: undefined,
    adminEmails: ['admin@exemplo.com'],
    openId: undefined,
    asaas: undefined,
    samples: true,
    site: site ?? readSiteConfig({}, { production: false }),
    trustProxy: 0,
    rateLimits: false,
    mail: { kind: 'outbox' },
    erasureList: join(files, 'erasures.txt'),
    ...more,
  };
  const logger = onLog ? pino({ level: 'trace' }, { write: onLog }) : pino({ level: 'error' });
  const product = await startProduct(config, logger, webRoot, {
    ...(clock && { clock }),
    ...(provider && { paymentProvider: { provider, simulate: undefined } }),
  });
  const signedIn = async (email: string): Promise<ApiVisitor> => {
    const browser = visitorAt(origin);
    await signIn(browser, origin, email);
    return browser;
  };
  return {
    origin,
    storage: database,
    pool: database.pool,
    visitor: () => visitorAt(origin),
    signIn: signedIn,
    async newOwner() {
      const { email } = await newAccount({ ...database, origin }, { hasPizzeria: false });
      return signedIn(email);
    },
    async openLog() {
      const log = await openLogOf(database);
      logs.push(log);
      return log;
    },
    async stop() {
      for (const log of logs) await log.close();
      await product.stop();
      await database.drop();
      rmSync(files, { recursive: true });
    },
  };
}

/** The timeout is longer than any timeout of a server under test. */
const TIMEOUT_MS = 60_000;

/** Returns everything the server sends on a new connection until it ends it, for bytes that no client would send. */
export async function rawAnswer(port: number, sent: string, host = 'localhost'): Promise<string> {
  const socket = connect(port, host).setEncoding('utf8');
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the server has not ended the connection')));
  let heard = '';
  socket.on('data', (text: string) => (heard += text));
  // The server may also reset a connection that it refuses.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') heard += `\n${error.message}`;
  });
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent);
  await once(socket, 'close');
  return heard;
}
