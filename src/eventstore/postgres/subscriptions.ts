import type { RecordedEvent } from '#domain/event.ts';
import { createWakeUp } from '../wake-up.ts';
import { type SerialisedAppend, type SerialisedEvent, recordedFrom } from '../serialised-append.ts';
import {
  type EventBatch,
  type EventLog,
  LogUnavailable,
  type Position,
  type SubscribeOptions,
  typeFilter,
  UnknownPosition,
} from '../port.ts';
import { formatPosition, parsePosition } from '../position.ts';
import type { Stored } from './append.ts';
import { createLiveBuffer } from './live-buffer.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { readHead, readPage, sizeAfter } from './read.ts';

interface Committed {
  readonly event: SerialisedEvent;
  readonly stream: string;
  readonly revision: number;
}

interface Subscriber {
  readonly offer: (first: number, events: readonly Committed[]) => void;
  readonly hear: (last: number) => void;
  readonly fail: (error: Error) => void;
}

export interface Subscriptions {
  readonly subscribe: EventLog['subscribe'];
  /** This process has committed an append. */
  readonly committed: (append: SerialisedAppend, stored: Stored) => void;
  /** Somebody says that the log goes up to the position numbered `last`. */
  readonly heard: (last: number) => void;
  /** The connection of the subscriptions is lost: all of them end with LogUnavailable. */
  readonly lost: (error: Error) => void;
}

export interface SubscriptionsOptions {
  readonly logId: string;
  /** Connected means: listening. */
  readonly client: ReconnectingClient;
  /** Looks for events that nobody announced, in milliseconds: a process may die between commit and announcement. */
  readonly pollMs: number;
}

/** Batches that one subscriber may be behind before its events come from the database again. */
const HANDOVER_BATCHES = 4;

/**
 * Subscribers follow the log by number. Events come from the database in pages; those this process commits while the
 * subscriber is right behind them are handed over as they are, with the same content and in the same order.
 */
export function createSubscriptions({ logId, client, pollMs }: SubscriptionsOptions): Subscriptions {
  const subscribers = new Set<Subscriber>();

  const recorded = ({ event, stream, revision }: Committed, n: number): RecordedEvent =>
    recordedFrom(event, { stream, revision: BigInt(revision), position: formatPosition(logId, n) });

  async function* subscribe(
    after: Position | null,
    { batchSize, signal, types }: SubscribeOptions,
  ): AsyncGenerator<EventBatch> {
    const isWanted = typeFilter({ types });
    let last = after === null ? 0 : parsePosition(logId, after);
    let failure: Error | undefined;
    let isDue = true;
    const wakeUp = createWakeUp();
    const liveBuffer = createLiveBuffer<Committed>(HANDOVER_BATCHES * batchSize);
    const subscriber: Subscriber = {
      offer(first, events) {
        liveBuffer.offer(first, events);
        wakeUp.notify();
      },
      hear(position) {
        liveBuffer.hear(position);
        if (liveBuffer.known() > last) wakeUp.notify();
      },
      fail(error) {
        failure = error;
        wakeUp.notify();
      },
    };
    const poll = setInterval(() => {
      isDue = true;
      wakeUp.notify();
    }, pollMs).unref();
    let size = batchSize;
    const read = (): ReturnType<typeof readPage> => readPage(client, logId, { after: last, size, types });
    let ahead: ReturnType<typeof readPage> | undefined;

    subscribers.add(subscriber);
    signal.addEventListener('abort', wakeUp.notify);
    try {
      await client.connect(); // from here on, what is committed is also heard of
      if ((await readHead(client)) < last) throw new UnknownPosition(after ?? '', 'the log is shorter');
      while (!signal.aborted) {
        if (failure) throw new LogUnavailable('not_appended', failure);
        const handed = ahead ? [] : liveBuffer.take(last, batchSize);
        if (handed.length > 0) {
          const first = last + 1;
          last += handed.length;
          const caughtUp = liveBuffer.known() <= last;
          const events = handed.flatMap((each, i) => (isWanted(each.event) ? recorded(each, first + i) : []));
          if (events.length > 0 || caughtUp) yield { events, last: formatPosition(logId, last), caughtUp };
          continue;
        }
        if (!ahead && !isDue && liveBuffer.known() <= last) {
          await wakeUp.wait();
          continue;
        }
        isDue = false;
        const page = await (ahead ?? read());
        ahead = undefined;
        if (page.last === last) {
          await wakeUp.wait();
          continue;
        }
        last = page.last;
        size = sizeAfter({ count: page.events.length, characters: page.characters }, batchSize);
        if (page.hasMore) {
          ahead = read(); // while the subscriber works on this page
          ahead.catch(() => undefined); // thrown where it is awaited
        }
        const { events, hasMore } = page;
        if (!signal.aborted && (events.length > 0 || !hasMore))
          yield { events, last: formatPosition(logId, last), caughtUp: !hasMore };
      }
    } finally {
      clearInterval(poll);
      subscribers.delete(subscriber);
      signal.removeEventListener('abort', wakeUp.notify);
    }
  }

  return {
    subscribe,
    committed({ stream, expected, events }, { position }) {
      const committed = events.map((event, i) => ({ event, stream, revision: expected + 1 + i }));
      for (const subscriber of subscribers) subscriber.offer(position - events.length + 1, committed);
    },
    heard(last) {
      for (const subscriber of subscribers) subscriber.hear(last);
    },
    lost(error) {
      for (const subscriber of subscribers) subscriber.fail(error);
    },
  };
}
