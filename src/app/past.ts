import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import type { EventText } from '#eventstore/port.ts';
import { type PastEvent, pastEvent } from './past-event.ts';

/** What has happened in one business, in order. */
export interface Past {
  readonly events: readonly PastEvent[];
  /** Whose it is after all of them; null before it is opened and after it is erased. */
  readonly ownerId: string | null;
  /** How many of the events had happened at an ISO instant, those of that very instant included. */
  countAt(at: string): number;
  /** The business after the first `count` events; all of them when left out. The one asked for last is remembered. */
  business(count?: number): Business;
}

/** The past with those events of the same stream behind it that it does not have yet. @throws UnreadableEvent */
export function pastOf(texts: readonly EventText[], before: Past = nothingPast): Past {
  const last = before.events.at(-1)?.number ?? -1;
  const more = texts.filter(({ number }) => number > last);
  if (more.length === 0) return before;
  const events = more.map(pastEvent);
  const owners = events.filter((_, index) => more[index]?.type.startsWith('Business'));
  return pastFrom(
    [...before.events, ...events],
    owners.reduce((ownerId, { event }) => ownerAfter(event, ownerId), before.ownerId),
  );
}

function ownerAfter(event: BusinessEvent, ownerId: string | null): string | null {
  if (event.type === 'BusinessOpened') return event.data.ownerId;
  if (event.type === 'BusinessOwnerChanged') return event.data.to;
  return event.type === 'BusinessErased' ? null : ownerId;
}

function pastFrom(events: readonly PastEvent[], ownerId: string | null): Past {
  let last: { readonly count: number; readonly business: Business } | undefined;
  return {
    events,
    ownerId,
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
      if (last?.count !== count) last = { count, business: fold(eventsUpTo(events, count), emptyBusiness) };
      return last.business;
    },
  };
}

function* eventsUpTo(events: readonly PastEvent[], count: number): Iterable<BusinessEvent> {
  for (let index = 0; index < count; index += 1) {
    const each = events[index];
    if (each) yield each.event;
  }
}

/** Of a business that is not there. */
export const nothingPast: Past = pastFrom([], null);

/** One change: all that one command did, in order. */
export type Change = readonly [PastEvent, ...PastEvent[]];

/** The changes of the first `before` events, the last one first. Events of one change stand side by side. */
export function* changesBackwards(events: readonly PastEvent[], before = events.length): Iterable<Change> {
  let end = Math.min(before, events.length);
  for (let index = end - 1; index >= 0; index -= 1) {
    const first = events[index];
    if (!first || events[index - 1]?.changeId === first.changeId) continue;
    yield [first, ...events.slice(index + 1, end)];
    end = index;
  }
}
