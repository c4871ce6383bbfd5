import type { NewEvent, RecordedEvent } from '#domain/event.ts';
import {
  type AppendResult,
  type EventLog,
  LogUnavailable,
  type Position,
  ErasedStreamError,
} from '#eventstore/port.ts';
import { foldOrPark } from '#projections/read/fold-batch.ts';
import { emptyState } from '#projections/read/stream-state.ts';
import { readStreams } from '#projections/runner/read-streams.ts';
import { REACTOR_SCHEMA } from '#projections/runner/reactor-record.ts';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from './with-client.ts';

interface MoveResult {
  /** The number of events that the target log had already, from an interrupted or an earlier move. */
  readonly existing: number;
  readonly copied: number;
  /** The number of streams that are erased in both logs. */
  readonly erased: number;
  /** The number of businesses whose figures were compared. */
  readonly businesses: number;
}

/** The logs differ, so the product must not use the target log. */
class LogsDiffer extends Error {
  override readonly name = 'LogsDiffer';
}

const EVENTS_PER_PAGE = 1_000;
/** An append of this many events is within the limits of both logs. */
const EVENTS_PER_APPEND = 50;
const MAX_TRIES = 50;
const RETRY_DELAY_MS = 100;

/** All events of a log, up to its end at the time of the call. */
async function* allEvents(log: EventLog): AsyncGenerator<RecordedEvent> {
  const head = await log.head();
  if (head === null) return;
  const stop = new AbortController();
  for await (const { events } of log.subscribe(null, { batchSize: EVENTS_PER_PAGE, signal: stop.signal }))
    for (const event of events) {
      yield event;
      if (event.position === head) return;
    }
}

/** Groups adjacent events of one stream, so that one append copies several events. */
async function* groupAppends(
  events: AsyncIterable<RecordedEvent>,
): AsyncGenerator<[RecordedEvent, ...RecordedEvent[]]> {
  let batch: RecordedEvent[] = [];
  for await (const event of events) {
    const fits = batch[0]?.stream === event.stream && batch.length < EVENTS_PER_APPEND;
    const [first, ...more] = batch;
    if (first && !fits) yield [first, ...more];
    batch = fits ? [...batch, event] : [event];
  }
  const [first, ...more] = batch;
  if (first) yield [first, ...more];
}

/** The event to append. An erased event has no data left, so its copy has empty data until its stream is erased. */
const toNewEvent = ({ id, type, meta, data }: RecordedEvent): NewEvent => ({
  id,
  type,
  meta,
  data: data ?? {},
});

async function retryUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LogUnavailable) || tries === MAX_TRIES) throw error;
      await sleep(RETRY_DELAY_MS);
    }
}

async function erasedStreams(log: EventLog): Promise<ReadonlySet<string>> {
  const erased = new Set<string>();
  for await (const { stream, data } of allEvents(log)) if (data === null) erased.add(stream);
  return erased;
}

/** Appends the events that `to` does not have yet. */
async function copy(
  from: EventLog,
  to: EventLog,
  erased: ReadonlySet<string>,
): Promise<Pick<MoveResult, 'existing' | 'copied'>> {
  const lengths = new Map<string, bigint>();
  for await (const { stream, revision } of allEvents(to)) lengths.set(stream, revision + 1n);
  let existing = 0;
  let copied = 0;

  /** @returns undefined for a stream that is erased in `to`: it was erased there after all of its events were copied */
  async function append([first, ...more]: readonly [RecordedEvent, ...RecordedEvent[]]): Promise<
    AppendResult | undefined
  > {
    const expected = first.revision === 0n ? 'none' : first.revision - 1n;
    try {
      return await retryUnavailable(() => to.append(first.stream, expected, [first, ...more].map(toNewEvent)));
    } catch (error) {
      if (error instanceof ErasedStreamError && erased.has(first.stream)) return undefined;
      throw error;
    }
  }

  // Appends run one after the other, because the order of all events must be the same.
  for await (const group of groupAppends(allEvents(from))) {
    const [first, ...more] = group.filter(({ stream, revision }) => revision >= (lengths.get(stream) ?? 0n));
    existing += group.length - (first ? more.length + 1 : 0);
    if (!first) continue;
    if (await append([first, ...more])) copied += more.length + 1;
    else existing += more.length + 1;
  }
  for (const stream of erased) await retryUnavailable(() => to.erase(stream));
  return { existing, copied };
}

const contentOf = ({ id, type, stream, revision, meta, data }: RecordedEvent) => ({
  id,
  type,
  stream,
  revision,
  meta,
  data,
});

/**
 * Compares the logs event by event, in the order of the whole log. Erased events are not compared.
 * @returns false if `to` has only the first events of `from`
 * @throws LogsDiffer
 */
