import type { RecordedEvent } from '#domain/event.ts';
import type { EventLog } from '#eventstore/port.ts';
import { foldBatch, groupByStream, type ParkedStream } from '../read/fold-batch.ts';
import { type FoldListener, ignoreFold } from '../read/stream-state.ts';
import { loadStates } from './load-states.ts';
import { createProjectedStateCache } from './state-cache.ts';
import { tableChanges, type TableChange } from './table-changes.ts';

/** Entities (costs, ingredients; a dish counts as six) cached between batches, about 400 bytes each. */
export const CACHE_CAPACITY = 600_000;

/** The effect of a batch of events on the read model. */
export interface FoldedRows {
  readonly changes: readonly TableChange[];
  /** Streams with an event that cannot be folded: their rows are as of right before this event. */
  readonly parked: readonly ParkedStream[];
}

/** Folds events into rows. */
export interface EventFolder {
  /**
   * @param events in the order of the log; the results of all previous batches have been written
   * @throws LogUnavailable · TooMuchWork
   */
  fold(events: readonly RecordedEvent[]): Promise<FoldedRows>;
  /**
   * Drops cached states, after a batch was folded but not written. Resolves once folding is possible again.
   * @throws LogUnavailable
   */
  clear(): Promise<void>;
}

/** Folding one event, with the figures that depend on it, takes more processor time than any genuine event. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
  /** The event that takes too long. */
  readonly event: RecordedEvent;
  constructor(event: RecordedEvent, limitMs: number) {
    super(`folding took more than ${limitMs} ms of processor time`);
    this.event = event;
  }
}

interface EventFolderOptions {
  readonly log: Pick<EventLog, 'read'>;
  /** The capacity of the cache of states: see `createProjectedStateCache`. */
  readonly capacity: number;
  readonly onFold?: FoldListener;
}

/** Folds in the calling thread and caches the resulting states. */
export function createEventFolder({ log, capacity, onFold = ignoreFold }: EventFolderOptions): EventFolder {
  const cache = createProjectedStateCache(capacity);
  return {
    async fold(events) {
      const streams = groupByStream(events);
      const { statesBefore, parked: unloadable } = await loadStates(log, streams, { cache, onFold });
      const batch = foldBatch(streams, statesBefore, onFold);
      for (const [stream, state] of batch.states) cache.set(stream, state);
      const parked = [...unloadable, ...batch.parked];
      return { changes: tableChanges({ ...batch, parked }), parked };
    },
    clear() {
      cache.clear();
      return Promise.resolve();
    },
  };
}
