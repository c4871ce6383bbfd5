import type { RecordedEvent } from '#domain/event.ts';
import { businessStream } from '#domain/streams.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { type BusinessChanges, foldBatch, groupByStream } from '#projections/read/fold-batch.ts';
import { emptyState, foldInto, type ProjectedState } from '#projections/read/stream-state.ts';
import { LIST_NAMES, type ListName, type ListRow } from '#read-model/list-rows.ts';
import { anyTraffic, createAppender, type Traffic } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRowsOf } from './all-rows.ts';

async function recordedEvents(traffic: Traffic): Promise<readonly RecordedEvent[]> {
  const log = createMemoryLog();
  await createAppender(log).appendAll(traffic);
  const events: RecordedEvent[] = [];
  for await (const batch of log.subscribe(null, { batchSize: 1_000, signal: new AbortController().signal })) {
    events.push(...batch.events);
    if (batch.isCaughtUp) break;
  }
  return events;
}

/** The tables of all businesses as plain maps. */
function createTables() {
  const rows = new Map<string, { readonly business: string; readonly list: ListName; readonly row: ListRow }>();
  const businesses = new Map<string, BusinessChanges['business']>();
  return {
    write({ id, business, isErased, lists }: { readonly id: string } & BusinessChanges) {
      if (business) businesses.set(id, business);
      if (isErased) businesses.delete(id);
      if (isErased) for (const [key, row] of rows) if (row.business === id) rows.delete(key);
      for (const list of LIST_NAMES) {
        for (const row of lists[list].upserts) rows.set(`${list} ${id} ${row.id}`, { business: id, list, row });
        for (const removed of lists[list].removals) rows.delete(`${list} ${id} ${removed}`);
      }
    },
    of: (id: string) => ({
      business: businesses.get(id) ?? null,
      lists: Object.fromEntries(
        LIST_NAMES.map((name): [ListName, ListRow[]] => {
          const own = [...rows.values()].filter(({ business, list }) => business === id && list === name);
          return [name, own.map(({ row }) => row).toSorted((a, b) => a.sequence - b.sequence)];
        }),
      ),
    }),
  };
}

const anyBatch = fc.record({
  size: fc.integer({ min: 1, max: 40 }),
  /** Tells whether a crash has emptied the cache of the process that takes the batch. */
  isFresh: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

test('the rows of each business do not depend on other businesses or on how the log is cut into batches', async () => {
  await fc.assert(
    fc.asyncProperty(anyTraffic({ most: 4, longest: 40 }), fc.infiniteStream(anyBatch), async (traffic, batches) => {
      const events = await recordedEvents(traffic);
      const tables = createTables();
      let states = new Map<string, ProjectedState>();
      for (let from = 0; from < events.length;) {
        const { size, isFresh } = batches.next().value ?? { size: 1, isFresh: false };
        if (isFresh) states = new Map();
        const groups = groupByStream(events.slice(from, from + size));
        const before = (stream: string) => events.slice(0, from).filter((event) => event.stream === stream);
        const befores = new Map(
          Array.from(groups, ([stream, { ref }]): [string, ProjectedState] => [
            stream,
            states.get(stream) ?? foldInto(emptyState(ref), before(stream)),
          ]),
        );
        const folded = foldBatch(groups, befores);
        expect(folded.parked).toEqual([]);
        for (const changes of folded.businesses) tables.write(changes);
        for (const [stream, after] of folded.states) states.set(stream, after);
        from += size;
      }
      for (const { businessId, state } of traffic.histories) {
        const last = events.findLast(({ stream }) => stream === businessStream(businessId));
        const { business, lists } = allRowsOf(state, last?.position ?? null);
        expect(tables.of(businessId).business).toEqual(business);
        for (const name of LIST_NAMES)
          expect(tables.of(businessId).lists[name]).toEqual(lists[name].toSorted((a, b) => a.sequence - b.sequence));
      }
    }),
    runs(20),
  );
});
