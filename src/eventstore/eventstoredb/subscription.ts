import { START, streamNameFilter } from '@eventstore/db-client';
import { STREAM_PREFIXES } from '#domain/streams.ts';
import { eventsInPage, PAGE_BYTES } from '../page.ts';
import { createWakeUp } from '../wake-up.ts';
import { BY_LEADER, type LogClient } from './log-client.ts';
import { ERASURES_STREAM } from './erasures.ts';
import { bytesOf, foundIn, placeAt } from './reading.ts';
import type { FoundEvent } from './stored-meta.ts';

/** Events as the server sends them, in order, until it ends; then `failure` says why if it was not politely. */
export interface IncomingEvents {
  /** Takes a page of those that are here. */
  readonly take: () => readonly FoundEvent[];
  /** As many are here as a page may have. */
  readonly hasPage: () => boolean;
  readonly waiting: () => number;
  readonly last: () => bigint | undefined;
  readonly ended: () => { readonly failure: unknown } | undefined;
  /** Something has come, it has ended, or `notify` has been called. @returns false when none was so within that time */
  readonly wait: (milliseconds: number) => Promise<boolean>;
  readonly notify: () => void;
  /** Ends the call; to be done whatever happens, for else it goes on. */
  readonly close: () => void;
}

export interface IncomingOptions {
  readonly client: LogClient;
  /** Place of the last event that is known already; undefined: from the start. */
  readonly after: bigint | undefined;
  /** Most events of a page. */
  readonly pageSize: number;
  /** Sees every event as it comes. @returns whether it is to wait here */
  readonly keep: (event: FoundEvent) => boolean;
}

/** Pages that wait here before the server is made to wait. */
const PAGES = 2;

interface WaitingEvent {
  readonly event: FoundEvent;
  /** Bytes of its data. */
  readonly size: number;
}

/** How many events of others the server looks through before it says how far it is. */
const SEARCH_WINDOW = 512;

/**
 * One subscription to everything of ours. It is iterated, never listened to: a listener that waits for something lets
 * events overtake each other. What the client tells besides (checkpoints, being caught up) runs ahead of events that are
 * still on their way here, so nothing is made of it.
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
  subscription.on('error', () => undefined); // what comes after the end finds a listener
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
      if (!event || (last !== undefined && event.commit <= last)) continue; // never the same one twice
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
