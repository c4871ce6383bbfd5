import type { HistoryEvent } from './history-event.ts';

/** One change: all that one command did, in order. */
export type Change = readonly [HistoryEvent, ...HistoryEvent[]];

/** The changes of the first `before` events, the last one first. Events of one change stand side by side. */
export function* changesBackwards(events: readonly HistoryEvent[], before = events.length): Iterable<Change> {
  let end = Math.min(before, events.length);
  for (let index = end - 1; index >= 0; index -= 1) {
    const first = events[index];
    if (!first || events[index - 1]?.changeId === first.changeId) continue;
    yield [first, ...events.slice(index + 1, end)];
    end = index;
  }
}
