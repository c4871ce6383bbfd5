import type { NewEvent, RecordedEvent } from '#domain/event.ts';
import { type AppendResult, type EventLog, LogUnavailable, type Position, StreamErased } from '#eventstore/port.ts';
import { foldOrPark } from '#projections/read/fold-batch.ts';
import { emptyState } from '#projections/read/stream-state.ts';
import { readStreams } from '#projections/runner/read-streams.ts';
import { REACTOR_SCHEMA } from '#projections/runner/reactor-record.ts';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from './with-client.ts';

interface Moved {
  /** Events that were in the other log already: of an earlier move that broke off, or all of them. */
  readonly there: number;
  readonly copied: number;
  /** Streams that are erased, and in the other log are so too. */
  readonly erased: number;
  /** Businesses whose figures have been compared. */
  readonly businesses: number;
}

/** The logs differ: the move must not count. */
class NotTheSame extends Error {
  override readonly name = 'NotTheSame';
}

const PAGE = 1_000;
/** As many events at once as an append may surely have. */
const MOST_AT_ONCE = 50;
const MOST_TRIES = 50;

/** Everything in a log up to its end as it is now. */
async function* everythingIn(log: EventLog): AsyncGenerator<RecordedEvent> {
  const head = await log.head();
  if (head === null) return;
  const stop = new AbortController();
  for await (const { events } of log.subscribe(null, { batchSize: PAGE, signal: stop.signal }))
    for (const event of events) {
      yield event;
      if (event.position === head) return;
    }
}

/** Events of one stream side by side go together, as they may have come. */
async function* appendsOf(events: AsyncIterable<RecordedEvent>): AsyncGenerator<[RecordedEvent, ...RecordedEvent[]]> {
  let held: RecordedEvent[] = [];
  for await (const event of events) {
    const fits = held[0]?.stream === event.stream && held.length < MOST_AT_ONCE;
    const [first, ...more] = held;
    if (first && !fits) yield [first, ...more];
    held = fits ? [...held, event] : [event];
  }
  const [first, ...more] = held;
  if (first) yield [first, ...more];
}

/** What is erased keeps its place, and nothing else. */
const asNew = ({ id, type, meta, data }: RecordedEvent): NewEvent => ({
  id,
  type,
  meta,
  data: data ?? {},
});

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LogUnavailable) || tries === MOST_TRIES) throw error;
      await sleep(100);
    }
}

async function erasedIn(log: EventLog): Promise<ReadonlySet<string>> {
  const erased = new Set<string>();
  for await (const { stream, data } of everythingIn(log)) if (data === null) erased.add(stream);
  return erased;
}

