import type { NewEvent } from '#domain/event.ts';

/** Where the demo's events wait for the next load of their page. */
export interface KeptEvents {
  /** Undefined when there are none, or none that can be read. */
  read(): readonly NewEvent[] | undefined;
  write(events: readonly NewEvent[]): void;
  forget(): void;
}

const KEY = 'prumo.demo';

/** In a storage of the browser. One that is blocked keeps nothing, one that is full what it had: no reason to stop. */
export function createKeptEvents(storage: () => Storage): KeptEvents {
  function attempt<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  }
  return {
    read() {
      const kept = attempt((place): unknown => JSON.parse(place.getItem(KEY) ?? 'null'));
      return Array.isArray(kept) && kept.length > 0 ? (kept as NewEvent[]) : undefined;
    },
    write: (events) => attempt((place) => place.setItem(KEY, JSON.stringify(events))),
    forget: () => attempt((place) => place.removeItem(KEY)),
  };
}
