import { START, streamNameFilter } from '@eventstore/db-client';
import { STREAM_PREFIXES } from '#domain/streams.ts';
import { eventsInPage, PAGE_BYTES } from '../port.ts';
import { createWakeUp } from '../wake-up.ts';
import { LEADER_ONLY, type LogClient } from './log-client.ts';
import { ERASURES_STREAM } from './erasures.ts';
import { bytesOf, toServerEvent, positionAt } from './reading.ts';
import type { ServerEvent } from './stored-meta.ts';

/** Events in the order of the server, until the subscription ends; after an abnormal end `failure` holds the error. */
export interface IncomingEvents {
  /** Takes a page of the received events. */
  readonly take: () => readonly ServerEvent[];
  /** Tells whether a full page has been received. */
  readonly hasPage: () => boolean;
  readonly queueLength: () => number;
  readonly lastCommit: () => bigint | undefined;
  readonly ending: () => { readonly failure: unknown } | undefined;
  /** Waits until an event is received, the subscription ends, or `notify` is called. @returns false after that time */
  readonly wait: (milliseconds: number) => Promise<boolean>;
  readonly notify: () => void;
  /** Ends the call; required in every case, because otherwise it goes on. */
  readonly close: () => void;
}

export interface IncomingOptions {
  readonly client: LogClient;
  /** The commit position of the last known event; undefined for the start. */
  readonly after: bigint | undefined;
  /** The maximum number of events of a page. */
  readonly pageSize: number;
  /** Receives every event as it arrives. @returns true to queue it */
  readonly accept: (event: ServerEvent) => boolean;
}

/** The number of queued pages before the server has to wait. */
const QUEUE_PAGES = 2;

interface QueuedEvent {
  readonly event: ServerEvent;
  /** The size of its data in bytes. */
  readonly size: number;
}

/** The number of other programs' events that the server skips before it sends a checkpoint. */
const SEARCH_WINDOW = 512;

/**
 * Opens one subscription to all our events. It is iterated, without event listeners: a listener that awaits something
 * lets events overtake each other. The client's other notifications (checkpoints, caught up) may precede events that
 * are still arriving, so they are ignored.
 */
export function openSubscription({ client, after, pageSize, accept }: IncomingOptions): IncomingEvents {
  const subscription = client.subscribeToAll(
    {
      fromPosition: after === undefined ? START : positionAt(after),
      filter: streamNameFilter({ prefixes: [...STREAM_PREFIXES, ERASURES_STREAM], maxSearchWindow: SEARCH_WINDOW }),
      ...LEADER_ONLY,
    },
    { highWaterMark: Math.min(QUEUE_PAGES * pageSize, SEARCH_WINDOW) },
  );
  subscription.on('error', () => undefined); // An error after the end needs a listener.
  const wakeUp = createWakeUp();
  const queueDrained = createWakeUp();
  let queue: QueuedEvent[] = [];
  let bytes = 0;
  let lastCommit = after;
  let ending: { readonly failure: unknown } | undefined;
  const closed = new AbortController();

  const hasPages = (count: number): boolean => queue.length >= count * pageSize || bytes >= count * PAGE_BYTES;

  async function receive(): Promise<void> {
    for await (const resolved of subscription) {
      if (closed.signal.aborted) return;
      const event = toServerEvent(resolved);
      if (!event || (lastCommit !== undefined && event.commit <= lastCommit)) continue; // Duplicates are skipped.
      lastCommit = event.commit;
      if (!accept(event)) continue;
      const size = bytesOf(event);
      queue.push({ event, size });
      bytes += size;
      wakeUp.notify();
      while (hasPages(QUEUE_PAGES) && !closed.signal.aborted) await queueDrained.wait();
    }
  }

  receive()
    .then(
      () => (ending = { failure: undefined }),
      (failure: unknown) => (ending = { failure }),
    )
    .finally(wakeUp.notify);

  return {
    take() {
      const page = queue.slice(0, eventsInPage(queue, { maxEvents: pageSize, bytesOf: ({ size }) => size }));
      queue = queue.slice(page.length);
      for (const { size } of page) bytes -= size;
      queueDrained.notify();
      return page.map(({ event }) => event);
    },
    hasPage: () => hasPages(1),
    queueLength: () => queue.length,
    lastCommit: () => lastCommit,
    ending: () => ending,
    wait: wakeUp.wait,
    notify: wakeUp.notify,
    close() {
      closed.abort();
      queueDrained.notify();
      subscription.unsubscribe().catch(() => undefined);
      subscription.destroy();
    },
  };
}
