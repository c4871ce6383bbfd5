import { LOOKING_UP, openSession, type Session, type Settings } from '#postgres/session.ts';
import { type Growth, pauseAfter } from '#runtime/back-off.ts';
import { atMost } from '#runtime/waiting.ts';
import pg from 'pg';
import { LogUnavailable } from '../port.ts';

/** A named prepared statement; the name stands for the text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Columns in the order of the select, as text. */
export type Row = (string | null)[];

/**
 * One connection that comes back by itself. Calls are pipelined. While it is away every call fails at once, so that
 * nobody hangs and nothing piles up.
 */
export interface ReconnectingClient {
  /** False while it is known to be away. */
  readonly isUp: () => boolean;
  /** Connects if that has not happened yet. @throws LogUnavailable */
  readonly connect: () => Promise<void>;
  /** @throws LogUnavailable */
  readonly query: (statement: Statement, values: unknown[]) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
}

export interface ReconnectingClientOptions {
  readonly connectionString: string;
  /** What connecting, and what one call, may take. The server gives up on a call a little earlier. */
  readonly timeoutMs: number;
  /** Shown by the server as application name. */
  readonly name: string;
  readonly onConnect?: (client: pg.Client) => Promise<void>;
  readonly onLost?: (error: Error) => void;
}

/**
 * - Plans stay on the indexes: one made and kept while the log was small would read all of it when it has grown.
 * - A statement must see what was committed while it waited for the lock: that is READ COMMITTED, whatever the default.
 */
export const LOG_SESSION = {
  ...LOOKING_UP,
  enable_bitmapscan: 'off',
  default_transaction_isolation: 'read committed',
} as const satisfies Settings;

/** 25–50 ms after the first failure, doubling up to 1–2 s; the jitter keeps processes from knocking in step. */
const RETRY_MS: Growth = { first: 50, max: 2_000, spread: 0.5 };

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Only an ERROR is the server's word that the transaction was rolled back. A FATAL may come after the commit. */
const outcomeOf = (error: unknown): 'not_appended' | 'unknown' =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR' ? 'not_appended' : 'unknown';

export function createReconnectingClient({
  connectionString,
  timeoutMs,
  name,
  onConnect,
  onLost,
}: ReconnectingClientOptions): ReconnectingClient {
  let connection: Session | undefined;
  let connecting: Promise<Session> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let lastError: Error | undefined;
  let closed = false;

  const away = (): LogUnavailable => new LogUnavailable('not_appended', lastError);

  function failed(error: unknown): void {
    failures += 1;
    lastError = asError(error);
    if (closed) return;
    retry = setTimeout(() => void comeBack(), pauseAfter(failures, RETRY_MS)).unref();
  }

  async function comeBack(): Promise<void> {
    await connectAnew().catch(() => undefined); // it has set the next attempt
  }

  function lose(client: pg.Client, error: Error): void {
    if (connection?.client !== client) return;
    connection.drop();
    connection = undefined;
    failed(error);
    onLost?.(error);
  }

  async function dial(): Promise<Session> {
    const session = await openSession({
      connectionString,
      name,
      settings: { ...LOG_SESSION, statement_timeout: String(Math.ceil(timeoutMs * 0.8)) },
      connectTimeoutMs: timeoutMs,
      queryTimeoutMs: timeoutMs,
      pipeline: true,
    });
    const { client } = session;
    client.on('error', (error) => lose(client, error));
    client.on('end', () => lose(client, new Error('the connection ended')));
    try {
      await onConnect?.(client);
      if (closed) throw new Error('the log is closed');
      return session;
    } catch (error) {
      session.drop();
      throw error;
    }
  }

  function connectAnew(): Promise<Session> {
    connecting ??= dial()
      .then(
        (fresh) => {
          failures = 0;
          connection = fresh;
          return fresh;
        },
        (error: unknown) => {
          failed(error);
          throw away();
        },
      )
      .finally(() => {
        connecting = undefined;
      });
    return connecting;
  }

  async function connected(): Promise<Session> {
    if (connection) return connection;
    if (closed || failures > 0) throw away();
    return connectAnew();
  }

  return {
    isUp: () => !closed && failures === 0,
    async connect() {
      await connected();
    },
    async query({ name: statement, text }, values) {
      const { client } = connection ?? (await connected());
      try {
        return (await client.query<Row>({ name: statement, text, values, rowMode: 'array' })).rows;
      } catch (error) {
        const outcome = outcomeOf(error);
        if (outcome === 'unknown') lose(client, asError(error));
        throw new LogUnavailable(outcome, error);
      }
    },
    async close() {
      closed = true;
      lastError = new Error('the log is closed');
      clearTimeout(retry);
      const last = connection;
      connection = undefined;
      await atMost(timeoutMs, last?.client.end());
      last?.drop();
      await connecting?.catch(() => undefined);
    },
  };
}
