import { START, streamNameFilter } from '@eventstore/db-client';
import { STREAM_PREFIXES } from '#domain/streams.ts';
import { eventsInPage, PAGE_BYTES } from '../page.ts';
import { createWakeUp } from '../wake-up.ts';
import { BY_LEADER, type LogClient } from './log-client.ts';
import { ERASURES_STREAM } from './erasures.ts';
import { bytesOf, foundIn, placeAt } from './reading.ts';
import type { FoundEvent } from './stored-meta.ts';

/** Events in the order of the server, until the subscription ends; after an abnormal end `failure` holds the error. */
export interface IncomingEvents {
  /** Takes a page of the received events. */
  readonly take: () => readonly FoundEvent[];
  /** Whether a full page has been received. */
  readonly hasPage: () => boolean;
  readonly waiting: () => number;
  readonly last: () => bigint | undefined;
  readonly ended: () => { readonly failure: unknown } | undefined;
  /** Waits until an event is received, the subscription ends, or `notify` is called. @returns false after that time */
  readonly wait: (milliseconds: number) => Promise<boolean>;
  readonly notify: () => void;
  /** Ends the call; required in every case, because otherwise it goes on. */
  readonly close: () => void;
}

export interface IncomingOptions {
  readonly client: LogClient;
  /** The place of the last known event; undefined for the start. */
  readonly after: bigint | undefined;
  /** Maximum number of events of a page. */
  readonly pageSize: number;
  /** Called with every event as it arrives. @returns whether it is queued */
  readonly keep: (event: FoundEvent) => boolean;
}

/** Number of queued pages before the server has to wait. */
const PAGES = 2;

interface WaitingEvent {
  readonly event: FoundEvent;
  /** The size of its data in bytes. */
  readonly size: number;
}

/** Number of foreign events that the server skips before it sends a checkpoint. */
const SEARCH_WINDOW = 512;

/**
 * One subscription to all our events. It is iterated, without event listeners: a listener that awaits something lets
 * events overtake each other. The client's other notifications (checkpoints, caught up) may precede events that are
 * still arriving, so they are ignored.
 */
export function openSubscription({ client, after, pageSize, keep }: IncomingOptions): IncomingEvents {
  const subscription = client.subscribeToAll(
    {
      fromPosition: after === undefined ? START : placeAt(after),
      filter: streamNameFilter({ prefixes: [...STREAM_PREFIXES, ERASURES_STREAM], maxSearchWindow: SEARCH_WINDOW }),
      ...BY_LEADER,
    },
    { highWaterMark: Math.min(PAGES * pageSize, SEARCH_WINDOW) },
  );
  subscription.on('error', () => undefined); // An error after the end needs a listener.
  const wakeUp = createWakeUp();
  const drained = createWakeUp();
  let queue: WaitingEvent[] = [];
  let bytes = 0;
  let last = after;
  let ended: { readonly failure: unknown } | undefined;
  const closed = new AbortController();

  const hasPages = (count: number): boolean => queue.length >= count * pageSize || bytes >= count * PAGE_BYTES;

  async function pump(): Promise<void> {
    for await (const resolved of subscription) {
      if (closed.signal.aborted) return;
      const event = foundIn(resolved);
      if (!event || (last !== undefined && event.commit <= last)) continue; // Duplicates are skipped.
      last = event.commit;
      if (!keep(event)) continue;
      const size = bytesOf(event);
      queue.push({ event, size });
      bytes += size;
      wakeUp.notify();
      while (hasPages(PAGES) && !closed.signal.aborted) await drained.wait();
    }
  }

  pump()
    .then(
      () => (ended = { failure: undefined }),
      (failure: unknown) => (ended = { failure }),
    )
    .finally(wakeUp.notify);

  return {
    take() {
      const taken = queue.slice(0, eventsInPage(queue, { most: pageSize, bytesOf: ({ size }) => size }));
      queue = queue.slice(taken.length);
      for (const { size } of taken) bytes -= size;
      drained.notify();
      return taken.map(({ event }) => event);
    },
    hasPage: () => hasPages(1),
    waiting: () => queue.length,
    last: () => last,
    ended: () => ended,
    wait: wakeUp.wait,
    notify: wakeUp.notify,
    close() {
      closed.abort();
      drained.notify();
      subscription.unsubscribe().catch(() => undefined);
      subscription.destroy();
    },
  };
}