async function isComplete(from: EventLog, to: EventLog, erased: ReadonlySet<string>): Promise<boolean> {
  async function* remainingEvents(log: EventLog): AsyncGenerator<RecordedEvent> {
    for await (const event of allEvents(log)) if (!erased.has(event.stream)) yield event;
  }
  const copies = remainingEvents(to)[Symbol.asyncIterator]();
  for await (const event of remainingEvents(from)) {
    const { value: copied, done } = await copies.next();
    if (done) return false;
    if (!isDeepStrictEqual(contentOf(copied), contentOf(event)))
      throw new LogsDiffer(`where event ${event.id} of ${event.stream} should be there is event ${copied.id}`);
  }
  if (!(await copies.next()).done) throw new LogsDiffer('the other log has more events');
  return true;
}

/** Compares the figures of all businesses. @returns the number of businesses @throws LogsDiffer */
async function compareFigures(from: EventLog, to: EventLog): Promise<number> {
  const figuresIn = async (log: EventLog): Promise<ReadonlyMap<string, unknown>> => {
    const figures = new Map<string, unknown>();
    for await (const streams of readStreams(log, { until: await log.head() }))
      for (const { ref, events } of streams) {
        const { after } = foldOrPark(emptyState(ref), events);
        if (after.kind === 'business' && after.businessWithFigures.business.ownerId !== null)
          figures.set(ref.id, after.businessWithFigures.figures);
      }
    return figures;
  };
  const [before, after] = [await figuresIn(from), await figuresIn(to)];
  for (const [id, figures] of before)
    if (!isDeepStrictEqual(after.get(id), figures)) throw new LogsDiffer(`business ${id} has other figures`);
  if (after.size !== before.size) throw new LogsDiffer('there are other businesses');
  return before.size;
}

/**
 * Maps positions in `from` to positions in `to`, which has all events: to that of the same event or, if it is erased,
 * to that of the last event before it. Null is the start of the log.
 */
export async function mapPositions(
  { from, to }: { readonly from: EventLog; readonly to: EventLog },
  positions: readonly Position[],
): Promise<ReadonlyMap<Position, Position | null>> {
  const erased = await erasedStreams(from);
  const copies = allEvents(to)[Symbol.asyncIterator]();
  const pending = positions.toSorted();
  const targets = new Map<Position, Position | null>();
  let target: Position | null = null;
  for await (const { id, stream, position } of allEvents(from)) {
    while (pending[0] !== undefined && pending[0] < position) targets.set(pending.shift() ?? '', target);
    for (let isFound = erased.has(stream); !isFound;) {
      const { value: copied, done } = await copies.next();
      if (done) break;
      isFound = copied.id === id;
      if (isFound) target = copied.position;
    }
  }
  for (const position of pending) targets.set(position, target);
  return targets;
}

/**
 * Copies all events of one log to another one, in the same order and with the same ids, and compares the two. Neither
 * log may be written to at the same time. A move can be repeated, because events that exist already are skipped.
 * Positions differ afterwards, so the read model must be rebuilt.
 * @throws LogsDiffer when `to` has other events, or when `from` was written to meanwhile · LogUnavailable
 */
export async function moveLog({ from, to }: { readonly from: EventLog; readonly to: EventLog }): Promise<MoveResult> {
  const headBefore: Position | null = await from.head();
  const erased = await erasedStreams(from);
  // The logs are compared before any append, because `to` may belong to another installation.
  await isComplete(from, to, erased);
  const { existing, copied } = await copy(from, to, erased);
  if (!(await isComplete(from, to, erased))) throw new LogsDiffer('events are missing in the other log');
  const businesses = await compareFigures(from, to);
  if ((await from.head()) !== headBefore)
    throw new LogsDiffer('somebody has written meanwhile: stop the product first');
  return { existing, copied, erased: erased.size, businesses };
}

/**
 * Moves the checkpoints of the reactors, so that none repeats its side effects: each continues in the new log after the
 * last event that it handled in the old one.
 * @returns the number of checkpoints
 */
export const moveReactors = (connectionString: string, logs: Parameters<typeof mapPositions>[0]): Promise<number> =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ position: string }>(
      `select distinct position from ${REACTOR_SCHEMA}.checkpoint where left(position, -21) = $1`,
      [logs.from.id],
    );
    const newPositions = await mapPositions(
      logs,
      rows.map(({ position }) => position),
    );
    for (const [position, newPosition] of newPositions)
      await client.query(`update ${REACTOR_SCHEMA}.checkpoint set position = $2 where position = $1`, [
        position,
        newPosition,
      ]);
    return newPositions.size;
  });
