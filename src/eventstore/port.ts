import type { NewEvent, RecordedEvent } from '#domain/event.ts';

/**
 * The place of an event in the whole log: `{logId}:{20 digits}`. Positions of one log compare as text, byte by byte.
 * A position of another log (other id) says nothing here.
 */
export type Position = string;

export interface AppendResult {
  /** Revision of the last event appended. */
  readonly revision: bigint;
  /** Position of the last event appended: the very one at which a subscription delivers it. */
  readonly position: Position;
}

/** An event as its log keeps it, nothing of it taken apart: for who holds thousands of them and looks at few. */
export interface EventText {
  /** 0 for the first event of the stream, gap-free. */
  readonly number: number;
  readonly type: string;
  /** JSON, as `JSON.stringify` puts it. */
  readonly meta: string;
  readonly data: string;
}

export interface EventBatch {
  readonly events: readonly RecordedEvent[];
  /** Position of the last event handed over, or left out because of its type: what a checkpoint may store. */
  readonly last: Position;
  /** Nothing more was in the log when this batch was read. */
  readonly caughtUp: boolean;
}

export interface SubscribeOptions {
  /** Most events handed over, or looked at, at once. Long ones come fewer at a time: `PAGE_BYTES`. */
  readonly batchSize: number;
  readonly signal: AbortSignal;
  /** Only events of these types are handed over; all of them when left out. */
  readonly types?: readonly string[] | undefined;
}

/**
 * An append-only log of events in streams, with one total order over all of them.
 *
 * Appends always name the revision they expect ("any" does not exist here), so an append repeated with the same event
 * ids is answered with the first answer, and a writer who decided on an old state is refused.
 */
export interface EventLog {
  /** Identity of this log; the prefix of its positions. */
  readonly id: string;
  /** Events of one stream in order, from `fromRevision` (included). A missing or erased stream is empty. */
  read(stream: string, fromRevision?: bigint): AsyncIterable<RecordedEvent>;
  /** The same as text, page by page: a long stream comes at a fraction of the cost. */
  readTexts(stream: string, fromRevision?: bigint): AsyncIterable<readonly EventText[]>;
  /**
   * Names of the streams that begin with one of `prefixes`, each once, in pages and in any order: all that have events
   * when it is asked for, and perhaps some that are newer, or erased.
   * @throws LogUnavailable
   */
  streams(prefixes: readonly string[]): AsyncIterable<readonly string[]>;
  /**
   * Appends all events or none, right after revision `expected` (`'none'`: the stream must not exist).
   * @throws RevisionConflict another event is there · StreamErased · EventTooLarge · InvalidAppend
   * @throws LogUnavailable `outcome: 'not_appended'` nothing happened, `'unknown'` it may have: repeat with the same ids
   */
  append(stream: string, expected: bigint | 'none', events: readonly NewEvent[]): Promise<AppendResult>;
  /**
   * Every event after `after` (null: from the start), each exactly once and in order, then live as they come, until
   * `signal` aborts (the iteration then ends without an error). Yields at least one event per batch; where `types` leave
   * none, the end of the log is told by an empty one.
   * @throws LogUnavailable when the connection is lost: the caller starts again from its checkpoint
   * @throws UnknownPosition `after` is not a position of this log: going on would skip events in silence
   */
  subscribe(after: Position | null, options: SubscribeOptions): AsyncIterable<EventBatch>;
  /** Position of the last event in the log, null when it is empty. */
  head(): Promise<Position | null>;
  /** Empties a stream for good: reads give nothing, appends throw, positions stay. Idempotent. */
  erase(stream: string): Promise<void>;
  close(): Promise<void>;
}

/** How long whoever opens a log waits for it: a start has more patience than a request. */
export interface Patience {
  /** Until it has answered for the first time. It is asked once when left out. */
  readonly patienceMs?: number | undefined;
  /** Nobody wants it any more: the wait ends. */
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

export class StreamErased extends Error {
  override readonly name = 'StreamErased';
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

/** The caller's mistake, whatever the log holds: no event, an id twice or taken by another event, data that JSON cannot hold. */
export class InvalidAppend extends Error {
  override readonly name = 'InvalidAppend';
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
  }
}

/** A checkpoint that this log never gave: of another log, or past its end (restored from an older backup). */
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

/** Is `a` at or after `b`? Both must be positions of the same log. */
export const isAtOrAfter = (a: Position, b: Position): boolean => a >= b;

/** The later of two positions of the same log; null is before everything. */
export const later = (a: Position | null, b: Position | null): Position | null =>
  a === null || (b !== null && isAtOrAfter(b, a)) ? b : a;

/** Whether a subscription hands events of a type over. */
export function typeFilter({ types }: Pick<SubscribeOptions, 'types'>): (event: { readonly type: string }) => boolean {
  if (types === undefined) return () => true;
  const wanted = new Set(types);
  return ({ type }) => wanted.has(type);
}

export const logIdOf = (position: Position): string => position.slice(0, position.lastIndexOf(':'));
