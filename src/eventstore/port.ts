import type { NewEvent, RecordedEvent } from '#domain/event.ts';

/**
 * The index of an event in the whole log: `{logId}:{20 digits}`. Positions of one log compare as text, byte by byte. A
 * position of another log (other id) has no meaning here.
 */
export type Position = string;

export interface AppendResult {
  /** Revision of the last event appended. */
  readonly revision: bigint;
  /** The position of the last appended event: the one at which a subscription delivers it. */
  readonly position: Position;
}

/** An event as stored, without parsing: for readers that hold thousands of events and look into few. */
export interface EventText {
  /** The index in the stream: 0 for the first event, without gaps. */
  readonly revision: number;
  readonly type: string;
  /** JSON from `JSON.stringify`. */
  readonly meta: string;
  readonly data: string;
}

export interface EventBatch {
  readonly events: readonly RecordedEvent[];
  /**
   * The position of the last event that was delivered, or skipped because of its type: the value to store as a
   * checkpoint.
   */
  readonly last: Position;
  /** Tells whether the log had no further events when this batch was read. */
  readonly isCaughtUp: boolean;
}

export interface SubscribeOptions {
  /** The maximum number of events delivered, or skipped, at once. Long events come fewer at a time: `PAGE_BYTES`. */
  readonly batchSize: number;
  readonly signal: AbortSignal;
  /** The types of the events to deliver; by default all. */
  readonly types?: readonly string[] | undefined;
}

/**
 * An append-only log of events in streams, with one total order over all of them.
 *
 * Appends always name the expected revision ("any" does not exist here), so an append repeated with the same event ids
 * gets the first answer, and a writer who decided on an old state is refused.
 */
export interface EventLog {
  /** Identity of this log; the prefix of its positions. */
  readonly id: string;
  /** Reads the events of one stream in order, starting with `fromRevision`. A missing or erased stream is empty. */
  read(stream: string, fromRevision?: bigint): AsyncIterable<RecordedEvent>;
  /** Reads the events of one stream as text, page by page, at a fraction of the cost for a long stream. */
  readTexts(stream: string, fromRevision?: bigint): AsyncIterable<readonly EventText[]>;
  /**
   * Lists the names of the streams with one of `prefixes`, without duplicates, in pages and in any order: all streams
   * that have events at the time of the call, and perhaps newer or erased ones.
   * @throws LogUnavailable
   */
  streams(prefixes: readonly string[]): AsyncIterable<readonly string[]>;
  /**
   * Appends all events or none, right after revision `expected` (`'none'`: the stream must not exist).
   * @throws RevisionConflict when another event is there · ErasedStreamError · EventTooLarge · InvalidAppend
   * @throws LogUnavailable with `outcome: 'not_appended'` nothing happened, with `'unknown'` it may have: repeat with
   * the same ids
   */
  append(stream: string, expected: bigint | 'none', events: readonly NewEvent[]): Promise<AppendResult>;
  /**
   * Delivers every event after `after` (null for the start), each exactly once and in order, then new ones as they
   * arrive, until `signal` aborts (the iteration then ends without an error). A batch has at least one event; where
   * `types` leave none, an empty batch reports the end of the log.
   * @throws LogUnavailable when the connection is lost: the caller starts again from its checkpoint
   * @throws UnknownPosition when `after` is not a position of this log, because going on would silently skip events
   */
  subscribe(after: Position | null, options: SubscribeOptions): AsyncIterable<EventBatch>;
  /** Reads the position of the last event in the log; null when it is empty. */
  head(): Promise<Position | null>;
  /** Empties a stream for good: reads give nothing, appends throw, positions stay. Idempotent. */
  erase(stream: string): Promise<void>;
  close(): Promise<void>;
}

/** The maximum wait for opening a log: a start waits longer than a request. */
export interface OpenOptions {
  /** Time until the first answer, in milliseconds; by default there is a single attempt. */
  readonly maxWaitMs?: number | undefined;
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
}

export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
  readonly stream: string;
  readonly actual: bigint | 'none';
  constructor(stream: string, actual: bigint | 'none') {
    super(`stream ${stream} is at revision ${actual}`);
    this.stream = stream;
    this.actual = actual;
  }
}

export class ErasedStreamError extends Error {
  override readonly name = 'ErasedStreamError';
  constructor(stream: string) {
    super(`stream ${stream} has been erased`);
  }
}

export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
  readonly outcome: 'not_appended' | 'unknown';
  constructor(outcome: 'not_appended' | 'unknown', cause: unknown) {
    super('the event log cannot be reached', { cause });
    this.outcome = outcome;
  }
}

