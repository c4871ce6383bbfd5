import { START, streamNameFilter } from '@eventstore/db-client';
import { STREAM_PREFIXES } from '#domain/streams.ts';
import { createWakeUp } from '../wake-up.ts';
import { BY_LEADER, type LogClient } from './log-client.ts';
import { ERASURES_STREAM } from './erasures.ts';
import { foundIn, placeAt } from './reading.ts';
import type { FoundEvent } from './stored-meta.ts';

/** Events as the server sends them, in order, until it ends; then `failure` says why if it was not politely. */
export interface IncomingEvents {
  /** Takes up to `size` of those that are here. */
  readonly take: (size: number) => readonly FoundEvent[];
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
  /** Most events that wait here before the server is made to wait. */
  readonly capacity: number;
  /** Sees every event as it comes. @returns whether it is to wait here */
  readonly keep: (event: FoundEvent) => boolean;
}

/** How many events of others the server looks through before it says how far it is. */
const SEARCH_WINDOW = 512;

/**
 * One subscription to everything of ours. It is iterated, never listened to: a listener that waits for something lets
 * events overtake each other. What the client tells besides (checkpoints, being caught up) runs ahead of events that are
 * still on their way here, so nothing is made of it.
 */
export function openSubscription({ client, after, capacity, keep }: IncomingOptions): IncomingEvents {
  const subscription = client.subscribeToAll(
    {
      fromPosition: after === undefined ? START : placeAt(after),
      filter: streamNameFilter({ prefixes: [...STREAM_PREFIXES, ERASURES_STREAM], maxSearchWindow: SEARCH_WINDOW }),
      ...BY_LEADER,
    },
    { highWaterMark: Math.min(capacity, SEARCH_WINDOW) },
  );
  subscription.on('error', () => undefined); // what comes after the end finds a listener
  const wakeUp = createWakeUp();
  const room = createWakeUp();
  let queue: FoundEvent[] = [];
  let last = after;
  let ended: { readonly failure: unknown } | undefined;
  const closed = new AbortController();

  async function pump(): Promise<void> {
    for await (const resolved of subscription) {
      if (closed.signal.aborted) return;
      const event = foundIn(resolved);
      if (!event || (last !== undefined && event.commit <= last)) continue; // never the same one twice
      last = event.commit;
      if (!keep(event)) continue;
      queue.push(event);
      wakeUp.notify();
      while (queue.length >= capacity && !closed.signal.aborted) await room.wait();
    }
  }

  pump()
    .then(
      () => (ended = { failure: undefined }),
      (failure: unknown) => (ended = { failure }),
    )
    .finally(wakeUp.notify);

  return {
    take(size) {
      const taken = queue.slice(0, size);
      queue = queue.slice(size);
      room.notify();
      return taken;
    },
    waiting: () => queue.length,
    last: () => last,
    ended: () => ended,
    wait: wakeUp.wait,
    notify: wakeUp.notify,
    close() {
      closed.abort();
      room.notify();
      subscription.unsubscribe().catch(() => undefined);
      subscription.destroy();
    },
  };
}
