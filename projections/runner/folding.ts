import type { RecordedEvent } from '#domain/event.ts';
import type { EventLog } from '#eventstore/port.ts';
import { foldBatch, groupByStream, type ParkedStream } from '../read/fold-batch.ts';
import { type StepListener, unheard } from '../read/stream-state.ts';
import { loadStates } from './load-states.ts';
import { createStateCache } from './state-cache.ts';
import { tableChanges, type TableChange } from './table-changes.ts';

/** Things (costs, ingredients; a dish is six) kept in memory between batches, about 400 bytes each. */
export const CAPACITY = 600_000;

/** What a batch of events means for the read model. */
export interface FoldedRows {
  readonly changes: readonly TableChange[];
  /** Streams with an event that cannot be folded: their rows are as of right before it. */
  readonly parked: readonly ParkedStream[];
}

/** Folds events into rows. */
export interface Folder {
  /**
   * @param events in the order of the log, all of which have been written up to the last batch
   * @throws LogUnavailable · TooMuchWork
   */
  fold(events: readonly RecordedEvent[]): Promise<FoldedRows>;
  /**
   * What was folded has not been written: states that are remembered are worth nothing. Resolves once it can fold.
   * @throws LogUnavailable
   */
  forget(): Promise<void>;
}

/** Folding one event, with the figures that it changes, takes more of the processor than any honest one. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
  /** Among those that were to be folded. */
  readonly event: RecordedEvent;
  constructor(event: RecordedEvent, limitMs: number) {
    super(`folding took more than ${limitMs} ms of processor time`);
    this.event = event;
  }
}

interface Options {
  readonly log: Pick<EventLog, 'read'>;
  /** See `createStateCache`. */
  readonly capacity: number;
  readonly onStep?: StepListener;
}

/** Folds where it is called, and remembers the states that it has come to. */
export function createFolding({ log, capacity, onStep = unheard }: Options): Folder {
  const cache = createStateCache(capacity);
  return {
    async fold(events) {
      const streams = groupByStream(events);
      const { befores, parked: unloadable } = await loadStates(log, streams, { cache, onStep });
      const batch = foldBatch(streams, befores, onStep);
      for (const [stream, state] of batch.states) cache.set(stream, state);
      const parked = [...unloadable, ...batch.parked];
      return { changes: tableChanges({ ...batch, parked }), parked };
    },
    forget() {
      cache.clear();
      return Promise.resolve();
    },
  };
}
