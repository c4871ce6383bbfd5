import { Socket } from 'node:net';
import pg from 'pg';

/** Settings of a server, by name. */
export type Settings = Readonly<Record<string, string>>;

/**
 * What every session of ours has, whatever server, database and role say: the product is to be as fast, and to mean the
 * same, on a server as it was installed as on one that somebody has tuned for something else.
 *
 * - Our statements are short. To compile one takes longer than to run it (50 to 150 ms instead of one), and the price that
 *   `enable_seqscan = off` puts on a table without an index is beyond every threshold from which on a server compiles.
 * - Nobody but us knows how long one of our statements may take, or a session may be silent.
 * - Plans are those of PostgreSQL, until a session asks for others.
 * - Values come in the form that the driver reads.
 * - A commit is on the disk when we hear of it. A server that waits for its standbys besides goes on doing so.
 */
export const EVERY_SESSION = {
  jit: 'off',
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0', // since PostgreSQL 17
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
} as const satisfies Settings;

/** All of it is looking up by key: one plan for good, on the indexes, instead of planning longer than the query takes. */
export const LOOKING_UP = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' } as const satisfies Settings;

const SET = `select set_config(name, value, false) from unnest($1::text[], $2::text[]) as wanted (name, value)
  where current_setting(name, true) is not null
    and (name <> 'synchronous_commit' or value = 'off' or current_setting(name) = 'off')`;

interface Common {
  readonly connectionString: string;
  /** Shown by the server as application name. */
  readonly name: string;
  /** What these sessions have beyond, or instead of, what every session has. */
  readonly settings?: Settings;
  /** What it may take until a session can be used. */
  readonly connectTimeoutMs: number;
  /**
   * What one answer may take; left out: as long as it takes. A peer that has gone silent says nothing, not even that the
   * server's own `statement_timeout` is over.
   */
  readonly queryTimeoutMs?: number;
}

export interface SessionOptions extends Common {
  /** Calls do not wait for the answers to those before them. */
  readonly pipeline?: boolean;
}

export interface Session {
  readonly client: pg.Client;
  /** Gives it up at once: a polite end waits for a peer that may be silent for ever. */
  readonly drop: () => void;
  /** Ends it in order, or within a second where the other side has gone silent. */
  readonly close: () => Promise<void>;
}

const CLOSE_TIMEOUT_MS = 1_000;

/**
 * A session that is nobody else's. Settings are set once it is there and not with the connection itself: a pooler in front
 * of the server refuses what it does not know, and knows few.
 * @throws the database's own error, or that of the network
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { connectTimeoutMs, settings, pipeline = false } = options;
  const socket = new Socket(); // of our own making, so that it can be dropped
  const client = new pg.Client({ ...asClientConfig(options), keepAlive: true, pipeline, stream: () => socket });
  client.on('error', () => undefined); // whoever has to know listens too; a query that waits is told anyway
  const late = setTimeout(() => socket.destroy(new Error('timeout expired')), connectTimeoutMs);
  try {
    await client.connect();
    await setUp(client, settings);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(late);
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

export interface PoolOptions extends Common {
  /** Most sessions at once. */
  readonly max: number;
}

/** Sessions that are taken and given back. It tells of one that is lost while nobody has it as `error`. */
export const openPool = (options: PoolOptions): pg.Pool =>
  new pg.Pool({
    ...asClientConfig(options),
    max: options.max,
    connectionTimeoutMillis: options.connectTimeoutMs,
    onConnect: (client) => setUp(client, options.settings),
  });

const asClientConfig = ({ connectionString, name, queryTimeoutMs }: Common): pg.ClientConfig => ({
  connectionString: withUsualTls(connectionString),
  application_name: name,
  ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
});

/** `sslmode` means what it means to PostgreSQL's own programs; the driver by itself takes each for the strictest. */
const withUsualTls = (connectionString: string): string =>
  /[?&]sslmode=/.test(connectionString) && !connectionString.includes('uselibpqcompat=')
    ? `${connectionString}&uselibpqcompat=true`
    : connectionString;

async function setUp(client: pg.ClientBase, settings: Settings = {}): Promise<void> {
  const all: Settings = { ...EVERY_SESSION, ...settings };
  await client.query(SET, [Object.keys(all), Object.values(all)]);
}
