import { resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import { readSiteConfig, type SiteConfig } from './site-config.ts';

/** Everything that can be set from outside, read once, checked, and passed on. Nothing else reads `process.env`. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Absolute folder for the embedded database; not used when `databaseUrl` is set. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The same database as its owner, for migrations and rebuilds; `databaseUrl` when not set. */
  readonly databaseOwnerUrl: string | undefined;
  /** Of the EventStoreDB that holds the event log; undefined: the log is in the database. It may hold a password. */
  readonly eventStoreUrl: string | undefined;
  /** Scheme, host and port under which browsers reach the product, without a trailing slash. */
  readonly publicOrigin: string;
  readonly logLevel: string;
  readonly metricsPort: number | undefined;
  /** Verified e-mails of the administrators, in lower case. */
  readonly adminEmails: readonly string[];
  /** Keys of the product at Google; undefined: people sign in through the local issuer. */
  readonly google: { readonly clientId: string; readonly clientSecret: string } | undefined;
  /** Sample people and a sample pizzeria of a machine where nobody signs in by Google. Never in production. */
  readonly samples: boolean;
  readonly site: SiteConfig;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function portFrom(env: Environment, name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new ConfigError(`${name} must be a port from 1 to 65535, not "${text}"`);
  return port;
}

function originFrom(env: Environment, fallback: string): string {
  const text = env['PUBLIC_ORIGIN'] || fallback;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ConfigError(`PUBLIC_ORIGIN must be an origin such as https://prumo.example, not "${text}"`);
  }
  if (!/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new ConfigError(`PUBLIC_ORIGIN must be scheme, host and port only, not "${text}"`);
  return url.origin;
}

function databaseFrom(env: Environment, name: string): string | undefined {
  const url = env[name] || undefined;
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
    throw new ConfigError(`${name} must begin with postgres://`);
  return url;
}

function eventStoreFrom(env: Environment): string | undefined {
  const url = env['EVENT_STORE_URL'] || undefined;
  if (url === undefined) return undefined;
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

function googleFrom(env: Environment): Config['google'] {
  const [clientId, clientSecret] = [env['GOOGLE_CLIENT_ID'] ?? '', env['GOOGLE_CLIENT_SECRET'] ?? ''];
  if ((clientId === '') !== (clientSecret === ''))
    throw new ConfigError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: set both or neither');
  return clientId === '' ? undefined : { clientId, clientSecret };
}

/** What must not be left to a default where real people use the product. */
function checkProduction(env: Environment, { google, publicOrigin, eventStoreUrl }: Config): void {
  if (!google) throw new ConfigError('production needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  if (!publicOrigin.startsWith('https:')) throw new ConfigError('production needs PUBLIC_ORIGIN with https');
  if (eventStoreUrl === undefined && env['EVENT_LOG'] !== 'postgres')
    throw new ConfigError('production needs the event log by name: EVENT_STORE_URL or EVENT_LOG=postgres');
}

/** @throws ConfigError naming the variable and what it may hold */
export function readConfig(env: Environment, cwd: string): Config {
  const production = env['NODE_ENV'] === 'production';
  const port = portFrom(env, 'PORT') ?? 3000;
  const logLevel = env['LOG_LEVEL'] || (production ? 'info' : 'warn');
  if (!LOG_LEVELS.includes(logLevel))
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}"`);
  const databaseUrl = databaseFrom(env, 'DATABASE_URL');
  const databaseOwnerUrl = databaseFrom(env, 'DATABASE_OWNER_URL') ?? databaseUrl;
  if (databaseUrl === undefined && databaseOwnerUrl !== undefined)
    throw new ConfigError('DATABASE_OWNER_URL needs DATABASE_URL beside it');
  const google = googleFrom(env);
  const config: Config = Object.freeze({
    production,
    port,
    host: env['HOST'] || '127.0.0.1',
    dataDir: resolve(cwd, env['DATA_DIR'] || '.data'),
    databaseUrl,
    databaseOwnerUrl,
    eventStoreUrl: eventStoreFrom(env),
    publicOrigin: originFrom(env, `http://localhost:${port}`),
    logLevel,
    metricsPort: portFrom(env, 'METRICS_PORT'),
    adminEmails: listFrom(env['ADMIN_EMAILS'] ?? (production ? '' : 'admin@exemplo.com')),
    google,
    samples: !production && google === undefined,
    site: readSiteConfig(env, { production }),
  });
  if (production) checkProduction(env, config);
  return config;
}
