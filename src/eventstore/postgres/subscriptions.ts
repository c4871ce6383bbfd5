import type { RecordedEvent } from '#domain/event.ts';
import { createWakeUp } from '../wake-up.ts';
import { type SerialisedAppend, type SerialisedEvent, toRecordedEvent } from '../serialised-append.ts';
import {
  type EventBatch,
  type EventLog,
  LogUnavailable,
  type Position,
  type SubscribeOptions,
  createTypeFilter,
  UnknownPosition,
  formatPosition,
  parsePosition,
} from '../port.ts';
import type { StoredAppend } from './append.ts';
import { createLiveBuffer } from './live-buffer.ts';
import type { ReconnectingClient } from './reconnecting-client.ts';
import { type EventPage, readHead, readPage } from './read.ts';

interface CommittedEvent {
  readonly event: SerialisedEvent;
  readonly stream: string;
  readonly revision: number;
}

export interface Subscriptions {
  readonly subscribe: EventLog['subscribe'];
  /** Delivers an append that this process has committed to its own subscribers. */
  readonly publish: (append: SerialisedAppend, stored: StoredAppend) => void;
  /** Records that another process has announced events up to this index of the log. */
  readonly recordAnnouncedIndex: (last: number) => void;
  /** Ends all subscriptions with LogUnavailable, because their connection is lost. */
  readonly fail: (error: Error) => void;
}

export interface SubscriptionsOptions {
  readonly logId: string;
  /** A client that listens as soon as it is connected. */
  readonly client: ReconnectingClient;
  /**
   * The interval at which unannounced events are looked for, in milliseconds: a process may die between commit and
   * announcement.
   */
  readonly pollMs: number;
}

/** Creates the inbox of one subscriber: events and announcements that it has not handled yet. */
function createInbox(pageSize: number) {
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

type Inbox = ReturnType<typeof createInbox>;

interface PagesOptions
  extends Pick<SubscribeOptions, 'batchSize' | 'types'>, Pick<SubscriptionsOptions, 'client' | 'logId'> {}

/** Reads pages of the log in order, and prefetches the next one while the subscriber works on the current one. */
function createPageReader({ client, logId, batchSize, types }: PagesOptions) {
  let prefetched: Promise<EventPage> | undefined;
  const read = (after: number): Promise<EventPage> => readPage(client, logId, { after, size: batchSize, types });
  return {
    isPrefetching: (): boolean => prefetched !== undefined,
    async next(after: number): Promise<EventPage> {
      const page = await (prefetched ?? read(after));
      prefetched = undefined;
      if (page.last > after && page.hasMore) {
        prefetched = read(page.last);
        prefetched.catch(() => undefined); // The error is thrown where the page is awaited.
      }
      return page;
    },
  };
}

/**
 * Creates the subscriptions of this process, which follow the log by index. Events come from the database in pages;
 * events committed by this process while the subscriber is up to date are delivered directly, with the same content and
 * in the same order.
 */
export function createSubscriptions({ logId, client, pollMs }: SubscriptionsOptions): Subscriptions {
  const subscribers = new Set<Inbox>();

  const recordedEventOf = ({ event, stream, revision }: CommittedEvent, index: number): RecordedEvent =>
    toRecordedEvent(event, { stream, revision: BigInt(revision), position: formatPosition(logId, index) });

  async function* subscribe(
    after: Position | null,
    { batchSize, signal, types }: SubscribeOptions,
  ): AsyncGenerator<EventBatch> {
    const isWanted = createTypeFilter({ types });
    const pages = createPageReader({ client, logId, batchSize, types });
    const inbox = createInbox(batchSize);
    let last = after === null ? 0 : parsePosition(logId, after);
    let mustPoll = true;

    subscribers.add(inbox);
    signal.addEventListener('abort', inbox.notify);
    try {
      await client.connect(); // From here on, commits are also announced.
      if ((await readHead(client)) < last) throw new UnknownPosition(after ?? '', 'the log is shorter');
      while (!signal.aborted) {
        inbox.check();
        const buffered = pages.isPrefetching() ? [] : inbox.buffer.take(last);
        if (buffered.length > 0) {
          const first = last + 1;
          last += buffered.length;
          const isCaughtUp = inbox.buffer.lastKnownIndex() <= last;
          const events = buffered.flatMap((each, i) => (isWanted(each.event) ? recordedEventOf(each, first + i) : []));
          if (events.length > 0 || isCaughtUp) yield { events, last: formatPosition(logId, last), isCaughtUp };
          continue;
        }
        const isSilent = !pages.isPrefetching() && !mustPoll && inbox.buffer.lastKnownIndex() <= last;
        const page = isSilent ? undefined : await pages.next(last);
        mustPoll = false;
        if (page === undefined || page.last === last) {
          mustPoll = !(await inbox.wait(pollMs)); // A process may have died between commit and announcement.
          continue;
        }
        last = page.last;
        const { events, hasMore } = page;
        if (!signal.aborted && (events.length > 0 || !hasMore))
          yield { events, last: formatPosition(logId, last), isCaughtUp: !hasMore };
      }
    } finally {
      subscribers.delete(inbox);
      signal.removeEventListener('abort', inbox.notify);
    }
  }

  return {
    subscribe,
    publish({ stream, expected, events }, { index }) {
      const committed = events.map((event, i) => ({ event, stream, revision: expected + 1 + i }));
      for (const { buffer, notify } of subscribers) {
        buffer.offer(index - events.length + 1, committed);
        notify();
      }
    },
    recordAnnouncedIndex(last) {
      for (const { buffer, notify } of subscribers) {
        buffer.recordLastIndex(last);
        notify();
      }
    },
    fail(error) {
      for (const inbox of subscribers) inbox.fail(error);
    },
  };
}
