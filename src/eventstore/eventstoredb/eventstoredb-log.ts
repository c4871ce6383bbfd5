import { STREAM_PREFIXES } from '#domain/streams.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { serialiseAppend, isStreamName } from '../serialised-append.ts';
import { type EventLog, InvalidAppend, LogUnavailable, type Patience, type Position } from '../port.ts';
import { formatPosition } from '../position.ts';
import type { HashedLog } from '../hashed-event.ts';
import { parseAddress } from './address.ts';
import type { LogClient } from './log-client.ts';
import { createAppender } from './append.ts';
import { createErasures } from './erasures.ts';
import { isStreamDeleted, isStreamMissing } from './failures.ts';
import { createEndReader } from './head.ts';
import { checkIdentity, identityOf } from './identity.ts';
import { createReconnectingClient } from './reconnecting-client.ts';
import { readStreamPage } from './reading.ts';
import type { FoundEvent } from './stored-meta.ts';
import { createHashedReader } from './hashed-events.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { createErasuresWaiting } from './scavenging.ts';
import { streamNames } from './stream-names.ts';
import { createSubscriptions } from './subscriptions.ts';

export interface EventStoreDbLogOptions extends Patience {
  /** `esdb://user:password@host:2113?tls=true`, see `parseAddress`. */
  readonly url: string;
  /** What one call may take: 1 500 ms unless told here or in the address. */
  readonly timeoutMs?: number;
  /** How often a silent subscription is compared with where the log ends: 1 000 ms unless told. */
  readonly pollMs?: number;
}

/** So that even a busy machine gets one within what a call may take: one that is late counts as a server that is away. */
const STREAM_PAGE = 200;
const APPENDS_AT_ONCE = 64;
const MAX_QUEUED = 20_000;
const MAX_QUEUED_CHARACTERS = 67_108_864;

/**
 * The event log in EventStoreDB, a single node or a cluster. One connection appends, another one reads and follows.
 * @throws LogUnavailable the log cannot be reached now · InvalidAddress
 */
export async function createEventStoreDbLog(options: EventStoreDbLogOptions): Promise<EventLog & HashedLog> {
  const { url, pollMs = 1_000 } = options;
  const address = parseAddress(url);
  const { credentials } = address;
  const timeoutMs = options.timeoutMs ?? address.timeoutMs ?? 1_500;
  let id: string | undefined;

  async function probe(client: LogClient, signal: AbortSignal): Promise<void> {
    if (id === undefined) id = await identityOf({ client, credentials, signal });
    else await checkIdentity({ client, credentials, signal }, id);
  }

  const reader = createReconnectingClient({ address, timeoutMs, probe });
  const writer = createReconnectingClient({ address, timeoutMs, probe });
  try {
    await reader.connect(options);
    await writer.connect(options);
  } catch (error) {
    await Promise.all([reader.close(), writer.close()]);
    throw error;
  }
  if (id === undefined) throw new LogUnavailable('not_appended', new Error('the event log has no identity'));
  const logId: string = id;
  const erasures = createErasures(writer, credentials);
  const end = createEndReader(reader, credentials, erasures.has);
  const append = createAppender({ connection: writer, credentials, timeoutMs });
  const appendLimit = createConcurrencyLimit({
    atOnce: APPENDS_AT_ONCE,
    maxQueued: MAX_QUEUED,
    maxQueuedCharacters: MAX_QUEUED_CHARACTERS,
  });
  const closed = new AbortController();

  const recorded = ({ stream, revision, id: eventId, type, meta, data, commit }: FoundEvent): RecordedEvent => ({
    id: eventId,
    type,
    stream,
    revision,
    position: formatPosition(logId, commit),
    meta: meta as unknown as RecordedEvent['meta'],
    data: erasures.has(stream) ? null : (data as RecordedEvent['data']),
  });
  const subscribe = createSubscriptions({
    logId,
    connection: reader,
    credentials,
    erasures,
    end,
    recorded,
    pollMs,
  });

  async function head(): Promise<Position | null> {
    const { head: last } = await end.now();
    return last === undefined ? null : formatPosition(logId, last);
  }

  /** A missing stream and an erased one are empty. */
  async function pageOf(stream: string, from: bigint): Promise<readonly FoundEvent[]> {
    try {
      return await reader.call((client, signal) =>
        readStreamPage({ client, credentials, signal }, { stream, from, count: STREAM_PAGE }),
      );
    } catch (error) {
      if (isStreamMissing(error) || isStreamDeleted(error)) return [];
      throw error;
    }
  }

  async function* pagesOf(stream: string, from: bigint): AsyncGenerator<readonly RecordedEvent[]> {
    if (!isStreamName(stream)) return;
    for (let next = from; !erasures.has(stream); next += BigInt(STREAM_PAGE)) {
      const page = await pageOf(stream, next);
      if (!erasures.has(stream)) yield page.map(recorded);
      if (page.length < STREAM_PAGE) return;
    }
  }

  return {
    id: logId,
    async *read(stream, fromRevision = 0n) {
      for await (const page of pagesOf(stream, fromRevision)) for (const event of page) yield event;
    },
    async *readTexts(stream, fromRevision = 0n) {
      for await (const page of pagesOf(stream, fromRevision))
        yield page.map(({ revision, type, meta, data }) => ({
          number: Number(revision),
          type,
          meta: JSON.stringify(meta),
          data: JSON.stringify(data),
        }));
    },
    streams: (prefixes) => streamNames({ head, subscribe }, prefixes),
    async append(stream, expected, events) {
      const draft = serialiseAppend(stream, expected, events);
      if (!STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix)))
        throw new InvalidAppend(`no subscription would find stream ${stream}`);
      if (closed.signal.aborted) throw new LogUnavailable('not_appended', new Error('the log is closed'));
      const { revision, commit } = await appendLimit.run(draft.size, () => append(draft));
      end.appended({ stream, commit });
      return { revision, position: formatPosition(logId, commit) };
    },
    async *subscribe(after, wanted) {
      yield* subscribe(after, { ...wanted, signal: AbortSignal.any([wanted.signal, closed.signal]) });
      if (!wanted.signal.aborted) throw new LogUnavailable('not_appended', new Error('the log is closed'));
    },
    head,
    async erase(stream) {
      if (isStreamName(stream)) await erasures.erase(stream);
    },
    clearsErased: true, // at the next scavenge
    erasuresWaiting: createErasuresWaiting({ address, erasures, timeoutMs }),
    hashedEvents: createHashedReader({ logId, connection: reader, credentials, erasures }),
    async close() {
      closed.abort();
      await appendLimit.drained();
      await Promise.all([reader.close(), writer.close()]);
    },
  };
}
