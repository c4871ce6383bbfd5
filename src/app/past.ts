import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import type { Actor, RecordedEvent } from '#domain/event.ts';
import { businessEvent } from '#eventstore/codec.ts';

/** One event of a business with what its envelope says of it. */
export interface PastEvent {
  readonly event: BusinessEvent;
  /** Its place in the business's stream, from 0. */
  readonly number: number;
  /** ISO instant, never before that of the event before it. */
  readonly at: string;
  readonly actor: Actor;
  /** What one command did has one id. */
  readonly changeId: string;
  /** The change that this one takes back. */
  readonly undoes: string | null;
}

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

/** The past with more events of the same stream behind it. @throws UnreadableEvent */
export function pastOf(recorded: Iterable<RecordedEvent>, before: Past = nothingPast): Past {
  const events = [...before.events];
  let { ownerId } = before;
  for (const each of recorded) {
    const event = businessEvent(each);
    if (!event) continue;
    events.push(pastEvent(each, event));
    ownerId = ownerAfter(event, ownerId);
  }
  return pastFrom(events, ownerId);
}

const pastEvent = ({ revision, meta }: RecordedEvent, event: BusinessEvent): PastEvent => ({
  event,
  number: Number(revision),
  at: meta.at,
  actor: meta.actor,
  changeId: meta.changeId,
  undoes: meta.undoes ?? null,
});

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
