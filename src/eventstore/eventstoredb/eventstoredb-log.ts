import { STREAM_PREFIXES } from '#domain/streams.ts';
import { createConcurrencyLimiter } from '#runtime/concurrency-limiter.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { serialiseAppend, isStreamName } from '../serialised-append.ts';
import {
  type EventLog,
  InvalidAppend,
  LogUnavailable,
  type OpenOptions,
  type Position,
  isAtOrAfter,
  type AuditableLog,
  formatPosition,
} from '../port.ts';
import { createUnansweredAppends } from '../unanswered-appends.ts';
import { type ServerAddress, parseAddress } from './address.ts';
import { createAppender } from './append.ts';
import { createErasures } from './erasures.ts';
import { isStreamEmpty, emptyResultOn } from './failures.ts';
import { createEndReader } from './head.ts';
import { checkIdentity, identityOf } from './identity.ts';
import { createReconnectingClient, type ReconnectingClient } from './reconnecting-client.ts';
import { type ReadCaller, readBoundedPage } from './reading.ts';
import type { ServerEvent } from './stored-meta.ts';
import { createHashedReader } from './hashed-events.ts';
import { createErasuresWaiting } from './scavenging.ts';
import { createSubscriptions } from './subscriptions.ts';

export interface EventStoreDbLogOptions extends OpenOptions {
  /** `esdb://user:password@host:2113?tls=true`, see `parseAddress`. */
  readonly url: string;
  /** The maximum duration of one call; 1 500 ms unless set here or in the address. */
  readonly timeoutMs?: number;
  /** The interval at which a silent subscription is compared with the end of the log; 1 000 ms by default. */
  readonly pollMs?: number;
}

/**
 * Small enough that even a busy machine reads a page within the duration of a call, because a late answer counts as an
 * unavailable server.
 */
const STREAM_PAGE_SIZE = 200;
const MAX_CONCURRENT_APPENDS = 64;

interface Connections {
  readonly logId: string;
  readonly reader: ReconnectingClient;
  readonly writer: ReconnectingClient;
}

/** @throws LogUnavailable */
async function connect(address: ServerAddress, timeoutMs: number, patience: OpenOptions): Promise<Connections> {
  let id: string | undefined;
  async function probe(caller: ReadCaller): Promise<void> {
    if (id === undefined) id = await identityOf(caller);
    else await checkIdentity(caller, id);
  }

  const reader = createReconnectingClient({ address, timeoutMs, probe });
  const writer = createReconnectingClient({ address, timeoutMs, probe });
  try {
    await reader.connect(patience);
    await writer.connect(patience);
    if (id === undefined) throw new LogUnavailable('not_appended', new Error('the event log has no identity'));
    return { logId: id, reader, writer };
  } catch (error) {
    await Promise.all([reader.close(), writer.close()]);
    throw error;
  }
}

const toRecorded = (logId: string, event: ServerEvent, isErased: boolean): RecordedEvent => ({
  id: event.id,
  type: event.type,
  stream: event.stream,
  revision: event.revision,
  position: formatPosition(logId, event.commit),
  meta: event.meta as unknown as RecordedEvent['meta'],
  data: isErased ? null : (event.data as RecordedEvent['data']),
});

/** Reads streams page by page. A missing stream and an erased one are empty. */
const createPageReader = (reader: ReconnectingClient, isErased: (stream: string) => boolean) =>
  async function* pagesOf(stream: string, from: bigint): AsyncGenerator<readonly ServerEvent[]> {
    if (!isStreamName(stream)) return;
    for (let [next, hasMore] = [from, true]; hasMore && !isErased(stream);) {
      const range = { stream, from: next, count: STREAM_PAGE_SIZE };
      const [page = [], isMore = false] = await reader
        .call((caller) => readBoundedPage(caller, range))
        .catch(emptyResultOn(isStreamEmpty));
      if (!isErased(stream)) yield page;
      [next, hasMore] = [next + BigInt(page.length), isMore];
    }
  };

/**
 * The event log in EventStoreDB, a single node or a cluster. One connection appends, another one reads and subscribes.
 * @throws LogUnavailable when the log cannot be reached now · InvalidAddress
 */
