import { LOOKING_UP, openSession, type Settings } from '#postgres/session.ts';
import type pg from 'pg';

/** How long the other end of a connection may be silent, as long as the slowest batch may take. */
export const SILENCE_TIMEOUT_MS = 4_000;

/** Settings of a session with a heartbeat: the server ends it when it has heard nothing for that long. */
export const ENDS_WHEN_SILENT = { idle_session_timeout: String(SILENCE_TIMEOUT_MS) };

/** Settings of a session whose peer may disappear from the network: the server frees its locks within seconds. */
const SILENCE_IS_NOTICED = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };

export interface Connection {
  readonly client: pg.Client;
  /** Aborts when the connection is lost. */
  readonly lost: AbortSignal;
  /** Gives it up at once: a polite end waits for a peer that may be silent for ever. */
  readonly drop: (error: Error) => void;
  /** Ends it in order, or where the other side has gone silent without it. */
  close(): Promise<void>;
}

interface ConnectionRequest {
  /** Shown by the server. */
  readonly name: string;
  /** What the session has beyond what every session has. */
  readonly settings?: Settings;
  /** What one statement may take: a peer that has gone silent says nothing, not even that. */
  readonly queryTimeoutMs: number;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** By which the server knows a projector's session, whether it leads or stands by. */
export const PROJECTOR = 'prumo-projector';

/** A connection that is nobody else's. @throws when the database cannot be reached within five seconds */
export async function connectTo(connectionString: string, wanted: ConnectionRequest): Promise<Connection> {
  const session = await openSession({ connectionString, connectTimeoutMs: CONNECT_TIMEOUT_MS, ...wanted });
  const { client } = session;
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('the connection has ended')));
  return {
    client,
    lost: lost.signal,
    drop(error) {
      lost.abort(error);
      session.drop();
    },
    close: () => session.close(),
  };
}

/**
 * The connection that writes the read model. Only here a commit does not wait for the disk: what a power cut takes away,
 * checkpoint included, is folded again. Plans are pinned to the indexes, because one made while a table was small would
 * read all of it later. A server that loses sight of us frees our lock within seconds.
 */
export const connectProjector = (connectionString: string, more: Settings = {}): Promise<Connection> =>
  connectTo(connectionString, {
    name: PROJECTOR,
    queryTimeoutMs: 20_000,
    settings: {
      ...LOOKING_UP,
      synchronous_commit: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
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
    settings: { statement_timeout: '15s', ...SILENCE_IS_NOTICED, ...ENDS_WHEN_SILENT },
  });
