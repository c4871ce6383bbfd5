import { isAbout, isOwnershipEventType } from '#domain/business/event-traits.ts';
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
  const last = before.events.at(-1)?.revision ?? -1;
  const more = texts.filter(({ revision }) => revision > last);
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

/**
 * The number of events after which a state is cached, so that the fold for another date starts at the one before it.
 */
const EVENTS_PER_STATE = 2_000;

function historyOf(known: Pick<BusinessHistory, 'events' | 'length' | 'ownerId'>): BusinessHistory {
  const { events } = known;
  let latest: { readonly count: number; readonly business: Business } | undefined;
  /** The business after 0, 2 000, 4 000 … events. */
  const states = [emptyBusiness];
  function stateAfter(count: number): Business {
    const last = Math.floor(count / EVENTS_PER_STATE);
    for (let next = states.length; next <= last; next += 1)
      states.push(foldRange(events, (next - 1) * EVENTS_PER_STATE, next * EVENTS_PER_STATE, states[next - 1]));
    return foldRange(events, last * EVENTS_PER_STATE, count, states[last]);
  }
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
      if (latest?.count !== count) latest = { count, business: stateAfter(count) };
      return latest.business;
    },
  };
}

const foldRange = (events: readonly HistoryEvent[], start: number, end: number, from?: Business): Business =>
  fold(
    events.slice(start, end).map(({ event }) => event),
    from,
  );

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