export async function createEventStoreDbLog(options: EventStoreDbLogOptions): Promise<EventLog & AuditableLog> {
  const { url, pollMs = 1_000 } = options;
  const address = parseAddress(url);
  const timeoutMs = options.timeoutMs ?? address.timeoutMs ?? 1_500;
  const { logId, reader, writer } = await connect(address, timeoutMs, options);
  const erasures = createErasures(writer);
  const end = createEndReader(reader, erasures.has);
  const append = createAppender({ connection: writer, timeoutMs });
  const unanswered = createUnansweredAppends();
  const appendLimiter = createConcurrencyLimiter({ maxConcurrent: MAX_CONCURRENT_APPENDS });
  const closed = new AbortController();

  const recordedEvent = (event: ServerEvent): RecordedEvent => toRecorded(logId, event, erasures.has(event.stream));
  const readPages = createPageReader(reader, erasures.has);
  const subscribe = createSubscriptions({
    logId,
    connection: reader,
    erasures,
    end,
    toRecordedEvent: recordedEvent,
    pollMs,
  });

  async function head(): Promise<Position | null> {
    const { head: last } = await end.current();
    return last === undefined ? null : formatPosition(logId, last);
  }

  return {
    id: logId,
    async *read(stream, fromRevision = 0n) {
      for await (const page of readPages(stream, fromRevision)) for (const event of page) yield recordedEvent(event);
    },
    async *readTexts(stream, fromRevision = 0n) {
      for await (const page of readPages(stream, fromRevision))
        yield page.map(({ revision, type, meta, data }) => ({
          revision: Number(revision),
          type,
          meta: JSON.stringify(meta),
          data: JSON.stringify(data),
        }));
    },
    streams: (prefixes) => listStreamNames({ head, subscribe }, prefixes),
    async append(stream, expected, events) {
      const draft = serialiseAppend(stream, expected, events);
      if (!STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix)))
        throw new InvalidAppend(`no subscription would find stream ${stream}`);
      if (closed.signal.aborted) throw new LogUnavailable('not_appended', new Error('the log is closed'));
      const { revision, commit } = await unanswered.track(draft, () => appendLimiter.run(logId, () => append(draft)));
      end.recordAppend({ stream, commit });
      return { revision, position: formatPosition(logId, commit) };
    },
    async *subscribe(after, request) {
      yield* subscribe(after, { ...request, signal: AbortSignal.any([request.signal, closed.signal]) });
      if (!request.signal.aborted) throw new LogUnavailable('not_appended', new Error('the log is closed'));
    },
    head,
    async erase(stream) {
      if (isStreamName(stream)) await erasures.erase(stream);
    },
    removesErasedEvents: true, // Erased events are removed at the next scavenge.
    countPendingErasures: createErasuresWaiting({ address, erasures, timeoutMs }),
    readHashedEvents: createHashedReader({ logId, connection: reader, erasures }),
    async close() {
      closed.abort();
      await unanswered.drained();
      await Promise.all([reader.close(), writer.close()]);
    },
  };
}

const PAGE_SIZE = 1_000;

/**
 * Lists names of streams. The server has no list of them without its own projections, which may be disabled, so all of
 * our events are read, and the first one of each stream gives its name: nothing has to be remembered. The whole log is
 * transferred for it, at the pace of the consumer.
 * @throws LogUnavailable
 */
async function* listStreamNames(
  { head, subscribe }: Pick<EventLog, 'head' | 'subscribe'>,
  prefixes: readonly string[],
): AsyncGenerator<readonly string[]> {
  const end = await head();
  if (end === null) return;
  const { signal } = new AbortController();
  for await (const { events, last, isCaughtUp } of subscribe(null, { batchSize: PAGE_SIZE, signal })) {
    const names = events.flatMap(({ stream, revision }) =>
      revision === 0n && prefixes.some((prefix) => stream.startsWith(prefix)) ? [stream] : [],
    );
    if (names.length > 0) yield names;
    // The event at the end may have been erased and removed: then the subscription reports that it has caught up.
    if (isCaughtUp || isAtOrAfter(last, end)) return;
  }
}
