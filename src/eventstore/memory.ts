import type { RecordedEvent } from '#domain/event.ts';
import { createWakeUp } from './wake-up.ts';
import { type SerialisedAppend, type SerialisedEvent, serialiseAppend, toRecordedEvent } from './serialised-append.ts';
import {
  type AppendResult,
  type EventBatch,
  type EventLog,
  InvalidAppend,
  type Position,
  RevisionConflict,
  ErasedStreamError,
  type SubscribeOptions,
  createTypeFilter,
  UnknownPosition,
  eventsInPage,
  formatPosition,
  parsePosition,
} from './port.ts';

interface StoredEvent extends Omit<SerialisedEvent, 'data'> {
  readonly stream: string;
  readonly revision: number;
  /** The index of the event in the whole log, from 1. */
  readonly index: number;
  data: string | null;
}

/**
 * An event log in memory: for the demo in the browser, and for tests. Everything is stored as text, so it treats
 * payloads exactly like a database. `id` names the log; random by default.
 */
export function createMemoryLog({ id = crypto.randomUUID() }: { readonly id?: string } = {}): EventLog {
  const allEvents: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const byEventId = new Map<string, StoredEvent>();
  const erased = new Set<string>();
  const subscribers = new Set<() => void>();

  /** Finds the last event of an earlier append with the same events, completely and in this order. */
  function findRepeated({ stream, events }: SerialisedAppend): StoredEvent | undefined {
    const storedEvents = events.map((event) => byEventId.get(event.id));
    const first = storedEvents[0];
    if (!first) return undefined;
    const isSameAppend = storedEvents.every(
      (stored, i) => stored?.stream === stream && stored.revision === first.revision + i,
    );
    return isSameAppend ? storedEvents.at(-1) : undefined;
  }

  function append(draft: SerialisedAppend): AppendResult {
    const { stream, expected, events } = draft;
    if (erased.has(stream)) throw new ErasedStreamError(stream);
    const earlier = findRepeated(draft);
    if (earlier) return appendResult(id, earlier);
    const streamEvents = streams.get(stream) ?? [];
    const actual = streamEvents.length - 1;
    if (actual !== expected) throw new RevisionConflict(stream, actual < 0 ? 'none' : BigInt(actual));
    if (events.some((event) => byEventId.has(event.id))) throw new InvalidAppend('an event id is taken already');
    for (const event of events) {
      const stored: StoredEvent = { ...event, stream, revision: streamEvents.length, index: allEvents.length + 1 };
      streamEvents.push(stored);
      allEvents.push(stored);
      byEventId.set(event.id, stored);
    }
    streams.set(stream, streamEvents);
    for (const notify of subscribers) notify();
    return appendResult(id, allEvents[allEvents.length - 1] as StoredEvent);
  }

  return {
    id,
    async *read(stream, fromRevision = 0n) {
      if (erased.has(stream)) return;
      for (const stored of (streams.get(stream) ?? []).slice(Number(fromRevision))) yield recordedEventOf(id, stored);
    },
    async *readTexts(stream, fromRevision = 0n) {
      if (erased.has(stream)) return;
      let remaining = (streams.get(stream) ?? []).slice(Number(fromRevision));
      while (remaining.length > 0) {
        const page = remaining.slice(0, eventsInPage(remaining, { maxEvents: remaining.length, bytesOf }));
        yield page.map(({ revision, type, meta, data }) => ({ revision, type, meta, data: data ?? '' }));
        remaining = remaining.slice(page.length);
      }
    },
    async *streams(prefixes) {
      yield [...streams.keys()].filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
    },
    append: async (stream, expected, events) => append(serialiseAppend(stream, expected, events)),
    subscribe: (after, options) => subscribe({ id, allEvents, subscribers }, after, options),
    head: async () => (allEvents.length === 0 ? null : formatPosition(id, allEvents.length)),
    async erase(stream) {
      erased.add(stream);
      for (const stored of streams.get(stream) ?? []) stored.data = null;
    },
    close: async () => undefined,
  };
}

const bytesOf = ({ data }: StoredEvent): number => data?.length ?? 0;

const recordedEventOf = (id: string, stored: StoredEvent): RecordedEvent =>
  toRecordedEvent(stored, {
    stream: stored.stream,
    revision: BigInt(stored.revision),
    position: formatPosition(id, stored.index),
  });

const appendResult = (id: string, { revision, index }: StoredEvent): AppendResult => ({
  revision: BigInt(revision),
  position: formatPosition(id, index),
});

/** The source of subscriptions: all events, and the subscribers to wake when new ones arrive. */
interface SubscriptionSource {
  readonly id: string;
  readonly allEvents: readonly StoredEvent[];
  readonly subscribers: Set<() => void>;
}

async function* subscribe(
  { id, allEvents, subscribers }: SubscriptionSource,
  after: Position | null,
  { batchSize, signal, ...options }: SubscribeOptions,
): AsyncGenerator<EventBatch> {
  const isWanted = createTypeFilter(options);
  let next = after === null ? 0 : parsePosition(id, after);
  if (next > allEvents.length) throw new UnknownPosition(after ?? '', 'the log is shorter');
  const wakeUp = createWakeUp();
  subscribers.add(wakeUp.notify);
  signal.addEventListener('abort', wakeUp.notify);
  try {
    while (!signal.aborted) {
      const candidates = allEvents.slice(next, next + batchSize);
      const page = candidates.slice(0, eventsInPage(candidates, { maxEvents: batchSize, bytesOf }));
      const last = page.at(-1);
      next += page.length;
      if (!last) await wakeUp.wait();
      else {
        const isCaughtUp = next === allEvents.length;
        const events = page.filter(isWanted).map((stored) => recordedEventOf(id, stored));
        if (events.length > 0 || isCaughtUp) yield { events, last: appendResult(id, last).position, isCaughtUp };
      }
    }
  } finally {
    subscribers.delete(wakeUp.notify);
    signal.removeEventListener('abort', wakeUp.notify);
  }
}