/** Appends what is not there yet. */
async function copy(
  from: EventLog,
  to: EventLog,
  erased: ReadonlySet<string>,
): Promise<Pick<Moved, 'there' | 'copied'>> {
  const lengths = new Map<string, bigint>();
  for await (const { stream, revision } of everythingIn(to)) lengths.set(stream, revision + 1n);
  let there = 0;
  let copied = 0;

  /** One after the other, for their order is to be the same. A stream erased over there has had all of its events. */
  async function append([first, ...more]: readonly [RecordedEvent, ...RecordedEvent[]]): Promise<
    AppendResult | undefined
  > {
    const expected = first.revision === 0n ? 'none' : first.revision - 1n;
    try {
      return await patiently(() => to.append(first.stream, expected, [first, ...more].map(asNew)));
    } catch (error) {
      if (error instanceof StreamErased && erased.has(first.stream)) return undefined;
      throw error;
    }
  }

  for await (const all of appendsOf(everythingIn(from))) {
    const [first, ...more] = all.filter(({ stream, revision }) => revision >= (lengths.get(stream) ?? 0n));
    there += all.length - (first ? more.length + 1 : 0);
    if (!first) continue;
    if (await append([first, ...more])) copied += more.length + 1;
    else there += more.length + 1;
  }
  for (const stream of erased) await patiently(() => to.erase(stream));
  return { there, copied };
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
 * Event by event, in the order of the whole log; what is erased need not be there any more.
 * @returns whether `to` has all of it, or only the beginning @throws NotTheSame
 */
async function isWhole(from: EventLog, to: EventLog, erased: ReadonlySet<string>): Promise<boolean> {
  async function* kept(log: EventLog): AsyncGenerator<RecordedEvent> {
    for await (const event of everythingIn(log)) if (!erased.has(event.stream)) yield event;
  }
  const copies = kept(to)[Symbol.asyncIterator]();
  for await (const event of kept(from)) {
    const { value: copied, done } = await copies.next();
    if (done) return false;
    if (!isDeepStrictEqual(contentOf(copied), contentOf(event)))
      throw new NotTheSame(`where event ${event.id} of ${event.stream} should be there is event ${copied.id}`);
  }
  if (!(await copies.next()).done) throw new NotTheSame('the other log has more events');
  return true;
}

/** @returns how many businesses have the same figures @throws NotTheSame */
async function compareFigures(from: EventLog, to: EventLog): Promise<number> {
  const figuresIn = async (log: EventLog): Promise<ReadonlyMap<string, unknown>> => {
    const figures = new Map<string, unknown>();
    for await (const streams of readStreams(log, { until: await log.head() }))
      for (const { ref, events } of streams) {
        const { after } = foldOrPark(emptyState(ref), events);
        if (after.kind === 'business' && after.figured.business.ownerId !== null)
          figures.set(ref.id, after.figured.figures);
      }
    return figures;
  };
  const [before, after] = [await figuresIn(from), await figuresIn(to)];
  for (const [id, figures] of before)
    if (!isDeepStrictEqual(after.get(id), figures)) throw new NotTheSame(`business ${id} has other figures`);
  if (after.size !== before.size) throw new NotTheSame('there are other businesses');
  return before.size;
}

/**
 * Where readers of `from` who stand at these positions stand in `to`, which has all of it: behind the same event, or the
 * last one before it that is still there. null: at the start.
 */
export async function placesIn(
  { from, to }: { readonly from: EventLog; readonly to: EventLog },
  positions: readonly Position[],
): Promise<ReadonlyMap<Position, Position | null>> {
  const erased = await erasedIn(from);
  const copies = everythingIn(to)[Symbol.asyncIterator]();
  const left = positions.toSorted();
  const places = new Map<Position, Position | null>();
  let place: Position | null = null;
  for await (const { id, stream, position } of everythingIn(from)) {
    while (left[0] !== undefined && left[0] < position) places.set(left.shift() ?? '', place);
    for (let isFound = erased.has(stream); !isFound;) {
      const { value: copied, done } = await copies.next();
      if (done) break;
      isFound = copied.id === id;
      if (isFound) place = copied.position;
    }
  }
  for (const position of left) places.set(position, place);
  return places;
}

/**
 * Copies everything that is in one event log into another one, in the same order and with the same ids, and compares the
 * two. Nobody may write to either meanwhile. It may be repeated: what is there already is passed over. Positions are
 * others afterwards, so the read model has to be rebuilt.
 * @throws NotTheSame the other log has events of its own, or somebody writes · LogUnavailable
 */
export async function moveLog({ from, to }: { readonly from: EventLog; readonly to: EventLog }): Promise<Moved> {
  const start: Position | null = await from.head();
  const erased = await erasedIn(from);
  await isWhole(from, to, erased); // before anything is appended to a log that is not ours to fill
  const { there, copied } = await copy(from, to, erased);
  if (!(await isWhole(from, to, erased))) throw new NotTheSame('events are missing in the other log');
  const businesses = await compareFigures(from, to);
  if ((await from.head()) !== start) throw new NotTheSame('somebody has written meanwhile: stop the product first');
  return { there, copied, erased: erased.size, businesses };
}

/**
 * What reactors have done stays done: each goes on in the new log right behind the event that it stood at in the old one.
 * @returns how many checkpoints there were
 */
export const moveReactors = (connectionString: string, logs: Parameters<typeof placesIn>[0]): Promise<number> =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ position: string }>(
      `select distinct position from ${REACTOR_SCHEMA}.checkpoint where left(position, -21) = $1`,
      [logs.from.id],
    );
    const places = await placesIn(
      logs,
      rows.map(({ position }) => position),
    );
    for (const [position, place] of places)
      await client.query(`update ${REACTOR_SCHEMA}.checkpoint set position = $2 where position = $1`, [
        position,
        place,
      ]);
    return places.size;
  });
