import type { RecordedEvent } from '#domain/event.ts';
import type { EventBatch } from '#eventstore/port.ts';

/**
 * An append is at most 1 MiB of text, and the envelope of an event alone takes more than a hundred bytes, so no append
 * has this many events. A longer run is not a single append, whatever its metadata says, and is not waited for.
 */
const MAX_EVENTS_IN_ONE_CHANGE = 10_000;

/** Tells whether `next`, the event right behind `event` in the log, belongs to the same change of the same stream. */
const isSameChange = (event: RecordedEvent, next: RecordedEvent): boolean =>
  event.stream === next.stream && event.meta.changeId === next.meta.changeId;

/** The index of the first event of the last change among `events`. */
function startOfLastChange(events: readonly RecordedEvent[]): number {
  let start = events.length - 1;
  while (start > 0 && isSameChange(events[start - 1] as RecordedEvent, events[start] as RecordedEvent)) start -= 1;
  return Math.max(start, 0);
}

/** Groups events into their changes. The events must be in the order of the log. */
export function groupByChange(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const changes: RecordedEvent[][] = [];
  let previous: RecordedEvent | undefined;
  for (const event of events) {
    if (previous && isSameChange(previous, event)) changes.at(-1)?.push(event);
    else changes.push([event]);
    previous = event;
  }
  return changes;
}

/**
 * Cuts batches between changes only, with the same events in the same order: a consumer that stores results and its
 * position after a batch never stops in the middle of an import. A change is one append, so its remaining events are in
 * the log as soon as its first one is: the last change of a batch is held back until an event of another change arrives
 * or the log has no more. A batch exceeds the requested size by one change at most. Events held back when `batches`
 * ends are not yielded: they come again after the `last` of the previous batch.
 * @throws any error of `batches`
 */
export async function* cutBetweenChanges(batches: AsyncIterable<EventBatch>): AsyncGenerator<EventBatch> {
  let heldBack: RecordedEvent[] = [];
  for await (const batch of batches) {
    const { events, last, isCaughtUp } = batch;
    if (isCaughtUp) {
      yield heldBack.length === 0 ? batch : { events: [...heldBack, ...events], last, isCaughtUp };
      heldBack = [];
      continue;
    }
    const start = startOfLastChange(events);
    const [first] = events;
    const lastHeldBack = heldBack.at(-1);
    const continuesHeldBack =
      start === 0 && first !== undefined && lastHeldBack !== undefined && isSameChange(lastHeldBack, first);
    const complete = continuesHeldBack ? [] : [...heldBack, ...events.slice(0, start)];
    if (continuesHeldBack) heldBack.push(...events);
    else heldBack = events.slice(start);
    if (heldBack.length >= MAX_EVENTS_IN_ONE_CHANGE) complete.push(...heldBack.splice(0));
    const end = complete.at(-1);
    if (end) yield { events: complete, last: end.position, isCaughtUp };
  }
}
