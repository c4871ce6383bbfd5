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
import type { StoredAppend } from './append.ts';
import { createLiveBuffer } from './live-buffer.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { type PageOfEvents, readHead, readPage } from './read.ts';

interface CommittedEvent {
  readonly event: SerialisedEvent;
  readonly stream: string;
  readonly revision: number;
}

export interface Subscriptions {
  readonly subscribe: EventLog['subscribe'];
  /** Called when this process has committed an append. */
  readonly committed: (append: SerialisedAppend, stored: StoredAppend) => void;
  /** Called when another process announces events up to the position numbered `last`. */
  readonly heard: (last: number) => void;
  /** Called when the connection of the subscriptions is lost: all of them end with LogUnavailable. */
  readonly lost: (error: Error) => void;
}

export interface SubscriptionsOptions {
  readonly logId: string;
  /** A client that listens as soon as it is connected. */
  readonly client: ReconnectingClient;
  /**
   * How often unannounced events are looked for, in milliseconds: a process may die between commit and announcement.
   */
  readonly pollMs: number;
}

/** Notifications that one subscriber has not handled yet. */
function createNews(pageSize: number) {
  const wakeUp = createWakeUp();
  const buffer = createLiveBuffer<CommittedEvent>({ pageSize, bytesOf: ({ event }) => event.data.length });
  let failure: Error | undefined;
  return {
    ...wakeUp,
    buffer,
    fail(error: Error): void {
      failure = error;
      wakeUp.notify();
    },
    /** @throws LogUnavailable the connection is lost */
    check(): void {
      if (failure) throw new LogUnavailable('not_appended', failure);
    },
  };
}

type PendingNotifications = ReturnType<typeof createNews>;

interface PagesOptions
  extends Pick<SubscribeOptions, 'batchSize' | 'types'>, Pick<SubscriptionsOptions, 'client' | 'logId'> {}

/** Pages of the log in order: while the subscriber works on one, the next is being read. */
function createPages({ client, logId, batchSize, types }: PagesOptions) {
  let ahead: Promise<PageOfEvents> | undefined;
  const read = (after: number): Promise<PageOfEvents> => readPage(client, logId, { after, size: batchSize, types });
  return {
    isUnderWay: (): boolean => ahead !== undefined,
    async next(after: number): Promise<PageOfEvents> {
      const page = await (ahead ?? read(after));
      ahead = undefined;
      if (page.last > after && page.hasMore) {
        ahead = read(page.last);
        ahead.catch(() => undefined); // The error is thrown where the page is awaited.
      }
      return page;
    },
  };
}

/**
 * Subscribers follow the log by number. Events come from the database in pages; events committed by this process while
 * the subscriber is up to date are delivered directly, with the same content and in the same order.
 */
export function createSubscriptions({ logId, client, pollMs }: SubscriptionsOptions): Subscriptions {
  const subscribers = new Set<PendingNotifications>();

  const recorded = ({ event, stream, revision }: CommittedEvent, n: number): RecordedEvent =>
    recordedFrom(event, { stream, revision: BigInt(revision), position: formatPosition(logId, n) });

  async function* subscribe(
    after: Position | null,
    { batchSize, signal, types }: SubscribeOptions,
  ): AsyncGenerator<EventBatch> {
    const isWanted = typeFilter({ types });
    const pages = createPages({ client, logId, batchSize, types });
    const news = createNews(batchSize);
    let last = after === null ? 0 : parsePosition(logId, after);
    let isDue = true;

    subscribers.add(news);
    signal.addEventListener('abort', news.notify);
    try {
      await client.connect(); // From here on, commits are also announced.
      if ((await readHead(client)) < last) throw new UnknownPosition(after ?? '', 'the log is shorter');
      while (!signal.aborted) {
        news.check();
        const handed = pages.isUnderWay() ? [] : news.buffer.take(last);
        if (handed.length > 0) {
          const first = last + 1;
          last += handed.length;
          const caughtUp = news.buffer.known() <= last;
          const events = handed.flatMap((each, i) => (isWanted(each.event) ? recorded(each, first + i) : []));
          if (events.length > 0 || caughtUp) yield { events, last: formatPosition(logId, last), caughtUp };
          continue;
        }
        const isSilent = !pages.isUnderWay() && !isDue && news.buffer.known() <= last;
        const page = isSilent ? undefined : await pages.next(last);
        isDue = false;
        if (page === undefined || page.last === last) {
          isDue = !(await news.wait(pollMs)); // A process may have died between commit and announcement.
          continue;
        }
        last = page.last;
        const { events, hasMore } = page;
        if (!signal.aborted && (events.length > 0 || !hasMore))
          yield { events, last: formatPosition(logId, last), caughtUp: !hasMore };
      }
    } finally {
      subscribers.delete(news);
      signal.removeEventListener('abort', news.notify);
    }
  }

  return {
    subscribe,
    committed({ stream, expected, events }, { position }) {
      const committed = events.map((event, i) => ({ event, stream, revision: expected + 1 + i }));
      for (const { buffer, notify } of subscribers) {
        buffer.offer(position - events.length + 1, committed);
        notify();
      }
    },
    heard(last) {
      for (const { buffer, notify } of subscribers) {
        buffer.hear(last);
        notify();
      }
    },
    lost(error) {
      for (const news of subscribers) news.fail(error);
    },
  };
}
