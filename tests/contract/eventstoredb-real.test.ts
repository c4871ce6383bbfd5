import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '#domain/event.ts';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { leaderOf } from '#tests/support/eventstoredb/leader.ts';
import { stopwatch } from '#tests/support/starvation.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';
import { describeEventLog } from './event-log.suite.ts';
import { collect, someEvents } from './some-events.ts';
import { judge, logEntryOf, NO_FAULTS, tail } from './stress/judge.ts';
import { write, writeElsewhere, type WritingOptions } from './stress/writers.ts';

/**
 * The tests use the EventStoreDB at `EVENT_STORE_URL=esdb://127.0.0.1:2113?tls=false`, or several nodes with TLS, such
 * as `esdb://admin:changeit@127.0.0.1:2111,127.0.0.1:2112,127.0.0.1:2113?tls=true&tlsCAFile=/certs/ca.crt`. With TLS
 * the certificates must be valid for 127.0.0.1, because a proxy there breaks the connections.
 */
const url = process.env['EVENT_STORE_URL'] ?? '';
const MILLISECONDS = Number(process.env['STRESS_MS'] ?? 3_000);

describe.skipIf(url === '')('EventStoreDB', () => {
  const warnings: (string | undefined)[] = [];
  const warned = (warning: Error & { readonly code?: string }): void => void warnings.push(warning.code);
  beforeAll(() => void process.on('warning', warned));
  afterAll(() => void process.off('warning', warned));

  describeEventLog(
    'in EventStoreDB',
    async () => {
      const log = await createEventStoreDbLog({ url, timeoutMs: 10_000 });
      const other = await createEventStoreDbLog({ url, timeoutMs: 10_000 });
      const dispose = async (): Promise<void> => {
        await Promise.all([log.close(), other.close()]);
      };
      return { log, other, dispose };
    },
    { knowsAllIds: false, erasesDataAtOnce: true, hasEarlierEvents: true },
  );

  /** Random names, so that streams of earlier runs do not matter. */
  const options = (kind: string, seed: number): WritingOptions => ({
    writers: 6,
    sharedStreams: 5,
    prefix: `${kind}-${Date.now()}`,
    milliseconds: MILLISECONDS,
    atLeast: 60,
    seed,
  });

  it('answers a repeated append that arrives while the first is being committed, also in another process', async () => {
    const logs = await Promise.all(Array.from({ length: 4 }, () => createEventStoreDbLog({ url })));
    for (let n = 0; n < 20; n += 1) {
      const stream = `business-${randomUUID()}`;
      const events = someEvents(2);
      const took = stopwatch();
      const answers = await Promise.all(logs.map((each) => each.append(stream, 'none', events)));
      expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
      expect(took()).toBeLessThan(1_000);
    }
    await Promise.all(logs.map((each) => each.close()));
  });

  it(
    'delivers every event once and in order to two processes over connections that break',
    {
      timeout: MILLISECONDS + 120_000,
    },
    async () => {
      const proxy = await startTcpProxy(await leaderOf(url));
      const log = await createEventStoreDbLog({ url: proxy.url });
      const reader = await createEventStoreDbLog({ url, timeoutMs: 10_000 });
      const done = new AbortController();
      const cutting = (async () => {
        for (let n = 0; !done.signal.aborted; n += 1) {
          await sleep(300);
          if (n % 2) proxy.reset();
          else {
            proxy.loseReplies();
            await sleep(50);
            proxy.heal();
          }
        }
      })();
      const own = [options('business', 1), options('payment', 2)] as const;
      const writing = Promise.all([write(log, own[0]), writeElsewhere(url, own[1])]);
      const last = writing.then(async () => {
        done.abort();
        await cutting;
        return (await reader.head()) as string;
      });
      const readers = [log, reader].map((each) => tail(each, last, () => undefined));
      const written = await writing;
      const delivered = await Promise.all(readers);

      // The streams themselves, read in the order of the log, are the reference.
      const names = own.flatMap(({ prefix, writers, sharedStreams }) => [
        ...Array.from({ length: writers }, (_, n) => `${prefix}-own-${n}`),
        ...Array.from({ length: sharedStreams }, (_, n) => `${prefix}-shared-${n}`),
      ]);
      const events: RecordedEvent[] = [];
      for (const name of names) events.push(...(await collect(reader.read(name))));
      const stored = events.map(logEntryOf).toSorted((a, b) => a.position - b.position);
      const places = new Map(stored.map(({ position }, i) => [position, i + 1]));
      const inLine = stored.map((event) => ({ ...event, position: places.get(event.position) ?? 0 }));
      for (const list of delivered) {
        const ofThisRun = list.filter(({ stream }) => names.includes(stream));
        const seen = ofThisRun.map((event) => ({ ...event, position: places.get(event.position) ?? 0 }));
        expect(judge(inLine, seen)).toEqual(NO_FAULTS);
      }
      const positions = new Map(events.map(({ id, position }) => [id, position]));
      const acknowledged = written.flatMap((part) => part.acknowledged);
      expect(acknowledged.filter(({ id, position }) => positions.get(id) !== position)).toEqual([]);
      expect(written.flatMap(({ wrong }) => wrong)).toEqual([]);
      await Promise.all([log.close(), reader.close()]);
      await proxy.close();
    },
  );

  it('is reached without a warning from Node about an IP address as a server name', () => {
    expect(warnings).not.toContain('DEP0123');
  });
});
