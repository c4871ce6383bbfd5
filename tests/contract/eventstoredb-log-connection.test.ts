import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { type EventLog, LogUnavailable } from '#eventstore/port.ts';
import { freePort } from '#src/postgres/free-port.ts';
import { type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { all, follow, someEvents, someStream } from './some-events.ts';

/** Longer than any single wait of the log, shorter than what a caller puts up with. */
const PATIENCE_MS = 3_000;

/** The error and how long it took to come. */
async function failureOf(call: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const start = performance.now();
  const error = await call.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  return { error, ms: performance.now() - start };
}

/** Calls until it is answered again; the log comes back by itself. */
async function again<T>(call: () => Promise<T>, patienceMs = 10_000): Promise<T> {
  for (const deadline = performance.now() + patienceMs; ; await sleep(20))
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof LogUnavailable) || performance.now() > deadline) throw error;
    }
}

describe('connections of the event log in EventStoreDB, a stand-in', () => {
  let server: StandIn;
  let proxy: TcpProxy;
  let log: EventLog;
  beforeEach(async () => {
    server = await startStandIn();
    proxy = await startTcpProxy(server.url);
    log = await createEventStoreDbLog({ url: proxy.url });
  });
  afterEach(async () => {
    await log.close();
    await proxy.close();
    await server.stop();
  });

  it('a silent peer: within 3 s for whoever waits, at once for all others, and back when it speaks', async () => {
    const stream = someStream();
    const events = someEvents(2);
    await log.append(someStream(), 'none', someEvents(1));
    proxy.stall();
    const sent = await failureOf(log.append(stream, 'none', events));
    expect(sent).toMatchObject({ error: { name: 'LogUnavailable', outcome: 'unknown' } });
    expect(sent.ms).toBeLessThan(PATIENCE_MS);
    const many = await Promise.all(
      Array.from({ length: 1_000 }, () => failureOf(log.append(someStream(), 'none', someEvents(1)))),
    );
    for (const { error } of many) expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
    expect(Math.max(...many.map(({ ms }) => ms))).toBeLessThan(500);
    proxy.heal();
    expect(await again(() => log.append(stream, 'none', events))).toMatchObject({ revision: 1n });
    expect(await again(() => all(log.read(stream)))).toHaveLength(2);
  });

  it('a silent peer: reads, head and erasures say so within 3 s, a subscription when it has tried for a while', async () => {
    const stream = someStream();
    const { position } = await log.append(stream, 'none', someEvents(1));
    const follower = failureOf(follow(log, { enough: () => false }));
    await sleep(200);
    proxy.stall();
    const calls = [all(log.read(stream)), log.head(), log.erase(someStream())];
    for (const { error, ms } of await Promise.all(calls.map(failureOf))) {
      expect(error).toBeInstanceOf(LogUnavailable);
      expect(ms).toBeLessThan(PATIENCE_MS);
    }
    expect((await follower).error).toBeInstanceOf(LogUnavailable);
    expect((await follower).ms).toBeLessThan(8_000);
    proxy.heal();
    expect(await again(() => log.head())).toBe(position);
    expect(await again(() => follow(log, { enough: (b) => b.length > 0 }))).toHaveLength(1);
  });

  it('an answer lost after the commit: unknown, and the same ids get the answer', async () => {
    const stream = someStream();
    const events = someEvents(3);
    await log.append(someStream(), 'none', someEvents(1));
    proxy.loseReplies();
    const { error } = await failureOf(log.append(stream, 'none', events));
    expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'unknown' });
    expect(server.stored.stream(stream)).toHaveLength(3);
    proxy.heal();
    const { revision, position } = await again(() => log.append(stream, 'none', events));
    expect(revision).toBe(2n);
    expect(await again(() => log.head())).toBe(position);
  });

  it('a server that is away: nothing was appended, and it works when the server is back', async () => {
    const stream = someStream();
    await log.append(stream, 'none', someEvents(1));
    await proxy.refuse();
    await failureOf(log.append(stream, 0n, someEvents(1)));
    const { error, ms } = await failureOf(log.append(stream, 0n, someEvents(1)));
    expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
    expect(ms).toBeLessThan(500);
    await expect(createEventStoreDbLog({ url: proxy.url })).rejects.toThrow(LogUnavailable);
    await proxy.listen();
    expect(await again(() => log.append(stream, 0n, someEvents(1)))).toMatchObject({ revision: 1n });
  });

  it('a server that has been away for long is found within 5 s', { timeout: 40_000 }, async () => {
    await server.stop();
    await failureOf(log.head());
    await sleep(7_000); // long enough for pauses of every kind to have grown
    await server.start();
    const start = performance.now();
    await again(() => log.head());
    expect(performance.now() - start).toBeLessThan(5_500);
  });

  it('connections that break under load end no process and lose nothing', { timeout: 40_000 }, async () => {
    const stop = new AbortController();
    let cuts = 0;
    const cutting = (async () => {
      for (; !stop.signal.aborted; await sleep(250)) {
        proxy.reset();
        server.endSubscriptions('unavailable');
        cuts += 1;
      }
    })();
    const follower = failureOf(follow(log, { enough: () => stop.signal.aborted }));
    const streams = Array.from({ length: 100 }, someStream);
    const writing = streams.map(async (stream) => {
      const events = someEvents(2);
      await again(() => log.append(stream, 'none', events), 30_000);
      await again(() => all(log.read(stream)), 30_000);
    });
    await Promise.all(writing).finally(() => stop.abort());
    await cutting;
    await again(() => log.append(someStream(), 'none', someEvents(1)));
    await follower;
    for (const stream of streams) expect(server.stored.stream(stream)).toHaveLength(2);
    expect(cuts).toBeGreaterThan(2);
  });

  it('another log at the same address is not taken for this one', async () => {
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
    const nobody = await freePort();
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
