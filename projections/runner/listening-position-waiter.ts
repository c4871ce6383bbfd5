import { setTimeout as sleep } from 'node:timers/promises';
import { type EventLog, isAtOrAfter, logIdOf, type Position } from '#eventstore/port.ts';
import { createBackOff } from '#runtime/back-off.ts';
import { pause } from '#runtime/waiting.ts';
import type { Logger } from 'pino';
import type { Announcement, PositionWaiter, WaitResult } from '#read-model/position-waiter.ts';
import { positionSql, SERVING_SCHEMA } from '#read-model/tables.ts';
import { readAnnouncement } from './announcement.ts';
import { notificationChannelOf } from './batch-statement.ts';
import { connectTo, type Connection } from './connection.ts';
import { RETRY_MS } from './leader.ts';
import { createReadLag } from './read-lag.ts';

interface PositionWaiterOptions {
  readonly connectionString: string;
  readonly log: Pick<EventLog, 'id' | 'head'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly schema?: string;
  /** Receives the announcements of the read model in order; some may be merged into one. */
  readonly onReached?: (announcement: Announcement) => void;
}

/** A projector takes over within seconds; a longer lag is an outage, in which an error is better than old figures. */
const FAR_BEHIND_SECONDS = 5;
const SAMPLE_EVERY_MS = 1_000;
const QUERY_TIMEOUT_MS = 3_000;

export function createPositionWaiter({
  connectionString,
  log,
  logger,
  schema = SERVING_SCHEMA,
  onReached,
}: PositionWaiterOptions): PositionWaiter {
  const pendingWaits = new Set<PendingWait>();
  const lag = createReadLag(() => performance.now());
  const stopped = new AbortController();
  let current: Position | null = null;
  let starting: Promise<void> | undefined;
  let listening: Promise<void> | undefined;

  const isOfThisLog = (position: Position): boolean => logIdOf(position) === log.id && /:\d{20}$/.test(position);
  const isReached = (position: Position): boolean => current !== null && isAtOrAfter(current, position);

  /**
   * Moves to an announced position. A projector in this process may announce a position before its notification
   * arrives: positions known already are ignored.
   */
  function advance(announcement: Announcement): void {
    const { position } = announcement;
    if (!isOfThisLog(position) || isReached(position)) return;
    current = position;
    lag.advance(position);
    for (const waiter of pendingWaits) if (isAtOrAfter(position, waiter.position)) waiter.resolve('reached');
    onReached?.(announcement);
  }

  const listener: Listener = {
    connectionString,
    schema,
    logger,
    stop: stopped.signal,
    advance,
    async isBehind() {
      const head = await log.head().catch(() => null); // Without the log there are no new events either.
      if (head === null || isReached(head)) return false;
      lag.sample(head);
      return true;
    },
  };

  return {
    start() {
      starting ??= new Promise((resolve) => {
        listening = keepListening(listener, resolve);
      });
      return starting;
    },
    async stop() {
      stopped.abort();
      await listening;
      for (const waiter of pendingWaits) waiter.resolve('timed_out');
    },
    waitFor(position, timeoutMs) {
      if (!isOfThisLog(position)) return Promise.resolve('other_log');
      if (isReached(position)) return Promise.resolve('reached');
      return addPendingWait(pendingWaits, position, timeoutMs);
    },
    advance,
    furthest: () => current,
    lagSeconds: () => lag.seconds(),
    isFarBehind: () => lag.seconds() > FAR_BEHIND_SECONDS,
  };
}

interface PendingWait {
  readonly position: Position;
  readonly resolve: (waited: WaitResult) => void;
}

const addPendingWait = (waiters: Set<PendingWait>, position: Position, timeoutMs: number): Promise<WaitResult> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => waiter.resolve('timed_out'), timeoutMs);
    const waiter: PendingWait = {
      position,
      resolve(waited) {
        clearTimeout(timer);
        waiters.delete(waiter);
        resolve(waited);
      },
    };
    waiters.add(waiter);
  });

/** The connection that listens for announcements of the read model. */
interface Listener extends Pick<PositionWaiterOptions, 'connectionString' | 'logger'> {
  readonly schema: string;
  readonly stop: AbortSignal;
  readonly advance: (announcement: Announcement) => void;
  /** Tells whether the log ends after the last known position of the read model. */
  readonly isBehind: () => Promise<boolean>;
}

async function keepListening(listener: Listener, onListening: () => void): Promise<void> {
  const backOff = createBackOff(RETRY_MS);
  while (!listener.stop.aborted) {
    try {
      await listen(listener, () => {
        backOff.reset();
        onListening();
      });
    } catch (error) {
      if (listener.stop.aborted) return;
      listener.logger.warn({ err: error }, 'not listening to the read model');
      await pause(backOff.next(), listener.stop);
    }
  }
}

/** Listens for announcements, and only then reads the checkpoint: a commit in between arrives as a notification. */
async function listen(listener: Listener, onListening: () => void): Promise<void> {
  const { connectionString, schema, stop, isBehind } = listener;
  const connection = await connectTo(connectionString, { name: 'prumo-reads', queryTimeoutMs: QUERY_TIMEOUT_MS });
  const signal = AbortSignal.any([stop, connection.lostSignal]);
  try {
    connection.client.on('notification', ({ payload }) => handleNotification(payload, connection, listener));
    await connection.client.query(`listen ${notificationChannelOf(schema)}`);
    await readReachedPosition(connection, listener);
    onListening();
    while (!signal.aborted) {
      await sleep(SAMPLE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      // If the log ends after the last known position, a notification may have been lost.
      if (!signal.aborted && (await isBehind())) await readReachedPosition(connection, listener);
    }
  } finally {
    await connection.close();
  }
  connection.lostSignal.throwIfAborted();
}

/** Handles an announcement, or an empty payload when the whole read model has been replaced. */
function handleNotification(payload: string | undefined, connection: Connection, listener: Listener): void {
  if (payload) listener.advance(readAnnouncement(payload));
  else readReachedPosition(connection, listener).catch((error: unknown) => connection.drop(error as Error));
}

async function readReachedPosition({ client }: Connection, { schema, advance }: Listener): Promise<void> {
  const { rows } = await client.query<{ position: Position | null }>(`select ${positionSql(schema)} as position`);
  const position = rows[0]?.position ?? null;
  if (position !== null) advance({ position, changes: null });
}
