import { join, resolve } from 'node:path';
import { type AsaasConfig, isTestKey, readAsaasConfig } from './asaas-config.ts';
import { ConfigError, readAll, type Environment, isSwitchedOn, withSecretFiles } from './environment.ts';
import { type DatabaseConfig, readDatabaseConfig } from './database-config.ts';
import { type MailConfig, readMailConfig } from './mail-config.ts';
import { type OpenIdConfig, readOpenIdConfig } from './openid-config.ts';
import { readSiteConfig, type SiteConfig, supportEmailIn } from './site-config.ts';

/** The configuration, read and checked once, and passed on. Nothing else reads `process.env`. */
export interface Config extends DatabaseConfig {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Absolute folder for the embedded database; not used when `databaseUrl` is set. */
  readonly dataDir: string;
  /**
   * The address of the EventStoreDB with the event log; undefined if the log is in the database. It may hold a
   * password.
   */
  readonly eventStoreUrl: string | undefined;
  /** Scheme, host and port at which browsers reach the product, without a trailing slash. */
  readonly publicOrigin: string;
  readonly logLevel: string;
  readonly metricsPort: number | undefined;
  /** Verified e-mails of the administrators, in lower case. */
  readonly adminEmails: readonly string[];
  /**
   * The administration's password: its hash, or outside of production its clear text; undefined if it is generated on
   * this machine.
   */
  readonly adminPassword: { readonly hash?: string; readonly clear?: string } | undefined;
  /** Absolute path of the file in which the audit log is anchored outside the database. */
  readonly auditAnchors: string;
  /** The OpenID Connect provider, and our keys there; undefined if people sign in through the local issuer. */
  readonly openId: OpenIdConfig | undefined;
  /** The account that receives payments; undefined for the sandbox, where no money moves. */
  readonly asaas: AsaasConfig | undefined;
  /**
   * Tells whether sample people and a sample pizzeria are created, on a machine without a real provider. Never in
   * production.
   */
  readonly samples: boolean;
  readonly site: SiteConfig;
  /** The number of our own proxies before the product: that many entries of X-Forwarded-For are trusted. */
  readonly trustProxy: number;
  /** Tells whether calls are limited, which is turned off only for load tests. */
  readonly rateLimits: boolean;
  readonly mail: MailConfig;
  /** A file outside the database that names erased accounts, so that they can be erased from a restored backup. */
  readonly erasureList: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function portFrom(env: Environment, name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new ConfigError(`${name} must be a port from 1 to 65535, not "${text}"`);
  return port;
}

function originFrom(env: Environment, { production, port }: { production: boolean; port: number }): string {
  const text = env['PUBLIC_ORIGIN'] || `http://localhost:${port}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ConfigError(`PUBLIC_ORIGIN must be an origin such as https://prumo.example, not "${text}"`);
  }
  if (!/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new ConfigError(`PUBLIC_ORIGIN must be scheme, host and port only, not "${text}"`);
  if (production && url.protocol !== 'https:') throw new ConfigError('production needs PUBLIC_ORIGIN with https');
  return url.origin;
}

function eventStoreFrom(env: Environment, production: boolean): string | undefined {
  const url = env['EVENT_STORE_URL'] || undefined;
  const logName = env['EVENT_LOG'] || 'postgres';
  if (logName !== 'postgres')
    throw new ConfigError(`EVENT_LOG must be postgres, or empty where EVENT_STORE_URL names the log, not "${logName}"`);
  if (url === undefined) {
    if (production && env['EVENT_LOG'] !== 'postgres')
      throw new ConfigError('production needs the event log by name: EVENT_STORE_URL or EVENT_LOG=postgres');
    return undefined;
  }
  if (!/^esdb(\+discover)?:\/\//.test(url)) throw new ConfigError('EVENT_STORE_URL must begin with esdb://');
  if (env['EVENT_LOG'] === 'postgres')
    throw new ConfigError('EVENT_LOG=postgres and EVENT_STORE_URL name two event logs: leave one of them out');
  if (/(^|[\s,])(\*|esdb)/.test(env['DEBUG'] ?? ''))
    throw new ConfigError('DEBUG must not name esdb: the client would print the password of EVENT_STORE_URL');
  return url;
}

const listFrom = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');

function proxiesFrom(env: Environment): number {
  const text = env['TRUST_PROXY'] || '0';
  if (!/^\d$/.test(text))
    throw new ConfigError(`TRUST_PROXY must be how many proxies stand before the product, 0 to 9, not "${text}"`);
  return Number(text);
}

function logLevelFrom(env: Environment, production: boolean): string {
  const logLevel = env['LOG_LEVEL'] || (production ? 'info' : 'warn');
  if (!LOG_LEVELS.includes(logLevel))
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}"`);
  return logLevel;
}

function rateLimitsFrom(env: Environment, production: boolean): boolean {
  const text = env['RATE_LIMITS'] || 'on';
  // No real money is involved.
  const isTest = !env['ASAAS_API_KEY'] && (!production || env['ALLOW_SANDBOX'] === 'true');
  if (text !== 'on' && text !== 'off') throw new ConfigError(`RATE_LIMITS must be on or off, not "${text}"`);
  if (text === 'off' && !isTest)
    throw new ConfigError('RATE_LIMITS=off goes only with the payment sandbox: real people need the limits');
  return text === 'on';
}

function adminPasswordFrom(env: Environment, production: boolean): Config['adminPassword'] {
  const [hash, clear] = [env['ADMIN_PASSWORD_HASH'] || undefined, env['ADMIN_PASSWORD'] || undefined];
  if (hash !== undefined) return { hash };
  if (!production) return clear === undefined ? undefined : { clear };
  if (clear !== undefined) throw new ConfigError('production takes ADMIN_PASSWORD_HASH, not ADMIN_PASSWORD');
  if (listFrom(env['ADMIN_EMAILS'] ?? '').length === 0) return undefined;
  throw new ConfigError(
    'production with ADMIN_EMAILS needs ADMIN_PASSWORD_HASH; make one with: npm run admin:password ' +
      '(in containers: docker compose run --rm --no-deps migrate node dist/server/operate.js admin:password)',
  );
}

/** Reads the identity provider, which production requires: without it anybody could sign in as anybody. */
function openIdFrom(env: Environment, production: boolean): OpenIdConfig | undefined {
  const openId = readOpenIdConfig(env);
  if (production && !openId) throw new ConfigError('production needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  return openId;
}

function asaasFrom(env: Environment, production: boolean): AsaasConfig | undefined {
  const mayUseTestMode = isSwitchedOn(env, 'ALLOW_SANDBOX') || !production;
  const asaas = readAsaasConfig(env);
  if (mayUseTestMode) return asaas;
  if (!asaas) throw new ConfigError('production needs ASAAS_API_KEY, or ALLOW_SANDBOX=true where no money is taken');
  if (isTestKey(asaas.apiKey))
    throw new ConfigError('ASAAS_API_KEY is of the sandbox of Asaas: production needs ALLOW_SANDBOX=true with it');
  return asaas;
}

/**
 * Tells whether NODE_ENV is production; a misspelt value must stop the start, else anybody could sign in as anybody.
 */
function isProduction(env: Environment): boolean {
  const text = env['NODE_ENV'] || 'development';
  if (!['production', 'development', 'test'].includes(text))
    throw new ConfigError(`NODE_ENV must be production, development, test or empty, not "${text}"`);
  return text === 'production';
}

/**
 * @param readFile for secrets in files
 * @throws ConfigError naming every wrong or missing variable and its allowed values
 */
export function readConfig(environment: Environment, cwd: string, readFile?: (file: string) => string): Config {
  // The other checks depend on these two.
  const { env, production } = readAll({
    env: () => withSecretFiles(environment, readFile),
    production: () => isProduction(environment),
  });
  const dataDir = resolve(cwd, env['DATA_DIR'] || '.data');
  const readPort = (): number => portFrom(env, 'PORT') ?? 3000;
  const { database, ...settings } = readAll({
    port: readPort,
    adminPassword: () => adminPasswordFrom(env, production),
    database: () => readDatabaseConfig(env),
    eventStoreUrl: () => eventStoreFrom(env, production),
    publicOrigin: () => originFrom(env, { production, port: readPort() }),
    logLevel: () => logLevelFrom(env, production),
    metricsPort: () => portFrom(env, 'METRICS_PORT'),
    openId: () => openIdFrom(env, production),
    asaas: () => asaasFrom(env, production),
    site: () => readSiteConfig(env, { production }),
    mail: () => readMailConfig(env, { production, support: supportEmailIn(env) }),
    trustProxy: () => proxiesFrom(env),
    rateLimits: () => rateLimitsFrom(env, production),
  });
  return Object.freeze({
    ...settings,
    ...database,
    production,
    host: env['HOST'] || '127.0.0.1',
    dataDir,
    auditAnchors: resolve(cwd, env['AUDIT_ANCHORS'] || join(dataDir, 'audit-anchors.txt')),
    adminEmails: listFrom(env['ADMIN_EMAILS'] ?? (production ? '' : 'admin@exemplo.com')),
    samples: !production && settings.openId === undefined,
    erasureList: resolve(cwd, env['ERASURE_LIST'] || join(dataDir, 'erasures.txt')),
  });
}
