import type { RecordedEvent } from '#domain/event.ts';
import { accountStream, businessStream } from '#domain/streams.ts';
import type { EventLog, Position } from '#eventstore/port.ts';
import { isErasure, type ParkedStream } from '../read/fold-batch.ts';
import { type ProjectedRef, projectedRef } from '../read/stream-state.ts';
import { streamOf } from './checkpoint.ts';

/** A stream of the read model with its events as of some position. */
export interface ReadStream {
  readonly ref: ProjectedRef;
  /** None where none is left. */
  readonly events: readonly RecordedEvent[];
}

interface Options {
  /** The log must have reached it. null: before everything. */
  readonly until: Position | null;
  /** Streams that are known to be parked: of them only what comes before the event they are parked at, and an erasure. */
  readonly parked?: readonly ParkedStream[];
}

/**
 * Streams are read from the log so many at the same time as probably have that many events, by what those before had: a
 * log answers many short ones as fast as one, and a few long ones are all that should be in memory.
 */
const EVENTS_AT_ONCE = 2_000;
const [MIN_AT_ONCE, FIRST_AT_ONCE, MAX_AT_ONCE] = [2, 8, 100];

/** Streams with rows in the read model have names that begin with one of these. */
const PREFIXES = [businessStream(''), accountStream('')];

/**
 * Every stream of the read model as of `until`, some at a time: what this takes in memory does not grow with the number
 * of streams.
 * @throws LogUnavailable
 */
export async function* readStreams(
  log: EventLog,
  { until, parked = [] }: Options,
): AsyncGenerator<readonly ReadStream[]> {
  if (until === null) return;
  const ends = new Map(parked.map((each) => [streamOf(each), each.position]));
  const read = (ref: ProjectedRef) => readStream(log, ref, { until, end: ends.get(streamOf(ref)) });
  async function* all(): AsyncGenerator<readonly ReadStream[]> {
    let atOnce = FIRST_AT_ONCE;
    for await (const names of log.streams(PREFIXES)) {
      const refs = names.flatMap((name) => projectedRef(name) ?? []);
      while (refs.length > 0) {
        const streams = await Promise.all(refs.splice(0, atOnce).map(read));
        yield streams;
        atOnce = nextAtOnce(atOnce, streams);
      }
    }
  }
  yield* oneAhead(all());
}

/** At most twice as many as before: longer ones may come. */
function nextAtOnce(before: number, streams: readonly ReadStream[]): number {
  const length = streams.reduce((sum, { events }) => sum + events.length, 0);
  const wanted = Math.floor((EVENTS_AT_ONCE * streams.length) / Math.max(length, 1));
  return Math.max(MIN_AT_ONCE, Math.min(wanted, 2 * before, MAX_AT_ONCE));
}

async function readStream(
  log: EventLog,
  ref: ProjectedRef,
  { until, end }: { readonly until: Position; readonly end: Position | undefined },
): Promise<ReadStream> {
  const events: RecordedEvent[] = [];
  for await (const event of log.read(streamOf(ref))) {
    if (event.position > until) break;
    if (end === undefined || event.position < end || isErasure(event)) events.push(event);
  }
  return { ref, events };
}

/**
 * The same items, but each is asked for while the one before it is worked on.
 * @throws whatever `items` throws, where the item would have come
 */
async function* oneAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (let coming = iterator.next(); ;) {
      const { value, done } = await coming;
      if (done) return;
      coming = iterator.next();
      coming.catch(() => undefined); // thrown where it is awaited
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
