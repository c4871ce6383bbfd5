import { isAbout, isOwnershipEventType } from '#domain/business/event-traits.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import { ownerAfter } from '#domain/business/ownership.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import type { EventText } from '#eventstore/port.ts';
import { type HistoryEvent, historyEvent } from './history-event.ts';
import type { RequestedMoment } from '#contract/instants.ts';
import { refuseFuture } from './refused-read.ts';
import type { Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';

/** The events of one business, in order. */
export interface BusinessHistory {
  readonly events: readonly HistoryEvent[];
  /** Total number of characters of the events. */
  readonly length: number;
  /** The owner after all events; null before opening and after erasure. */
  readonly ownerId: string | null;
  /** The number of events up to an ISO instant, including events of that very instant. */
  countAt(at: string): number;
  /** The business after the first `count` events; by default after all of them. The last result is cached. */
  business(count?: number): Business;
}

/** The history followed by those events of the same stream that it does not have yet. @throws UnreadableEvent */
export function businessHistory(texts: readonly EventText[], before: BusinessHistory = emptyHistory): BusinessHistory {
  const last = before.events.at(-1)?.number ?? -1;
  const more = texts.filter(({ number }) => number > last);
  if (more.length === 0) return before;
  const events = more.map(historyEvent);
  let { ownerId } = before;
  for (const [index, { type }] of more.entries()) {
    // The type alone decides: other events are parsed only when needed.
    const event = isOwnershipEventType(type) ? events[index]?.event : undefined;
    if (event && isAbout(event, 'business')) ownerId = ownerAfter(event);
  }
  const length = more.reduce((sum, { meta, data }) => sum + meta.length + data.length, before.length);
  return historyOf({ events: [...before.events, ...events], length, ownerId });
}

function historyOf(known: Pick<BusinessHistory, 'events' | 'length' | 'ownerId'>): BusinessHistory {
  const { events } = known;
  let last: { readonly count: number; readonly business: Business } | undefined;
  return {
    ...known,
    countAt(at) {
      let [low, high] = [0, events.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((events[middle]?.at ?? '') <= at) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    business(count = events.length) {
      if (last?.count !== count) last = { count, business: fold(firstOf(events, count), emptyBusiness) };
      return last.business;
    },
  };
}

function* firstOf(events: readonly HistoryEvent[], count: number): Iterable<BusinessEvent> {
  for (let index = 0; index < count; index += 1) {
    const each = events[index];
    if (each) yield each.event;
  }
}

/** History of a business that does not exist. */
export const emptyHistory: BusinessHistory = historyOf({ events: [], length: 0, ownerId: null });

/** The business as of a moment; for a day, as of its end. @throws RefusedRead for a moment in the future */
export function businessAsOf(history: BusinessHistory, moment: RequestedMoment, now: Date): Business {
  refuseFuture({ as_of: moment }, now);
  return history.business(history.countAt(moment.end));
}

/** The input of a read of the history. */
export interface HistoryInput<E extends Endpoint> {
  readonly params: Params<E>;
  readonly query: Query<E>;
  /** The account or guest that asks: its own acts are described as "você". */
  readonly userId: string;
  readonly now: Date;
}

/**
 * Answers one read from a business's history. Pure, so that the server and the browser's demo give the same answer.
 * @throws RefusedRead
 */
export type HistoryRead<E extends Endpoint> = (history: BusinessHistory, input: HistoryInput<E>) => Reply<E>;
