import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import { ownPort } from '#tests/support/port.ts';
import { type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { describeConnections, type LogServer, TIMEOUT_MS } from './log-connection.suite.ts';
import { all, follow, someEvents, someStream } from './some-events.ts';
import { again, failureOf } from './unanswered.ts';

async function startServer(): Promise<LogServer & StandIn> {
  const standIn = await startStandIn();
  const countOf = async (stream: string): Promise<number> => standIn.stored.stream(stream)?.length ?? 0;
  return Object.assign(standIn, { countOf });
}

const eventStoreDb = {
  kind: 'in EventStoreDB, a stand-in',
  start: startServer,
  connect: (url: string) => createEventStoreDbLog({ url }),
  followerGivesUpMs: 8_000,
};

describeConnections(eventStoreDb, (current) => {
  it('a silent peer: erasures say so within 3 s', async () => {
    const { proxy, log } = current();
    await log.append(someStream(), 'none', someEvents(1));
    proxy.stall();
    const { error, ms } = await failureOf(log.erase(someStream()));
    expect(error).toBeInstanceOf(LogUnavailable);
    expect(ms).toBeLessThan(TIMEOUT_MS);
  });

  it('a connection that is gone without a word is waited for once, and not asked again', async () => {
    const timeoutMs = 4_000;
    const { proxy } = current();
    const patient = await createEventStoreDbLog({ url: proxy.url, timeoutMs });
    const stream = someStream();
    await patient.append(stream, 'none', someEvents(1));
    proxy.abandon();
    expect((await failureOf(patient.append(stream, 0n, someEvents(1)))).error).toBeInstanceOf(LogUnavailable);
    const given = performance.now();
    await again(() => patient.append(stream, 0n, someEvents(1)));
    expect(performance.now() - given).toBeLessThan(timeoutMs);
    await patient.close();
  });

  it('what a call may take stands in the address', async () => {
    const { proxy, server, log } = current();
    const patient = await createEventStoreDbLog({ url: `${proxy.url}&defaultDeadline=20000` });
    server.delayAppends(2_500); // longer than it may take else
    expect(await patient.append(someStream(), 'none', someEvents(1))).toMatchObject({ revision: 0n });
    expect((await failureOf(log.append(someStream(), 'none', someEvents(1)))).error).toBeInstanceOf(LogUnavailable);
    await patient.close();
    for (const wrong of ['99', '100000', '1s', ''])
      await expect(createEventStoreDbLog({ url: `${proxy.url}&defaultDeadline=${wrong}` })).rejects.toThrow(
        'defaultDeadline is',
      );
  });

  it('a server that has been away for long is found within 5 s', { timeout: 40_000 }, async () => {
    const { server, log } = current();
    await server.stop();
    await failureOf(log.head());
    await sleep(7_000); // long enough for pauses of every kind to have grown
    await server.start();
    const start = performance.now();
    await again(() => log.head());
    expect(performance.now() - start).toBeLessThan(5_500);
  });

  it('connections that break under load end no process and lose nothing', { timeout: 40_000 }, async () => {
    const { server, proxy, log } = current();
    const stop = new AbortController();
    let answered = 0;
    /** By what has been done and not by the clock: a busy machine has as much between two cuts as an idle one. */
    const cutAtTimes = (): void => {
      answered += 1;
      if (answered % 20 > 0) return;
      proxy.reset();
      server.endSubscriptions('unavailable');
    };
    const follower = failureOf(follow(log, { enough: () => stop.signal.aborted }));
    const streams = Array.from({ length: 100 }, someStream);
    const writing = streams.map(async (stream) => {
      const events = someEvents(2);
      await again(() => log.append(stream, 'none', events));
      cutAtTimes();
      await again(() => all(log.read(stream)));
      cutAtTimes();
    });
    await Promise.all(writing).finally(() => stop.abort());
    await again(() => log.append(someStream(), 'none', someEvents(1)));
    await follower;
    for (const stream of streams) expect(server.stored.stream(stream)).toHaveLength(2);
    expect(answered).toBe(200);
  });

  it('another log at the same address is not taken for this one', async () => {
    const { server, log } = current();
    await log.append(someStream(), 'none', someEvents(1));
    const head = await log.head();
    const { port } = server;
    await server.stop();
    const another = await startStandIn({ port });
    await createEventStoreDbLog({ url: another.url }).then((other) => other.close());
    await sleep(500);
    for (let n = 0; n < 5; n += 1) {
      expect((await failureOf(log.append(someStream(), 'none', someEvents(1)))).error).toBeInstanceOf(LogUnavailable);
      await sleep(100);
    }
    expect(another.stored.all.filter(({ stream }) => stream.startsWith('business-'))).toEqual([]);
    await another.stop();
    await server.start();
    expect(await again(() => log.head())).toBe(head);
  });
});

describe('a cluster of EventStoreDB, stand-ins', () => {
  it('is found at whichever node is there, and followed to its leader', async () => {
    const first = await startStandIn();
    const second = await startStandIn({ stored: first.stored });
    const nobody = await ownPort();
    first.follow(second.port);
    const url = `esdb://127.0.0.1:${nobody},127.0.0.1:${first.port}?tls=false`;
    const log = await again(() => createEventStoreDbLog({ url }));
    const stream = someStream();
    const events = someEvents(40);
    for (const [i, event] of events.entries()) {
      if (i === 20) {
        first.follow(undefined);
        second.follow(first.port);
      }
      await again(() => log.append(stream, i === 0 ? 'none' : BigInt(i - 1), [event]));
    }
    expect((await again(() => all(log.read(stream)))).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(first.calls.append).toBeGreaterThan(15);
    expect(second.calls.append).toBeGreaterThan(15);
    await log.close();
    await Promise.all([first.stop(), second.stop()]);
  });
});
