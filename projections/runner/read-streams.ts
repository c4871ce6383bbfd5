import type { RecordedEvent } from '#domain/event.ts';
import { accountStream, businessStream } from '#domain/streams.ts';
import type { EventLog, Position } from '#eventstore/port.ts';
import { isErasure, type ParkedStream } from '../read/fold-batch.ts';
import { type ProjectedRef, projectedRef } from '../read/stream-state.ts';
import { streamOfRef } from './checkpoint.ts';

/** A stream of the read model with its events up to some position. */
export interface StreamHistory {
  readonly ref: ProjectedRef;
  /** The events; empty where the log has none of the stream left. */
  readonly events: readonly RecordedEvent[];
}

interface Options {
  /** The position up to which events are read, which the log must have reached; null for no events at all. */
  readonly until: Position | null;
  /** Parked streams, of which only the events before the failing one are read, and an erasure. */
  readonly parked?: readonly ParkedStream[];
}

/**
 * The number of streams read at the same time is chosen so that together they have about this many events, judging by
 * the previous ones: the log reads many short streams as fast as one, and only a few long ones fit in memory.
 */
const EVENTS_PER_BATCH = 2_000;
const [MIN_BATCH_SIZE, FIRST_BATCH_SIZE, MAX_BATCH_SIZE] = [2, 8, 100];

/** The prefixes of stream names with rows in the read model. */
const PREFIXES = [businessStream(''), accountStream('')];

/**
 * Reads every stream of the read model as of `until`, some at a time: the memory does not grow with the number of
 * streams.
 * @throws LogUnavailable
 */
export async function* readStreams(
  log: EventLog,
  { until, parked = [] }: Options,
): AsyncGenerator<readonly StreamHistory[]> {
  if (until === null) return;
  const parkedAt = new Map(parked.map((each) => [streamOfRef(each), each.position]));
  const readOne = (ref: ProjectedRef) => readStream(log, ref, { until, parkedAt: parkedAt.get(streamOfRef(ref)) });
  async function* readAll(): AsyncGenerator<readonly StreamHistory[]> {
    let batchSize = FIRST_BATCH_SIZE;
    for await (const names of log.streams(PREFIXES)) {
      const refs = names.flatMap((name) => projectedRef(name) ?? []);
      while (refs.length > 0) {
        const streams = await Promise.all(refs.splice(0, batchSize).map(readOne));
        yield streams;
        batchSize = nextBatchSize(batchSize, streams);
      }
    }
  }
  yield* prefetch(readAll());
}

/** The size of the next batch, which grows at most twofold, because longer streams may follow. */
function nextBatchSize(previous: number, streams: readonly StreamHistory[]): number {
  const length = streams.reduce((sum, { events }) => sum + events.length, 0);
  const target = Math.floor((EVENTS_PER_BATCH * streams.length) / Math.max(length, 1));
  return Math.max(MIN_BATCH_SIZE, Math.min(target, 2 * previous, MAX_BATCH_SIZE));
}

async function readStream(
  log: EventLog,
  ref: ProjectedRef,
  { until, parkedAt }: { readonly until: Position; readonly parkedAt: Position | undefined },
): Promise<StreamHistory> {
  const events: RecordedEvent[] = [];
  for await (const event of log.read(streamOfRef(ref))) {
    if (event.position > until) break;
    if (parkedAt === undefined || event.position < parkedAt || isErasure(event)) events.push(event);
  }
  return { ref, events };
}

/**
 * Yields the same items, but requests the next one while the caller works on the current one.
 * @throws any error of `items`, in place of the item
 */
async function* prefetch<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (let next = iterator.next(); ;) {
      const { value, done } = await next;
      if (done) return;
      next = iterator.next();
      next.catch(() => undefined); // The error is thrown where the item is awaited.
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
