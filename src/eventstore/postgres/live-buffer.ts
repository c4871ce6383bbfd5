/**
 * Events on their way to one subscriber without a detour through the database: a gap-free run of what this process has
 * committed, kept until the subscriber has got that far. What does not fit is simply not kept: the log has it.
 */
export interface LiveBuffer<Event> {
  /** `first` is the number of the first of these consecutive events. */
  readonly offer: (first: number, events: readonly Event[]) => void;
  /** Takes up to `size` events right behind the one numbered `after`; none when the run does not continue there. */
  readonly take: (after: number, size: number) => readonly Event[];
  /** Number of the last event that is known to exist. */
  readonly known: () => number;
  /** Somebody else says that the log goes up to here. */
  readonly hear: (last: number) => void;
}

export function createLiveBuffer<Event>(capacity: number): LiveBuffer<Event> {
  let run: Event[] = [];
  /** Number of the first event in `run`. */
  let start = 1;
  let taken = 0;
  let known = 0;

  const continues = (): boolean => run.length > 0 && start === taken + 1;

  return {
    offer(first, events) {
      known = Math.max(known, first + events.length - 1);
      if (first === start + run.length && run.length + events.length <= capacity) {
        run.push(...events);
      } else if (!continues() && events.length <= capacity) {
        run = [...events];
        start = first;
      }
    },
    take(after, size) {
      taken = after;
      if (start <= after) {
        run.splice(0, after + 1 - start);
        start = after + 1;
      }
      if (!continues()) return [];
      const events = run.splice(0, size);
      start += events.length;
      taken += events.length;
      return events;
    },
    known: () => known,
    hear(last) {
      known = Math.max(known, last);
    },
  };
}
