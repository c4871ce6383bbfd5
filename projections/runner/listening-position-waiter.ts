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
  let reachedPosition: Position | null = null;
  let starting: Promise<void> | undefined;
  let listening: Promise<void> | undefined;

  const isOfThisLog = (position: Position): boolean => logIdOf(position) === log.id && /:\d{20}$/.test(position);
  const isReached = (position: Position): boolean => reachedPosition !== null && isAtOrAfter(reachedPosition, position);

  /**
   * Moves to an announced position. A projector in this process may announce a position before its notification
   * arrives: positions known already are ignored.
   */
  function advance(announcement: Announcement): void {
    const { position } = announcement;
    if (!isOfThisLog(position) || isReached(position)) return;
    reachedPosition = position;
    lag.advance(position);
    for (const wait of pendingWaits) if (isAtOrAfter(position, wait.position)) wait.resolve('reached');
    onReached?.(announcement);
  }

  const context: ListenerContext = {
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
        listening = keepListening(context, resolve);
      });
      return starting;
    },
    async stop() {
      stopped.abort();
      await listening;
      for (const wait of pendingWaits) wait.resolve('timed_out');
    },
    waitFor(position, timeoutMs) {
      if (!isOfThisLog(position)) return Promise.resolve('other_log');
      if (isReached(position)) return Promise.resolve('reached');
      return addPendingWait(pendingWaits, position, timeoutMs);
    },
    advance,
    furthest: () => reachedPosition,
    lagSeconds: () => lag.seconds(),
    isFarBehind: () => lag.seconds() > FAR_BEHIND_SECONDS,
  };
}

interface PendingWait {
  readonly position: Position;
  readonly resolve: (result: WaitResult) => void;
}

const addPendingWait = (pendingWaits: Set<PendingWait>, position: Position, timeoutMs: number): Promise<WaitResult> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => wait.resolve('timed_out'), timeoutMs);
    const wait: PendingWait = {
      position,
      resolve(result) {
        clearTimeout(timer);
        pendingWaits.delete(wait);
        resolve(result);
      },
    };
    pendingWaits.add(wait);
  });

/** What listening for announcements of the read model needs, and whom it tells of them. */
interface ListenerContext extends Pick<PositionWaiterOptions, 'connectionString' | 'logger'> {
  readonly schema: string;
  readonly stop: AbortSignal;
  readonly advance: (announcement: Announcement) => void;
  /** Tells whether the log ends after the last known position of the read model. */
  readonly isBehind: () => Promise<boolean>;
}

async function keepListening(context: ListenerContext, onListening: () => void): Promise<void> {
  const backOff = createBackOff(RETRY_MS);
  while (!context.stop.aborted) {
    try {
      await listen(context, () => {
        backOff.reset();
        onListening();
      });
    } catch (error) {
      if (context.stop.aborted) return;
      context.logger.warn({ err: error }, 'not listening to the read model');
      await pause(backOff.next(), context.stop);
    }
  }
}

/** Listens for announcements, and only then reads the checkpoint: a commit in between arrives as a notification. */
async function listen(context: ListenerContext, onListening: () => void): Promise<void> {
  const { connectionString, schema, stop, isBehind } = context;
  const connection = await connectTo(connectionString, { name: 'prumo-reads', queryTimeoutMs: QUERY_TIMEOUT_MS });
  const signal = AbortSignal.any([stop, connection.lostSignal]);
  try {
    connection.client.on('notification', ({ payload }) => handleNotification(payload, connection, context));
    await connection.client.query(`listen ${notificationChannelOf(schema)}`);
    await readReachedPosition(connection, context);
    onListening();
    while (!signal.aborted) {
      await sleep(SAMPLE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      // If the log ends after the last known position, a notification may have been lost.
      if (!signal.aborted && (await isBehind())) await readReachedPosition(connection, context);
    }
  } finally {
    await connection.close();
  }
  connection.lostSignal.throwIfAborted();
}

/** Handles an announcement, or an empty payload when the whole read model has been replaced. */
function handleNotification(payload: string | undefined, connection: Connection, context: ListenerContext): void {
  if (payload) context.advance(readAnnouncement(payload));
  else readReachedPosition(connection, context).catch((error: unknown) => connection.drop(error as Error));
}

async function readReachedPosition({ client }: Connection, { schema, advance }: ListenerContext): Promise<void> {
  const { rows } = await client.query<{ position: Position | null }>(`select ${positionSql(schema)} as position`);
  const position = rows[0]?.position ?? null;
  if (position !== null) advance({ position, changes: null });
}

/**
 * Measures how far the read model is behind, by comparing about once a second the end of the log with the position of
 * the read model. It does not rely on the projector's own report, so it also detects a dead one.
 */
export interface ReadLag {
  /** Records that the log ends at `head` now. */
  sample(head: Position | null): void;
  /** Records that the read model has everything up to `position`. */
  advance(position: Position | null): void;
  /** Seconds since the oldest end of the log that the read model has not reached; 0 when it is up to date. */
  seconds(): number;
}

/** Ten minutes of samples; a larger lag needs no exact number. */
const MAX_SAMPLES = 600;

/** @param now the clock, in milliseconds */
export function createReadLag(now: () => number): ReadLag {
  /** Ends of the log that the read model has not reached yet, oldest first. */
  let missingHeads: { readonly head: Position; readonly seenAt: number }[] = [];
  let current: Position | null = null;
  const isMissing = (head: Position): boolean => current === null || !isAtOrAfter(current, head);
  return {
    sample(head) {
      if (head === null || !isMissing(head) || missingHeads.at(-1)?.head === head) return;
      if (missingHeads.length < MAX_SAMPLES) missingHeads.push({ head, seenAt: now() });
    },
    advance(position) {
      current = position;
      missingHeads = missingHeads.filter(({ head }) => isMissing(head));
    },
    seconds() {
      const [oldest] = missingHeads;
      return oldest ? (now() - oldest.seenAt) / 1_000 : 0;
    },
  };
}
