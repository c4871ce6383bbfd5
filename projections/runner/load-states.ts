import type { RecordedEvent } from '#domain/event.ts';
import type { EventLog } from '#eventstore/port.ts';
import { foldOrPark, isErasure, type ParkedStream, type StreamEvents } from '../read/fold-batch.ts';
import { emptyState, type FoldListener, type ProjectedState } from '../read/stream-state.ts';
import type { ProjectedStateCache } from './state-cache.ts';

/** The number of streams that are read from the log at the same time. */
const MAX_CONCURRENT_STREAMS = 8;

export interface LoadedStates {
  /** Each stream as it was right before its first event in the batch. */
  readonly statesBefore: ReadonlyMap<string, ProjectedState>;
  /** Streams that cannot be folded up to that point. */
  readonly parked: readonly ParkedStream[];
}

/**
 * Loads the streams of a batch from the cache, or from the log after a restart and for streams untouched for long.
 * @throws LogUnavailable
 */
export async function loadStates(
  log: Pick<EventLog, 'read'>,
  streams: ReadonlyMap<string, StreamEvents>,
  { cache, onFold }: { readonly cache: Pick<ProjectedStateCache, 'get'>; readonly onFold: FoldListener },
): Promise<LoadedStates> {
  const statesBefore = new Map<string, ProjectedState>();
  const parked: ParkedStream[] = [];
  const missing: [string, StreamEvents][] = [];
  for (const [stream, streamEvents] of streams) {
    const [first] = streamEvents.events;
    const knownState = isErasure(first)
      ? { ...emptyState(streamEvents.ref), revision: first.revision - 1n }
      : (cache.get(stream) ?? emptyState(streamEvents.ref));
    if (knownState.revision === first.revision - 1n) statesBefore.set(stream, knownState);
    else missing.push([stream, streamEvents]);
  }
  const queue = missing.values();
  const loadQueued = async (): Promise<void> => {
    for (const [stream, streamEvents] of queue) {
      const outcome = await foldBefore(log, streamEvents, { stream, onFold });
      if (outcome.parked) parked.push(outcome.parked);
      else statesBefore.set(stream, outcome.after);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_STREAMS, missing.length) }, loadQueued));
  return { statesBefore, parked };
}

/**
 * Folds a stream up to right before its first event in the batch, without later events. An erased stream reads as
 * empty, and so is its state.
 */
async function foldBefore(
  log: Pick<EventLog, 'read'>,
  { ref, events: [first] }: StreamEvents,
  { stream, onFold }: { readonly stream: string; readonly onFold: FoldListener },
) {
  const events: RecordedEvent[] = [];
  for await (const event of log.read(stream)) {
    if (event.revision >= first.revision) break;
    events.push(event);
  }
  const { after, parked } = foldOrPark(emptyState(ref), events, () => onFold(first));
  return { after: { ...after, revision: first.revision - 1n }, parked };
}
