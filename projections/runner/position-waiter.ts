import { setTimeout as sleep } from 'node:timers/promises';
import { type EventLog, isAtOrAfter, logIdOf, type Position } from '#eventstore/port.ts';
import { createBackOff } from '#runtime/back-off.ts';
import { pause } from '#runtime/waiting.ts';
import type { Logger } from 'pino';
import type { Announcement, PositionWaiter, Waited } from '#read-model/position-waiter.ts';
import { positionSql, SERVING_SCHEMA } from '#read-model/tables.ts';
import { readAnnouncement } from './announcement.ts';
import { channelOf } from './batch-statement.ts';
import { connectTo, type Connection } from './connection.ts';
import { RETRY_MS } from './leader.ts';
import { createReadLag } from './read-lag.ts';

interface Options {
  readonly connectionString: string;
  readonly log: Pick<EventLog, 'id' | 'head'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly schema?: string;
  /** Hears once of every step that the read model has made, in order; some may come as one. */
  readonly onReached?: (announcement: Announcement) => void;
}

const FAR_BEHIND_SECONDS = 5;
const SAMPLE_EVERY_MS = 1_000;
const QUERY_MS = 3_000;

export function createPositionWaiter({
  connectionString,
  log,
  logger,
  schema = SERVING_SCHEMA,
  onReached,
}: Options): PositionWaiter {
  const waiting = new Set<{ readonly position: Position; readonly tell: (waited: Waited) => void }>();
  const lag = createReadLag(() => performance.now());
  const stopped = new AbortController();
  let current: Position | null = null;
  let started: Promise<void> | undefined;
  let listening: Promise<void> | undefined;

  const isOfThisLog = (position: Position): boolean => logIdOf(position) === log.id && /:\d{20}$/.test(position);
  const isReached = (position: Position): boolean => current !== null && isAtOrAfter(current, position);

  /** Notices come in order, but a projector in this process may tell first: what is known already is passed over. */
  function reached(announcement: Announcement): void {
    const { position } = announcement;
    if (!isOfThisLog(position) || isReached(position)) return;
    current = position;
    lag.reached(position);
    for (const waiter of waiting) if (isAtOrAfter(position, waiter.position)) waiter.tell('reached');
    onReached?.(announcement);
  }

  async function readCheckpoint({ client }: Connection): Promise<void> {
    const { rows } = await client.query<{ position: Position | null }>(`select ${positionSql(schema)} as position`);
    const position = rows[0]?.position ?? null;
    if (position !== null) reached({ position, changes: null });
  }

  /** An announcement, or nothing when the whole read model is another one. */
  function heed(payload: string | undefined, connection: Connection): void {
    if (payload) reached(readAnnouncement(payload));
    else readCheckpoint(connection).catch((error: unknown) => connection.drop(error as Error));
  }

  /** Looks where the log ends; if that is news to the read model, also whether a notice has been lost on the way. */
  async function sample(connection: Connection): Promise<void> {
    const head = await log.head().catch(() => null); // without the log nothing new comes either
    if (head === null || isReached(head)) return;
    lag.sample(head);
    await readCheckpoint(connection);
  }

  /** Listens first and looks then: what commits in between comes as a notice. */
  async function listen(onListening: () => void): Promise<void> {
    const connection = await connectTo(connectionString, { name: 'prumo-reads', queryTimeoutMs: QUERY_MS });
    const signal = AbortSignal.any([stopped.signal, connection.lost]);
    try {
      connection.client.on('notification', ({ payload }) => heed(payload, connection));
      await connection.client.query(`listen ${channelOf(schema)}`);
      await readCheckpoint(connection);
      onListening();
      while (!signal.aborted) {
        await sleep(SAMPLE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
        if (!signal.aborted) await sample(connection);
      }
    } finally {
      await connection.close();
    }
    connection.lost.throwIfAborted();
  }

  async function keepListening(onListening: () => void): Promise<void> {
    const backOff = createBackOff(RETRY_MS);
    while (!stopped.signal.aborted) {
      try {
        await listen(() => {
          backOff.reset();
          onListening();
        });
      } catch (error) {
        if (stopped.signal.aborted) return;
        logger.warn({ err: error }, 'not listening to the read model');
        await pause(backOff.next(), stopped.signal);
      }
    }
  }

  return {
    start() {
      started ??= new Promise((resolve) => {
        listening = keepListening(resolve);
      });
      return started;
    },
    async stop() {
      stopped.abort();
      await listening;
      for (const waiter of waiting) waiter.tell('late');
    },
    waitFor(position, timeoutMs) {
      if (!isOfThisLog(position)) return Promise.resolve('foreign');
      if (isReached(position)) return Promise.resolve('reached');
      return new Promise((resolve) => {
        const timer = setTimeout(() => waiter.tell('late'), timeoutMs);
        const waiter = {
          position,
          tell(waited: Waited) {
            clearTimeout(timer);
            waiting.delete(waiter);
            resolve(waited);
          },
        };
        waiting.add(waiter);
      });
    },
    reached,
    furthest: () => current,
    lagSeconds: () => lag.seconds(),
    isFarBehind: () => lag.seconds() > FAR_BEHIND_SECONDS,
  };
}
