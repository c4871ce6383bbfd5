import { eventsInPage, PAGE_BYTES } from '../page.ts';

/**
 * Committed events of this process on their way to one subscriber without a read from the database: a gap-free run,
 * held until the subscriber has taken it. Events that do not fit are dropped, because the log has them.
 */
export interface LiveBuffer<Event> {
  /** @param first number of the first of these consecutive events */
  readonly offer: (first: number, events: readonly Event[]) => void;
  /** Takes a page right after the event numbered `after`; an empty one when the run does not continue there. */
  readonly take: (after: number) => readonly Event[];
  /** Number of the last event that is known to exist. */
  readonly known: () => number;
  /** Records that the log has events up to this number, according to another process. */
  readonly hear: (last: number) => void;
}

interface LiveBufferOptions<Event> {
  /** Maximum number of events of a page. */
  readonly pageSize: number;
  readonly bytesOf: (event: Event) => number;
}

/** Pages that one subscriber may be behind before its events are read from the database again. */
const PAGES = 4;

export function createLiveBuffer<Event>({ pageSize, bytesOf }: LiveBufferOptions<Event>): LiveBuffer<Event> {
  let run: Event[] = [];
  let bytes = 0;
  /** Number of the first event in `run`. */
  let start = 1;
  let taken = 0;
  let known = 0;

  const continues = (): boolean => run.length > 0 && start === taken + 1;
  const sizeOf = (events: readonly Event[]): number => events.reduce((sum, event) => sum + bytesOf(event), 0);
  const fits = (count: number, size: number): boolean => count <= PAGES * pageSize && size <= PAGES * PAGE_BYTES;

  function remove(count: number): readonly Event[] {
    const removed = run.splice(0, count);
    bytes -= sizeOf(removed);
    start += removed.length;
    return removed;
  }

  return {
    offer(first, events) {
      known = Math.max(known, first + events.length - 1);
      const size = sizeOf(events);
      if (first === start + run.length && fits(run.length + events.length, bytes + size)) {
        run.push(...events);
        bytes += size;
      } else if (!continues() && fits(events.length, size)) {
        run = [...events];
        bytes = size;
        start = first;
      }
    },
    take(after) {
      taken = after;
      if (start <= after) {
        remove(after + 1 - start);
        start = after + 1;
      }
      if (!continues()) return [];
      const events = remove(eventsInPage(run, { most: pageSize, bytesOf }));
      taken += events.length;
      return events;
    },
    known: () => known,
    hear(last) {
      known = Math.max(known, last);
    },
  };
}
