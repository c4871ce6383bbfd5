import { createBackOff, type BackOffPolicy } from '#runtime/back-off.ts';
import { pause } from '#runtime/waiting.ts';
import { type Connection, SILENCE_TIMEOUT_MS } from './connection.ts';

/** The interval at which a standby tries to take over, in milliseconds. */
const TRY_EVERY_MS = 200;

/**
 * Waits until this connection holds the lock of that name: only one session in the whole database can, for as long as
 * it lives. Returns false when `signal` aborts first.
 * @throws when the connection is lost
 */
async function becomeLeader(connection: Connection, lockName: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await connection.client.query<{ leads: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as leads',
      [lockName],
    );
    if (rows[0]?.leads) return true;
    await pause(TRY_EVERY_MS * (0.5 + Math.random()), signal);
  }
  return false;
}

/** Delay before work on the log or the read model is tried again, in milliseconds. */
export const RETRY_MS: BackOffPolicy = { firstPause: 50, longestPause: 3_000, jitter: 0.5 };

/** What a process does about the lock. `away`: the log or the database cannot be reached at the moment. */
export type LeaderRole = 'stopped' | 'away' | 'standing_by' | 'leading';

export interface LeaderOptions {
  /** The name of the lock on work that only one process in the whole database does at a time. */
  readonly lockName: string;
  readonly connect: () => Promise<Connection>;
  /**
   * Works on the connection that holds the lock; ends when `stop` aborts. Calling `onProgress` resets the back-off,
   * because something has been done.
   */
  readonly runAsLeader: (connection: Connection, stop: AbortSignal, onProgress: () => void) => Promise<void>;
  readonly logger: { warn(about: object, text: string): void };
}

/** Does work that only one process may do, or stands by while another one does it; resumes after every outage. */
export interface Leader {
  readonly start: () => void;
  /** Stops after the work at hand. */
  readonly stop: () => Promise<void>;
  role(): LeaderRole;
}

export function createLeader({ lockName, connect, runAsLeader, logger }: LeaderOptions): Leader {
  const backOff = createBackOff(RETRY_MS);
  let role: LeaderRole = 'stopped';
  let running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  async function connectAndLead(stop: AbortSignal): Promise<void> {
    const connection = await connect();
    const endHeartbeat = startHeartbeat(connection);
    try {
      role = 'standing_by';
      if (!(await becomeLeader(connection, lockName, stop))) return;
      role = 'leading';
      await runAsLeader(connection, stop, () => backOff.reset());
      connection.lostSignal.throwIfAborted();
    } finally {
      endHeartbeat();
      await connection.close();
    }
  }

  async function run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      try {
        await connectAndLead(stop);
      } catch (error) {
        if (!stop.aborted) logger.warn({ err: error, duty: lockName }, 'a duty was interrupted');
      }
      role = 'away';
      if (!stop.aborted) await pause(backOff.next(), stop);
    }
    role = 'stopped';
  }

  return {
    start() {
      if (running) return;
      const stop = new AbortController();
      running = { stop, ended: run(stop.signal) };
    },
    async stop() {
      running?.stop.abort();
      await running?.ended;
      running = undefined;
    },
    role: () => role,
  };
}

const BEAT_EVERY_MS = 1_000;

/**
 * Leadership is a lock of the session, and a session can outlive its process: the process is suspended, or the network
 * drops the connection without telling either end. So a projector sends a query once a second. A silent projector loses
 * its session and with it the lock, and a standby takes over; a projector that gets no answer closes the connection.
 * @returns a function that stops the heartbeat
 */
function startHeartbeat(connection: Connection): () => void {
  let isBeating = false;
  async function beat(): Promise<void> {
    if (isBeating) return;
    isBeating = true;
    const dropConnection = (): void => connection.drop(new Error('the database does not answer any more'));
    const timeout = setTimeout(dropConnection, SILENCE_TIMEOUT_MS).unref();
    await connection.client.query('select 1').catch(() => undefined); // A broken connection emits its own error.
    clearTimeout(timeout);
    isBeating = false;
  }
  const timer = setInterval(() => void beat(), BEAT_EVERY_MS);
  return () => clearInterval(timer);
}
