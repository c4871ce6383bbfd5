import { Socket } from 'node:net';
import pg from 'pg';
import { ENDS_WHEN_SILENT, SILENCE_IS_NOTICED } from './session-settings.ts';

export interface Connection {
  readonly client: pg.Client;
  /** Aborts when the connection is lost. */
  readonly lost: AbortSignal;
  /** Gives it up at once: a polite end waits for a peer that may be silent for ever. */
  readonly drop: (error: Error) => void;
  /** Ends it in order, or where the other side has gone silent without it. */
  close(): Promise<void>;
}

interface Settings {
  /** Shown by the server. */
  readonly name: string;
  /** Server settings of the session. */
  readonly session?: Readonly<Record<string, string>>;
  /** What one statement may take: a peer that has gone silent says nothing, not even that. */
  readonly queryTimeoutMs: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** A connection that is nobody else's. @throws when the database cannot be reached within five seconds */
export async function connectTo(connectionString: string, settings: Settings): Promise<Connection> {
  const { name, session = {}, queryTimeoutMs } = settings;
  const socket = new Socket(); // of our own making, so that it can be dropped
  const client = new pg.Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    stream: () => socket,
    options: Object.entries(session)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
  });
  const lost = new AbortController();
  const drop = (error: Error): void => {
    lost.abort(error);
    socket.destroy();
  };
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('the connection has ended')));
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return {
    client,
    lost: lost.signal,
    drop,
    async close() {
      const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
      await client.end().catch(() => undefined);
      clearTimeout(timer);
    },
  };
}

/**
 * The connection that writes the read model. Only here a commit does not wait for the disk: what a power cut takes away,
 * checkpoint included, is folded again. Plans are pinned to the indexes, because one made while a table was small would
 * read all of it later. A server that loses sight of us frees our lock within seconds.
 */
export const connectProjector = (
  connectionString: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Connection> =>
  connectTo(connectionString, {
    name: 'prumo-projector',
    queryTimeoutMs: 20_000,
    session: {
      synchronous_commit: 'off',
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      jit: 'off',
      statement_timeout: '15s',
      ...SILENCE_IS_NOTICED,
      ...more,
    },
  });

/** The connection by which a reactor leads, and keeps how far it is. */
export const connectReactor = (connectionString: string, name: string): Promise<Connection> =>
  connectTo(connectionString, {
    name: `prumo-reactor-${name}`,
    queryTimeoutMs: 20_000,
    session: { statement_timeout: '15s', ...SILENCE_IS_NOTICED, ...ENDS_WHEN_SILENT },
  });
