import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { isOurs } from '#eventstore/eventstoredb/head.ts';
import { type AppendFault, type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { judge, type LogEntry, NO_FAULTS, numberIn, tail } from './stress/judge.ts';
import { write, writeElsewhere, type WritingOptions } from './stress/writers.ts';

/** The test takes three seconds in the suite; STRESS_MS=120000 makes it longer. */
const MILLISECONDS = Number(process.env['STRESS_MS'] ?? 3_000);
const WRITING: WritingOptions = {
  writers: 6,
  sharedStreams: 5,
  prefix: 'business',
  milliseconds: MILLISECONDS,
  atLeast: 60,
  seed: 1,
};
const FAULTS: readonly AppendFault[] = ['lost_reply', 'unavailable', 'timed_out', 'no_position', 'not_leader'];
const WAYS = ['politely', 'cancelled', 'unavailable'] as const;

describe('event log in an EventStoreDB stand-in under stress', () => {
  let server: StandIn;
  let proxy: TcpProxy;
  beforeEach(async () => {
    server = await startStandIn();
    proxy = await startTcpProxy(server.url);
  });
  afterEach(async () => {
    await proxy.close();
    await server.stop();
  });

  /** Positions are byte offsets, so they are replaced by ordinal numbers, in which a gap is visible. */
  function storedEntries(): {
    readonly stored: readonly LogEntry[];
    readonly withOrdinal: (event: LogEntry) => LogEntry;
  } {
    const own = server.stored.all.filter(isOurs);
    const places = new Map(own.map(({ commit }, i) => [Number(commit), i + 1]));
    const withOrdinal = (event: LogEntry): LogEntry => ({ ...event, position: places.get(event.position) ?? -1 });
    const stored = own.map(({ commit, stream, revision, id }) =>
      withOrdinal({ position: Number(commit), stream, revision: Number(revision), id }),
    );
    return { stored, withOrdinal };
  }

  /** Causes every kind of fault in turn, with pauses in which appends succeed. */
  async function causeFaults(until: AbortSignal): Promise<Record<string, number>> {
    const faultCounts: Record<string, number> = { restarts: 0, cuts: 0, ended: 0, faults: 0, lost: 0 };
    const count = (kind: string, by = 1): number => (faultCounts[kind] = (faultCounts[kind] ?? 0) + by);
    for (let n = 0; !until.aborted; n += 1) {
      await sleep(120);
      server.writeForeign(20);
      server.appendFaults.push(FAULTS[n % FAULTS.length] as AppendFault);
      count('faults');
      if (n % 3 === 0) count('ended', server.endSubscriptions(WAYS[(n / 3) % 3] ?? 'politely'));
      if (n % 5 === 1) {
        proxy.reset();
        count('cuts');
      }
      if (n % 7 === 2) {
        proxy.loseReplies();
        await sleep(30);
        proxy.heal();
        count('lost');
      }
      if (n % 7 !== 3) continue;
      await server.stop();
      await sleep(n % 2 ? 20 : 900); // The longer silence exceeds the time after which a subscription gives up.
      await server.start();
      count('restarts');
    }
    server.appendFaults.length = 0;
    return faultCounts;
  }

  it('delivers every event once and in order to subscribers', { timeout: MILLISECONDS + 90_000 }, async () => {
    const log = await createEventStoreDbLog({ url: proxy.url });
    const reader = await createEventStoreDbLog({ url: server.url });
    const done = new AbortController();
    const here = write(log, WRITING);
    const elsewhere = writeElsewhere(server.url, { ...WRITING, seed: 2, prefix: 'payment' });
    const making = causeFaults(done.signal);
    const writing = Promise.all([here, elsewhere]);
    const last = writing.then(async () => {
      done.abort();
      await making;
      return `${log.id}:${String(server.stored.all.findLast(isOurs)?.commit).padStart(20, '0')}`;
    });
    let away = 0;
    const readers = [log, reader].map((each) => tail(each, last, () => void (away += 1)));
    const written = await writing;
    const delivered = await Promise.all(readers);
    const faultCounts = await making;
    await Promise.all([log.close(), reader.close()]);

    const { stored, withOrdinal } = storedEntries();
    expect(delivered.map((events) => judge(stored, events.map(withOrdinal)))).toEqual([NO_FAULTS, NO_FAULTS]);
    const places = new Map(stored.map(({ id, position }) => [id, position]));
    const acknowledged = written.flatMap((part) => part.acknowledged);
    const wrongPlace = acknowledged.filter(
      ({ id, position }) =>
        places.get(id) === undefined ||
        places.get(id) !== withOrdinal({ position: numberIn(position), id, stream: '', revision: 0 }).position,
    );
    expect(wrongPlace).toEqual([]);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
    expect(written.flatMap(({ wrong }) => wrong)).toEqual([]);

    // These counts show that faults really happened.
    for (const part of written) {
      expect(part.acknowledged.length).toBeGreaterThan(100);
      expect(part.refused).toBeGreaterThan(10);
      expect(part.repeated).toBeGreaterThan(5);
    }
    for (const times of Object.values(faultCounts)) expect(times).toBeGreaterThan(1);
    expect(server.calls.batchAppend).toBe(0);
  });

  it('self-test: the checker finds a reader that believes the server when it says that the reader has caught up', async () => {
    const log = await createEventStoreDbLog({ url: server.url });
    await write(log, { ...WRITING, milliseconds: 100, atLeast: 10 });
    const { stored, withOrdinal } = storedEntries();
    const all = await tail(log, Promise.resolve((await log.head()) as string));
    const without = all.toSpliced(all.length - 16, 16); // A checkpoint ahead of the buffered events would skip these.
    expect(judge(stored, without.map(withOrdinal))).toMatchObject({ missed: 16 });
    expect(judge(stored, [...all, ...all.slice(-1)].map(withOrdinal))).toMatchObject({ duplicated: 1 });
    expect(judge(stored, all.toReversed().map(withOrdinal)).outOfOrder).toBeGreaterThan(0);
    await log.close();
  });
});