/**
 * A mistake of the caller, whatever the log holds: no event, an id that occurs twice or belongs to another event, data
 * that JSON cannot hold.
 */
export class InvalidAppend extends Error {
  override readonly name = 'InvalidAppend';
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
  }
}

/** A checkpoint that this log never gave: from another log, or beyond its end (restored from an older backup). */
export class UnknownPosition extends Error {
  override readonly name = 'UnknownPosition';
  constructor(position: Position, reason: string) {
    super(`position ${position}: ${reason}`);
  }
}

export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
  constructor(bytes: number, limit: number) {
    super(`append of ${bytes} bytes is over the limit of ${limit}`);
  }
}

/** Tells whether `a` is at or after `b`. Both must be positions of the same log. */
export const isAtOrAfter = (a: Position, b: Position): boolean => a >= b;

/** The later of two positions of the same log; null is before everything. */
export const laterPosition = (a: Position | null, b: Position | null): Position | null =>
  a === null || (b !== null && isAtOrAfter(b, a)) ? b : a;

/** Creates a predicate that is true for the events that a subscription delivers. */
export function createTypeFilter({
  types,
}: Pick<SubscribeOptions, 'types'>): (event: { readonly type: string }) => boolean {
  if (types === undefined) return () => true;
  const typeSet = new Set(types);
  return ({ type }) => typeSet.has(type);
}

export const logIdOf = (position: Position): string => position.slice(0, position.lastIndexOf(':'));

/** An event exactly as the log stores it, with the proof that its content was never changed. */
export interface HashedEvent {
  readonly position: Position;
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  /** JSON text as it was appended. */
  readonly meta: string;
  /** JSON text as it was appended; null once the stream has been erased, like `salt`. */
  readonly data: string | null;
  readonly salt: Buffer | null;
  /** SHA-256(salt, data); stays when both are gone. */
  readonly digest: Buffer;
}

/** A log that can be audited. */
export interface AuditableLog {
  /**
   * Tells whether events of an erased stream are removed from the log sooner or later; otherwise they stay without
   * content.
   */
  readonly removesErasedEvents: boolean;
  /**
   * Counts the erased streams whose content is still on a disk: in EventStoreDB until an operator runs a scavenge. A
   * hundred stands for a hundred or more.
   * @throws when a node of the log does not answer
   */
  countPendingErasures(): Promise<number>;
  /**
   * Reads at most `limit` events after `after` (null for the start), in the log's order.
   * @throws LogUnavailable · UnknownPosition
   */
  readHashedEvents(after: Position | null, limit: number): Promise<readonly HashedEvent[]>;
}

/**
 * The maximum bytes of data in a page, unless a single event has more. A month of sales is two hundred times as long as
 * a price: five thousand prices fit, and a thousand months of sales would be a text of a hundred megabytes, which a
 * busy machine does not read within the duration of a call. Far smaller pages would cost the projector more, which
 * writes all rows of a business once for each.
 */
export const PAGE_BYTES = 4_000_000;

/** The number of events in a page, from the first on: at least one, and at most `maxEvents`. */
export function eventsInPage<Event>(
  events: readonly Event[],
  { maxEvents, bytesOf }: { readonly maxEvents: number; readonly bytesOf: (event: Event) => number },
): number {
  let bytes = 0;
  const end = events.findIndex((event, i) => {
    bytes += bytesOf(event);
    return i === maxEvents || (i > 0 && bytes > PAGE_BYTES);
  });
  return end < 0 ? events.length : end;
}

const DIGITS = 20;

/**
 * `formatPosition('3f…', 42)` → `3f…:00000000000000000042`. The index is the count of an event in the whole log, from
 * 1.
 */
export const formatPosition = (logId: string, index: number | bigint): Position =>
  `${logId}:${String(index).padStart(DIGITS, '0')}`;

/** The index in a position of the log `logId`. @throws UnknownPosition when it is malformed or of another log */
export const parsePosition = (logId: string, position: Position): number => Number(parseDigits(logId, position));

/** The index in a position, of any size. @throws UnknownPosition */
export const parseLargePosition = (logId: string, position: Position): bigint => BigInt(parseDigits(logId, position));

function parseDigits(logId: string, position: Position): string {
  const digits = position.slice(logId.length + 1);
  if (logIdOf(position) !== logId || digits.length !== DIGITS || !/^\d+$/.test(digits))
    throw new UnknownPosition(position, `it is not one of log ${logId}`);
  return digits;
}
