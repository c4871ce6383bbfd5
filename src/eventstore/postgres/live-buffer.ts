import { eventsInPage, PAGE_BYTES } from '../port.ts';

/**
 * Buffers committed events of this process for one subscriber, which saves a read from the database. An index is the
 * count of an event in the whole log, the digits of its Position; the buffered events have no gaps. Events that do not
 * fit are dropped, because the log has them.
 */
export interface LiveBuffer<Event> {
  /**
   * Adds events, if they continue the buffered ones and fit.
   * @param first index in the log of the first of these consecutive events
   */
  readonly offer: (first: number, events: readonly Event[]) => void;
  /**
   * Takes a page right after the event with index `after`; an empty one when the buffered events do not continue there.
   */
  readonly take: (after: number) => readonly Event[];
  /** The index of the last event that is known to exist. */
  readonly lastKnownIndex: () => number;
  /** Records that the log has events up to this index, according to another process. */
  readonly recordLastIndex: (last: number) => void;
}

interface LiveBufferOptions<Event> {
  /** The maximum number of events of a page. */
  readonly pageSize: number;
  readonly bytesOf: (event: Event) => number;
}

/** Pages that one subscriber may be behind before its events are read from the database again. */
const MAX_PAGES = 4;

export function createLiveBuffer<Event>({ pageSize, bytesOf }: LiveBufferOptions<Event>): LiveBuffer<Event> {
  let bufferedEvents: Event[] = [];
  let bytes = 0;
  /** The index of the first buffered event. */
  let firstIndex = 1;
  let lastTaken = 0;
  let lastKnownIndex = 0;

  const continuesAfterLastTaken = (): boolean => bufferedEvents.length > 0 && firstIndex === lastTaken + 1;
  const sizeOf = (events: readonly Event[]): number => events.reduce((sum, event) => sum + bytesOf(event), 0);
  const fits = (count: number, size: number): boolean =>
    count <= MAX_PAGES * pageSize && size <= MAX_PAGES * PAGE_BYTES;

  function remove(count: number): readonly Event[] {
    const removed = bufferedEvents.splice(0, count);
    bytes -= sizeOf(removed);
    firstIndex += removed.length;
    return removed;
  }

  return {
    offer(first, events) {
      lastKnownIndex = Math.max(lastKnownIndex, first + events.length - 1);
      const size = sizeOf(events);
      if (first === firstIndex + bufferedEvents.length && fits(bufferedEvents.length + events.length, bytes + size)) {
        bufferedEvents.push(...events);
        bytes += size;
      } else if (!continuesAfterLastTaken() && fits(events.length, size)) {
        bufferedEvents = [...events];
        bytes = size;
        firstIndex = first;
      }
    },
    take(after) {
      lastTaken = after;
      if (firstIndex <= after) {
        remove(after + 1 - firstIndex);
        firstIndex = after + 1;
      }
      if (!continuesAfterLastTaken()) return [];
      const events = remove(eventsInPage(bufferedEvents, { maxEvents: pageSize, bytesOf }));
      lastTaken += events.length;
      return events;
    },
    lastKnownIndex: () => lastKnownIndex,
    recordLastIndex(last) {
      lastKnownIndex = Math.max(lastKnownIndex, last);
    },
  };
}
