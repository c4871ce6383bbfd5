import { LOOKUP_SETTINGS, openSession, type SessionSettings } from '#postgres/session.ts';
import type pg from 'pg';

/**
 * The maximum silence of the other end of a connection, in milliseconds. A heartbeat is sent while a session is idle,
 * so silence means that the peer is gone; a running statement is not idle and has its own, longer limit.
 */
export const SILENCE_TIMEOUT_MS = 4_000;

/** Settings of a session with a heartbeat: the server ends the session after that much silence. */
export const SILENCE_TIMEOUT_SETTINGS = { idle_session_timeout: String(SILENCE_TIMEOUT_MS) };

/** Settings of a session whose peer may disappear from the network: the server frees its locks within seconds. */
const TCP_KEEPALIVE = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };

export interface Connection {
  readonly client: pg.Client;
  /** Aborts when the connection is lost. */
  readonly lostSignal: AbortSignal;
  /** Closes the socket immediately: an orderly end would wait for a peer that may be silent for ever. */
  readonly drop: (error: Error) => void;
  /** Ends the session cleanly, or closes the socket where the other side has gone silent. */
  close(): Promise<void>;
}

interface ConnectionRequest {
  /** The name that the server shows for the session. */
  readonly name: string;
  /** Settings beyond those of every session. */
  readonly settings?: SessionSettings;
  /**
   * The maximum duration of one statement, longer than the server's own `statement_timeout`: it ends a wait for a
   * silent peer, which does not report an error.
   */
  readonly queryTimeoutMs: number;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** The name of a projector's session, whether it leads or stands by. */
export const PROJECTOR_SESSION_NAME = 'prumo-projector';

/** Opens a connection that is not shared. @throws when the database cannot be reached within five seconds */
export async function connectTo(connectionString: string, request: ConnectionRequest): Promise<Connection> {
  const session = await openSession({ connectionString, connectTimeoutMs: CONNECT_TIMEOUT_MS, ...request });
  const { client } = session;
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('the connection has ended')));
  return {
    client,
    lostSignal: lost.signal,
    drop(error) {
      lost.abort(error);
      session.drop();
    },
    close: () => session.close(),
  };
}

/**
 * Opens the connection that writes the read model. Only here a commit does not wait for the disk: rows and checkpoint
 * that a power cut loses are folded again. Plans are pinned to the indexes, because a plan made while a table was small
 * would later read the whole table. If the connection is lost, the server frees its lock within seconds.
 */
export const connectProjector = (connectionString: string, extraSettings: SessionSettings = {}): Promise<Connection> =>
  connectTo(connectionString, {
    name: PROJECTOR_SESSION_NAME,
    queryTimeoutMs: 20_000,
    settings: {
      ...LOOKUP_SETTINGS,
      synchronous_commit: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      statement_timeout: '15s',
      ...TCP_KEEPALIVE,
      ...extraSettings,
    },
  });

/** Opens the connection by which a reactor leads and stores its progress. */
export const connectReactor = (connectionString: string, name: string): Promise<Connection> =>
  connectTo(connectionString, {
    name: `prumo-reactor-${name}`,
    queryTimeoutMs: 20_000,
    settings: { statement_timeout: '15s', ...TCP_KEEPALIVE, ...SILENCE_TIMEOUT_SETTINGS },
  });
