import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { businessStream } from '#domain/streams.ts';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { type EventLog, LogUnavailable } from '#eventstore/port.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { anyTraffic, createAppender, type Traffic } from '#tests/support/histories.ts';
import { SEED } from '#tests/support/property-runs.ts';
import { moveLog, mapPositions } from '../../scripts/move-log.ts';
import { migratedDatabase, type TestDatabase } from '#tests/support/database.ts';
import { collect, someEvents } from './some-events.ts';

/** Histories without an erasure, because these have figures; the first will be erased from the log. */
const ownedOf = ({ histories: [, ...others] }: Traffic): number =>
  others.filter(({ state }) => state.ownerId !== null).length;
/** The history is long enough to be interrupted in the middle. */
const someTraffic = anyTraffic({ most: 6, longest: 60 }).filter(
  (each) => each.histories.length > 2 && ownedOf(each) > 0 && each.appends.length > 20,
);
const [traffic = { histories: [], appends: [] }] = fc.sample(someTraffic, { numRuns: 1, seed: SEED });
const { histories, appends } = traffic;
const owned = ownedOf(traffic);
const [erased = '', ...kept] = histories.map(({ businessId }) => businessStream(businessId));

describe('move of the event log', () => {
  let first: TestDatabase;
  let second: TestDatabase;
  let server: StandIn;
  let postgres: EventLog;
  let eventStore: EventLog;
  let back: EventLog;
  beforeEach(async () => {
    [first, second, server] = await Promise.all([
      migratedDatabase('postgres'),
      migratedDatabase('postgres'),
      startStandIn(),
    ]);
    postgres = await createPostgresLog({ connectionString: first.url, timeoutMs: 10_000 });
    back = await createPostgresLog({ connectionString: second.url, timeoutMs: 10_000 });
    eventStore = await createEventStoreDbLog({ url: server.url, timeoutMs: 10_000 });
    await createAppender(postgres).appendAll({ appends });
    await postgres.erase(erased);
  });
  afterEach(async () => {
    await Promise.all([postgres.close(), back.close(), eventStore.close()]);
    await Promise.all([first.drop(), second.drop(), server.stop()]);
  });

  const eventsIn = async (log: EventLog): Promise<readonly unknown[]> => {
    const streams = await Promise.all(kept.map((stream) => collect(log.read(stream))));
    return streams.flat().map((event) => ({ ...event, position: null }));
  };
  const total = appends.reduce((sum, { change }) => sum + change.events.length, 0);

  it('takes all events to EventStoreDB and back, in order and with equal figures', async () => {
    const moved = await moveLog({ from: postgres, to: eventStore });
    expect(moved).toMatchObject({ existing: 0, copied: total, erased: 1 });
    expect(moved.businesses).toBe(owned);
    const [at] = (await collect(postgres.read(kept[0] ?? ''))).slice(-1);
    const [there] = (await collect(eventStore.read(kept[0] ?? ''))).slice(-1);
    const position = at?.position ?? '';
    const places = await mapPositions({ from: postgres, to: eventStore }, [position]);
    expect([...places]).toEqual([[position, there?.position]]);
    server.stored.scavenge();
    expect(await moveLog({ from: eventStore, to: back })).toMatchObject({ businesses: owned });
    expect(await eventsIn(back)).toEqual(await eventsIn(postgres));
    expect(await eventsIn(eventStore)).toEqual(await eventsIn(postgres));
  });

  it('resumes where it was interrupted, and changes nothing when it is repeated', async () => {
    let left = 4;
    const breaking: EventLog = {
      ...eventStore,
      append(...appended) {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('the machine was switched off')) : eventStore.append(...appended);
      },
    };
    await expect(moveLog({ from: postgres, to: breaking })).rejects.toThrow('switched off');
    const moved = await moveLog({ from: postgres, to: eventStore });
    expect(moved.existing).toBeGreaterThanOrEqual(4);
    expect(moved.copied).toBeGreaterThan(0);
    expect(moved.existing + moved.copied).toBe(total);
    expect(await moveLog({ from: postgres, to: eventStore })).toMatchObject({ existing: total, copied: 0 });
    expect(await eventsIn(eventStore)).toEqual(await eventsIn(postgres));
  });

  it('repeats an append that received no answer', async () => {
    let n = 0;
    const losingReplies: EventLog = {
      ...eventStore,
      async append(...appended) {
        const answer = await eventStore.append(...appended);
        n += 1;
        if (n % 7 === 0) throw new LogUnavailable('unknown', new Error('connection reset'));
        return answer;
      },
    };
    expect(await moveLog({ from: postgres, to: losingReplies })).toMatchObject({ copied: total });
  });

  it('is refused when the target log has events of its own, and when another process writes meanwhile', async () => {
    const other = createMemoryLog();
    await other.append(kept[0] ?? '', 'none', someEvents(1));
    await expect(moveLog({ from: postgres, to: other })).rejects.toThrow('there is event');
    expect(await collect(other.read(kept[0] ?? ''))).toHaveLength(1);
    const busy: EventLog = {
      ...postgres,
      head: async () => {
        await createAppender(postgres).append(`business-${crypto.randomUUID()}`, [{ type: 'Whatever', data: {} }]);
        return postgres.head();
      },
    };
    await expect(moveLog({ from: busy, to: createMemoryLog() })).rejects.toThrow(/missing|meanwhile/);
  });
});
