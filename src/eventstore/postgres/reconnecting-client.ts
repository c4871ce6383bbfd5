import { LOOKUP_SETTINGS, openSession, type Session, type SessionSettings } from '#postgres/session.ts';
import { type BackOffPolicy, pauseAfter } from '#runtime/back-off.ts';
import { waitAtMost } from '#runtime/waiting.ts';
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
 * One connection that reconnects by itself. Calls are pipelined. While the server is unavailable every call fails
 * immediately, so that no caller hangs and nothing piles up.
 */
export interface ReconnectingClient {
  /** Tells whether the server may be available: false while it is known not to be. */
  readonly isUp: () => boolean;
  /** Connects if that has not happened yet. @throws LogUnavailable */
  readonly connect: () => Promise<void>;
  /** Runs one statement. @throws LogUnavailable */
  readonly query: (statement: Statement, values: unknown[]) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
}

export interface ReconnectingClientOptions {
  readonly connectionString: string;
  /**
   * The maximum duration of connecting, and of one call, in milliseconds. The server cancels a call a little earlier.
   */
  readonly timeoutMs: number;
  /** The application name that the server shows. */
  readonly name: string;
  readonly onConnect?: (client: pg.Client) => Promise<void>;
  readonly onLost?: (error: Error) => void;
}

/**
 * - Plans stay on the indexes: a plan made while the log was small would later read all of it.
 * - A statement must see changes that were committed while it waited for the lock: that is READ COMMITTED, whatever the
 * default.
 */
export const LOG_SESSION = {
  ...LOOKUP_SETTINGS,
  enable_bitmapscan: 'off',
  default_transaction_isolation: 'read committed',
} as const satisfies SessionSettings;

/** 25–50 ms after the first failure, doubling up to 1–2 s; the jitter keeps processes from retrying in step. */
const RETRY_MS: BackOffPolicy = { firstPause: 50, longestPause: 2_000, jitter: 0.5 };

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Tells what has become of an append after an error: only an ERROR guarantees that the transaction was rolled back. A
 * FATAL may come after the commit.
 */
const outcomeOf = (error: unknown): 'not_appended' | 'unknown' =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR' ? 'not_appended' : 'unknown';

/** The current session, or the attempt to open the next one. */
class ReconnectingSession {
  readonly #options: ReconnectingClientOptions;
  #session: Session | undefined;
  #connecting: Promise<Session> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #lastError: Error | undefined;
  #isClosed = false;

  constructor(options: ReconnectingClientOptions) {
    this.#options = options;
  }

  get isUp(): boolean {
    return !this.#isClosed && this.#failures === 0;
  }

  get current(): Session | undefined {
    return this.#session;
  }

  /** @throws LogUnavailable */
  async connected(): Promise<Session> {
    if (this.#session) return this.#session;
    if (this.#isClosed || this.#failures > 0) throw this.#away();
    return this.#connectAnew();
  }

  lose(client: pg.Client, error: Error): void {
    if (this.#session?.client !== client) return;
    this.#session.drop();
    this.#session = undefined;
    this.#failed(error);
    this.#options.onLost?.(error);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#lastError = new Error('the log is closed');
    clearTimeout(this.#retry);
    const last = this.#session;
    this.#session = undefined;
    await waitAtMost(this.#options.timeoutMs, last?.client.end());
    last?.drop();
    await this.#connecting?.catch(() => undefined);
  }

  #away(): LogUnavailable {
    return new LogUnavailable('not_appended', this.#lastError);
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    this.#lastError = toError(error);
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => void this.#comeBack(), pauseAfter(this.#failures, RETRY_MS)).unref();
  }

  async #comeBack(): Promise<void> {
    await this.#connectAnew().catch(() => undefined); // The method has scheduled the next attempt itself.
  }

  #connectAnew(): Promise<Session> {
    this.#connecting ??= this.#dial()
      .then(
        (session) => {
          this.#failures = 0;
          this.#session = session;
          return session;
        },
        (error: unknown) => {
          this.#failed(error);
          throw this.#away();
        },
      )
      .finally(() => {
        this.#connecting = undefined;
      });
    return this.#connecting;
  }

  async #dial(): Promise<Session> {
    const { connectionString, timeoutMs, name, onConnect } = this.#options;
    const session = await openSession({
      connectionString,
      name,
      settings: { ...LOG_SESSION, statement_timeout: String(Math.ceil(timeoutMs * 0.8)) },
      connectTimeoutMs: timeoutMs,
      queryTimeoutMs: timeoutMs,
      pipeline: true,
    });
    const { client } = session;
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client, new Error('the connection ended')));
    try {
      await onConnect?.(client);
      if (this.#isClosed) throw new Error('the log is closed');
      return session;
    } catch (error) {
      session.drop();
      throw error;
    }
  }
}

export function createReconnectingClient(options: ReconnectingClientOptions): ReconnectingClient {
  const session = new ReconnectingSession(options);
  return {
    isUp: () => session.isUp,
    async connect() {
      await session.connected();
    },
    async query({ name, text }, values) {
      const { client } = session.current ?? (await session.connected());
      try {
        return (await client.query<Row>({ name, text, values, rowMode: 'array' })).rows;
      } catch (error) {
        const outcome = outcomeOf(error);
        if (outcome === 'unknown') session.lose(client, toError(error));
        throw new LogUnavailable(outcome, error);
      }
    },
    close: () => session.close(),
  };
}
