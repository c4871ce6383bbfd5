import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serialiseAppend } from '#eventstore/serialised-append.ts';
import { formatPosition } from '#eventstore/port.ts';
import type { ReconnectingClient, Row } from '#eventstore/postgres/reconnecting-client.ts';
import { createSubscriptions } from '#eventstore/postgres/subscriptions.ts';
import { someEvents } from '#tests/contract/some-events.ts';
import { runs } from '#tests/support/property-runs.ts';

const LOG_ID = 'log';

/** Lets other tasks take that many turns. No time passes here, so every run of an example is the same. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await Promise.resolve();
}

/** Yields the values in turn, for ever. */
function cycle<T>(values: readonly [T, ...T[]]): () => T {
  let n = 0;
  return () => values[n++ % values.length] ?? values[0];
}

/** The columns of a page, each as one text, the end of the log, and the last position of the page. */
function pageOf(rows: readonly Row[], head: number, upTo: number): Row {
  const columns = [4, 3, 0, 5, 6, 1, 2].map((column) => {
    const cells = rows.map((row) => row[column] ?? 'null');
    const isName = column === 1 || column === 3 || column === 4;
    return isName ? cells.join('\x1f') : `[${cells.join(',')}]`;
  });
  return [...(rows.length === 0 ? columns.map(() => null) : columns), String(head), String(upTo)];
}

/** A database with delays: one before it reads its rows, one before the answer arrives. */
function slowLine(rows: readonly Row[], slowness: () => number): ReconnectingClient {
  return {
    isUp: () => true,
    connect: async () => undefined,
    async query({ name }, values) {
      await turns(slowness());
      const [after, upTo, types] = values as [number, number, readonly string[] | null];
      const head = rows.length;
      const found = rows.slice(after, upTo).filter(([, , , , type]) => types?.includes(type ?? '') ?? true);
      const answer = name === 'log_page' ? [pageOf(found, head, upTo)] : rows.slice(-1);
      await turns(slowness());
      return answer;
    },
    close: async () => undefined,
  };
}

const step = fc.record({
  who: fc.constantFrom('this process', 'another, announced', 'another, in silence'),
  type: fc.constantFrom('FixedCostAdded', 'DishAdded'),
  events: fc.integer({ min: 1, max: 4 }),
  /** The delay between the commit and the moment at which the writer learns of it. */
  lag: fc.integer({ min: 0, max: 12 }),
  pause: fc.integer({ min: 0, max: 40 }),
});
const speeds = fc
  .array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 7 })
  .map((list) => list as [number, ...number[]]);

it('a subscription delivers each requested event once and in order, wherever it was appended and whenever it is announced', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        steps: fc.array(step, { minLength: 1, maxLength: 25 }),
        batchSize: fc.integer({ min: 1, max: 5 }),
        databaseSpeed: speeds,
        subscriberSpeed: speeds,
        types: fc.constantFrom<readonly string[] | undefined>(undefined, ['DishAdded'], []),
      }),
      async ({ steps, batchSize, databaseSpeed, subscriberSpeed, types }) => {
        const rows: Row[] = [];
        const line = slowLine(rows, cycle(databaseSpeed));
        const subscriptions = createSubscriptions({ logId: LOG_ID, client: line, pollMs: 1_000_000 });
        const stop = new AbortController();
        const total = formatPosition(
          LOG_ID,
          steps.reduce((sum, { events }) => sum + events, 0),
        );
        const delivered: { readonly id: string; readonly position: string }[] = [];

        const following = (async () => {
          const slowness = cycle(subscriberSpeed);
          for await (const batch of subscriptions.subscribe(null, { batchSize, signal: stop.signal, types })) {
            const isExact = batch.last === batch.events.at(-1)?.position;
            expect(isExact || (types !== undefined && (batch.events.length > 0 || batch.isCaughtUp))).toBe(true);
            expect(batch.events.length).toBeLessThanOrEqual(batchSize);
            delivered.push(...batch.events.map(({ id, position }) => ({ id, position })));
            await turns(slowness());
            if (batch.last === total) stop.abort();
          }
        })();

        let knowing = Promise.resolve();
        for (const [n, { who, type, events, lag, pause }] of steps.entries()) {
          const draft = serialiseAppend(
            `stream-${n}`,
            'none',
            someEvents(events).map((event) => ({ ...event, type })),
          );
          for (const [i, event] of draft.events.entries())
            rows.push([String(rows.length + 1), draft.stream, String(i), event.id, event.type, event.meta, event.data]);
          const position = rows.length;
          knowing = knowing.then(async () => {
            await turns(lag);
            if (who === 'this process')
              subscriptions.publish(draft, { revision: events - 1, index: position, isNew: true });
            if (who === 'another, announced') subscriptions.recordAnnouncedIndex(position);
            return undefined;
          });
          await turns(pause);
        }
        await knowing;
        subscriptions.recordAnnouncedIndex(rows.length);
        await following;
        const expected = rows.map(([, , , id, type = ''], i) => ({
          id,
          type,
          position: formatPosition(LOG_ID, i + 1),
        }));
        const wanted = expected.filter(({ type }) => types?.includes(type ?? '') ?? true);
        expect(delivered).toEqual(wanted.map(({ id, position }) => ({ id, position })));
      },
    ),
    runs(400),
  );
});
