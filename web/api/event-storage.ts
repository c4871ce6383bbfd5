import type { NewEvent } from '#domain/event.ts';

/** Storage of the demo's events until the next load of the page. */
export interface EventStorage {
  /** Reads the stored events; undefined when there are none or they cannot be read. */
  read(): readonly NewEvent[] | undefined;
  write(events: readonly NewEvent[]): void;
  forget(): void;
}

const KEY = 'prumo.demo';

/**
 * Stores events in a storage of the browser. A blocked storage keeps nothing and a full one keeps its old events; the
 * demo goes on in both cases.
 */
export function createEventStorage(storage: () => Storage): EventStorage {
  function attempt<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  }
  return {
    read() {
      const events = attempt((place): unknown => JSON.parse(place.getItem(KEY) ?? 'null'));
      return Array.isArray(events) && events.length > 0 ? (events as NewEvent[]) : undefined;
    },
    write: (events) => attempt((place) => place.setItem(KEY, JSON.stringify(events))),
    forget: () => attempt((place) => place.removeItem(KEY)),
  };
}
