import type { RecordedEvent } from '#domain/event.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import type { EventBatch } from '#eventstore/port.ts';
import { groupByChange, cutBetweenChanges } from '#projections/runner/change-boundaries.ts';
import { createAppender } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cost, streamOf } from './small-business.ts';

/** Appends changes with the given numbers of events to a few streams. */
async function logOf(appends: readonly (readonly [stream: number, events: number])[]): Promise<RecordedEvent[]> {
  const log = createMemoryLog({ id: 'log' });
  const appender = createAppender(log);
  for (const [stream, events] of appends)
    await appender.append(
      streamOf(`${stream}`),
      Array.from({ length: events }, (_, n) => cost(n)),
    );
  for await (const { events } of log.subscribe(null, { batchSize: 1_000_000, signal: new AbortController().signal }))
    return [...events];
  return [];
}

/** Cuts events into batches whose sizes repeat. */
function cut(events: readonly RecordedEvent[], sizes: readonly number[]): EventBatch[] {
  const batches: EventBatch[] = [];
  for (let at = 0; at < events.length;) {
    const batch = events.slice(at, at + (sizes[batches.length % sizes.length] ?? 1));
    at += batch.length;
    batches.push({ events: batch, last: batch.at(-1)?.position ?? '', isCaughtUp: at === events.length });
  }
  return batches;
}

async function* given(batches: readonly EventBatch[]): AsyncGenerator<EventBatch> {
  yield* batches;
}

async function pieces(batches: readonly EventBatch[]): Promise<EventBatch[]> {
  const all: EventBatch[] = [];
  for await (const batch of cutBetweenChanges(given(batches))) all.push(batch);
  return all;
}

const lengths = (batches: readonly EventBatch[]): number[] => batches.map(({ events }) => events.length);

test('no projected batch ends within a change, and no event is lost, repeated or moved, however the log is cut', async () => {
  const anyAppends = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 30,
  });
  const anySizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(anyAppends, anySizes, async (appends, sizes) => {
    const events = await logOf(appends);
    const batches = cut(events, sizes);
    const whole = await pieces(batches);
    expect(whole.flatMap((piece) => piece.events)).toEqual(events);
    const ends = new Set(groupByChange(events).map((change) => change.at(-1)?.position));
    for (const piece of whole) {
      expect(piece.last).toBe(piece.events.at(-1)?.position);
      expect(ends).toContain(piece.last);
      expect(piece.events.length).toBeLessThanOrEqual(12 + 9);
    }
    expect(whole.map(({ isCaughtUp }) => isCaughtUp)).toEqual(whole.map((_, i) => i === whole.length - 1));
    expect(groupByChange(events)).toHaveLength(appends.length);
  });
  // A change of nine events is completely held back when the last batch, of twelve, arrives.
  const held = [
    [
      [0, 6],
      [0, 9],
      [0, 7],
      [0, 4],
      [0, 1],
    ] satisfies [number, number][],
    [12, 3],
  ] satisfies [[number, number][], number[]];
  await fc.assert(property, { ...runs(60), examples: [held] });
});

test('events that are held back when the subscription ends are not projected, and arrive again later', async () => {
  const batches = cut(
    await logOf([
      [1, 3],
      [1, 4],
    ]),
    [5],
  );
  expect(lengths(await pieces(batches.slice(0, 1)))).toEqual([3]);
  expect(lengths(await pieces(batches))).toEqual([3, 4]);
});

test('an empty batch at the end of the log releases the events held back, and is projected itself', async () => {
  const events = await logOf([[1, 3]]);
  const [first, second] = cut(events, [2]);
  if (!first || !second) throw new Error('the log is too short');
  const end: EventBatch = { events: [], last: second.last, isCaughtUp: true };
  expect(await pieces([{ ...second, events, isCaughtUp: false }, end])).toEqual([{ ...end, events }]);
  expect(await pieces([first, second, end])).toEqual([{ ...second, events }, end]);
});

test('a change with more events than one append can have is not held back', async () => {
  const [event, other] = await logOf([
    [1, 1],
    [2, 1],
  ]);
  if (!event || !other) throw new Error('the log is too short');
  const endless = [...Array.from({ length: 10_001 }, () => event), other];
  expect(lengths(await pieces(cut(endless, [1_000])))).toEqual([10_000, 2]);
});
