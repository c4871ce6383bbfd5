import { Socket } from 'node:net';
import pg from 'pg';

/** Settings of a server, by name. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * Settings of every session, whatever the defaults of server, database and role: the product has to behave the same on
 * an untuned server as on one that is tuned for another use.
 *
 * - Our statements are short. Compiling one takes longer than running it (50 to 150 ms instead of one), and the cost
 * that `enable_seqscan = off` assigns to a table without an index exceeds every threshold for compiling.
 * - Only the product knows the maximum duration of its statements, and of the silence of a session.
 * - Plans are PostgreSQL's own, unless a session sets otherwise.
 * - Values come in the form that the driver reads.
 * - A commit is on the disk when it is acknowledged. A server that also waits for its standbys continues to do so.
 */
export const SESSION_DEFAULTS = {
  jit: 'off',
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0', // The setting exists since PostgreSQL 17.
  plan_cache_mode: 'auto',
  enable_seqscan: 'on',
  enable_indexscan: 'on',
  enable_indexonlyscan: 'on',
  enable_bitmapscan: 'on',
  enable_nestloop: 'on',
  enable_hashjoin: 'on',
  enable_mergejoin: 'on',
  enable_sort: 'on',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  search_path: 'pg_catalog, pg_temp',
} as const satisfies SessionSettings;

/**
 * Settings of sessions whose statements all look up by key: one permanent plan on the indexes, because planning would
 * take longer than the query.
 */
export const LOOKUP_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
} as const satisfies SessionSettings;

const APPLY_SETTINGS = `select set_config(name, value, false) from unnest($1::text[], $2::text[]) as wanted (name, value)
  where current_setting(name, true) is not null
    and (name <> 'synchronous_commit' or value = 'off' or current_setting(name) = 'off')`;

interface ConnectionOptions {
  readonly connectionString: string;
  /** The application name that the server shows. */
  readonly name: string;
  /** Settings beyond, or instead of, those of every session. */
  readonly settings?: SessionSettings;
  /** The maximum time until a session is ready, in milliseconds. */
  readonly connectTimeoutMs: number;
  /**
   * The maximum time for one answer, in milliseconds; by default unlimited. The server's own `statement_timeout` is not
   * enough, because a silent peer does not report it.
   */
  readonly queryTimeoutMs?: number;
}

export interface SessionOptions extends ConnectionOptions {
  /** Tells whether calls are sent without waiting for earlier answers. */
  readonly pipeline?: boolean;
}

export interface Session {
  readonly client: pg.Client;
  /** Closes the socket immediately: an orderly end would wait for a peer that may be silent for ever. */
  readonly drop: () => void;
  /** Ends the session in order, or after a second where the other side has gone silent. */
  readonly close: () => Promise<void>;
}

const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Opens a session that is not shared. Settings are applied once it is open and not with the connection itself, because
 * a pooler refuses settings that it does not know.
 * @throws the database's own error, or that of the network
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { connectTimeoutMs, settings, pipeline = false } = options;
  const socket = new Socket(); // Our own socket, so that it can be closed.
  const client = new pg.Client({ ...toClientConfig(options), keepAlive: true, pipeline, stream: () => socket });
  // Callers that need the error add their own listener; a waiting query fails in any case.
  client.on('error', () => undefined);
  const connectTimer = setTimeout(() => socket.destroy(new Error('timeout expired')), connectTimeoutMs);
  try {
    await client.connect();
    await applySettings(client, settings);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(connectTimer);
  }
  return {
    client,
    drop: () => void socket.destroy(),
    async close() {
      const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
      await client.end().catch(() => undefined);
      clearTimeout(timer);
    },
  };
}

export interface PoolOptions extends ConnectionOptions {
  /** The maximum number of sessions. */
  readonly max: number;
}

/** A pool of sessions. The loss of an idle session is reported as `error` of the pool. */
export const openPool = (options: PoolOptions): pg.Pool =>
  new pg.Pool({
    ...toClientConfig(options),
    max: options.max,
    connectionTimeoutMillis: options.connectTimeoutMs,
    onConnect: (client) => applySettings(client, options.settings),
  });

const toClientConfig = ({ connectionString, name, queryTimeoutMs }: ConnectionOptions): pg.ClientConfig => ({
  connectionString: withStandardTls(connectionString),
  application_name: name,
  ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
});

/** `sslmode` has the meaning of PostgreSQL's own programs; the driver by itself takes every value for the strictest. */
const withStandardTls = (connectionString: string): string =>
  /[?&]sslmode=/.test(connectionString) && !connectionString.includes('uselibpqcompat=')
    ? `${connectionString}&uselibpqcompat=true`
    : connectionString;

async function applySettings(client: pg.ClientBase, settings: SessionSettings = {}): Promise<void> {
  const all: SessionSettings = { ...SESSION_DEFAULTS, ...settings };
  await client.query(APPLY_SETTINGS, [Object.keys(all), Object.values(all)]);
}
