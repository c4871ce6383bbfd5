import type { RecordedEvent } from '#domain/event.ts';
import { createWakeUp } from './wake-up.ts';
import { type SerialisedAppend, type SerialisedEvent, serialiseAppend, recordedFrom } from './serialised-append.ts';
import { eventsInPage } from './page.ts';
import {
  type AppendResult,
  type EventBatch,
  type EventLog,
  InvalidAppend,
  type Position,
  RevisionConflict,
  StreamErased,
  type SubscribeOptions,
  typeFilter,
  UnknownPosition,
} from './port.ts';
import { formatPosition, parsePosition } from './position.ts';

interface StoredEvent extends Omit<SerialisedEvent, 'data'> {
  readonly stream: string;
  readonly revision: number;
  /** The index of the event in the whole log, from 1. */
  readonly position: number;
  data: string | null;
}

/**
 * An event log in memory: for the demo in the browser, and for tests. Everything is stored as text, so it treats
 * payloads exactly like a database. `id` names the log; random by default.
 */
export function createMemoryLog({ id = crypto.randomUUID() }: { readonly id?: string } = {}): EventLog {
  const all: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const byEventId = new Map<string, StoredEvent>();
  const erased = new Set<string>();
  const subscribers = new Set<() => void>();

  /** The last of the draft's events if it has been appended before, completely and in this order. */
  function repeated({ stream, events }: SerialisedAppend): StoredEvent | undefined {
    const found = events.map((event) => byEventId.get(event.id));
    const first = found[0];
    if (!first) return undefined;
    const same = found.every((stored, i) => stored?.stream === stream && stored.revision === first.revision + i);
    return same ? found.at(-1) : undefined;
  }

  function append(draft: SerialisedAppend): AppendResult {
    const { stream, expected, events } = draft;
    if (erased.has(stream)) throw new StreamErased(stream);
    const before = repeated(draft);
    if (before) return placeOf(id, before);
    const held = streams.get(stream) ?? [];
    const actual = held.length - 1;
    if (actual !== expected) throw new RevisionConflict(stream, actual < 0 ? 'none' : BigInt(actual));
    if (events.some((event) => byEventId.has(event.id))) throw new InvalidAppend('an event id is taken already');
    for (const event of events) {
      const stored: StoredEvent = { ...event, stream, revision: held.length, position: all.length + 1 };
      held.push(stored);
      all.push(stored);
      byEventId.set(event.id, stored);
    }
    streams.set(stream, held);
    for (const wake of subscribers) wake();
    return placeOf(id, all[all.length - 1] as StoredEvent);
  }

  return {
    id,
    async *read(stream, fromRevision = 0n) {
      if (erased.has(stream)) return;
      for (const stored of (streams.get(stream) ?? []).slice(Number(fromRevision))) yield recorded(id, stored);
    },
    async *readTexts(stream, fromRevision = 0n) {
      if (erased.has(stream)) return;
      let held = (streams.get(stream) ?? []).slice(Number(fromRevision));
      while (held.length > 0) {
        const page = held.slice(0, eventsInPage(held, { most: held.length, bytesOf }));
        yield page.map(({ revision, type, meta, data }) => ({ number: revision, type, meta, data: data ?? '' }));
        held = held.slice(page.length);
      }
    },
    async *streams(prefixes) {
      yield [...streams.keys()].filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
    },
    append: async (stream, expected, events) => append(serialiseAppend(stream, expected, events)),
    subscribe: (after, options) => subscribe({ id, all, subscribers }, after, options),
    head: async () => (all.length === 0 ? null : formatPosition(id, all.length)),
    async erase(stream) {
      erased.add(stream);
      for (const stored of streams.get(stream) ?? []) stored.data = null;
    },
    close: async () => undefined,
  };
}

const bytesOf = ({ data }: StoredEvent): number => data?.length ?? 0;

const recorded = (id: string, stored: StoredEvent): RecordedEvent =>
  recordedFrom(stored, {
    stream: stored.stream,
    revision: BigInt(stored.revision),
    position: formatPosition(id, stored.position),
  });

const placeOf = (id: string, { revision, position }: StoredEvent): AppendResult => ({
  revision: BigInt(revision),
  position: formatPosition(id, position),
});

/** The source of subscriptions: all events, and the subscribers to wake when new ones arrive. */
interface SubscriptionSource {
  readonly id: string;
  readonly all: readonly StoredEvent[];
  readonly subscribers: Set<() => void>;
}

async function* subscribe(
  { id, all, subscribers }: SubscriptionSource,
  after: Position | null,
  { batchSize, signal, ...options }: SubscribeOptions,
): AsyncGenerator<EventBatch> {
  const isWanted = typeFilter(options);
  let next = after === null ? 0 : parsePosition(id, after);
  if (next > all.length) throw new UnknownPosition(after ?? '', 'the log is shorter');
  const wakeUp = createWakeUp();
  subscribers.add(wakeUp.notify);
  signal.addEventListener('abort', wakeUp.notify);
  try {
    while (!signal.aborted) {
      const coming = all.slice(next, next + batchSize);
      const page = coming.slice(0, eventsInPage(coming, { most: batchSize, bytesOf }));
      const last = page.at(-1);
      next += page.length;
      if (!last) await wakeUp.wait();
      else {
        const caughtUp = next === all.length;
        const events = page.filter(isWanted).map((stored) => recorded(id, stored));
        if (events.length > 0 || caughtUp) yield { events, last: placeOf(id, last).position, caughtUp };
      }
    }
  } finally {
    subscribers.delete(wakeUp.notify);
    signal.removeEventListener('abort', wakeUp.notify);
  }
}
