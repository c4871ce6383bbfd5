import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import { loopbackCertificate, type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { ownPort } from '#tests/support/port.ts';
import { stopwatch } from '#tests/support/starvation.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';
import {
  describeConnections,
  failureOf,
  type LogServer,
  retryUntilSuccess,
  TIMEOUT_MS,
} from './log-connection.suite.ts';
import { collect, follow, someEvents, someStream } from './some-events.ts';

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
  it('an erasure fails within 3 s when the peer is silent', async () => {
    const { proxy, log } = current();
    await log.append(someStream(), 'none', someEvents(1));
    proxy.stall();
    const { error, ms } = await failureOf(log.erase(someStream()));
    expect(error).toBeInstanceOf(LogUnavailable);
    expect(ms).toBeLessThan(TIMEOUT_MS);
  });

  it('a connection that died silently is waited for once and then replaced', async () => {
    const timeoutMs = 4_000;
    const { proxy } = current();
    const patient = await createEventStoreDbLog({ url: proxy.url, timeoutMs });
    const stream = someStream();
    await patient.append(stream, 'none', someEvents(1));
    proxy.abandon();
    expect((await failureOf(patient.append(stream, 0n, someEvents(1)))).error).toBeInstanceOf(LogUnavailable);
    const took = stopwatch();
    await retryUntilSuccess(() => patient.append(stream, 0n, someEvents(1)));
    expect(took()).toBeLessThan(timeoutMs);
    await patient.close();
  });

  it('the deadline of a call is read from the address', async () => {
    const { proxy, server, log } = current();
    const patient = await createEventStoreDbLog({ url: `${proxy.url}&defaultDeadline=20000` });
    server.delayAppends(2_500); // This delay is longer than the default deadline.
    expect(await patient.append(someStream(), 'none', someEvents(1))).toMatchObject({ revision: 0n });
    expect((await failureOf(log.append(someStream(), 'none', someEvents(1)))).error).toBeInstanceOf(LogUnavailable);
    await patient.close();
    for (const wrong of ['99', '100000', '1s', ''])
      await expect(createEventStoreDbLog({ url: `${proxy.url}&defaultDeadline=${wrong}` })).rejects.toThrow(
        'defaultDeadline is',
      );
  });

  it('a server that was away for long is reached again within 5 s', { timeout: 40_000 }, async () => {
    const { server, log } = current();
    await server.stop();
    await failureOf(log.head());
    await sleep(7_000); // After seven seconds every kind of pause has grown.
    await server.start();
    const took = stopwatch();
    await retryUntilSuccess(() => log.head());
    expect(took()).toBeLessThan(5_500);
  });

  it('connections that break under load neither end the process nor lose events', { timeout: 40_000 }, async () => {
    const { server, proxy, log } = current();
    const stop = new AbortController();
    let answered = 0;
    /** Cuts follow the number of answers and not the clock, so that a busy machine works as much between two cuts. */
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
      await retryUntilSuccess(() => log.append(stream, 'none', events));
      cutAtTimes();
      await retryUntilSuccess(() => collect(log.read(stream)));
      cutAtTimes();
    });
    await Promise.all(writing).finally(() => stop.abort());
    await retryUntilSuccess(() => log.append(someStream(), 'none', someEvents(1)));
    await follower;
    for (const stream of streams) expect(server.stored.stream(stream)).toHaveLength(2);
    expect(answered).toBe(200);
  });

  it('another log at the same address is refused', async () => {
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
    expect(await retryUntilSuccess(() => log.head())).toBe(head);
  });
});

describe('cluster of EventStoreDB stand-ins', () => {
  it('is reached through whichever node answers, and followed to its leader', async () => {
    const first = await startStandIn();
    const second = await startStandIn({ stored: first.stored });
    const unusedPort = await ownPort();
    first.reportLeader(second.port);
    const url = `esdb://127.0.0.1:${unusedPort},127.0.0.1:${first.port}?tls=false`;
    const log = await retryUntilSuccess(() => createEventStoreDbLog({ url }));
    const stream = someStream();
    const events = someEvents(40);
    for (const [i, event] of events.entries()) {
      if (i === 20) {
        first.reportLeader(undefined);
        second.reportLeader(first.port);
      }
      await retryUntilSuccess(() => log.append(stream, i === 0 ? 'none' : BigInt(i - 1), [event]));
    }
    expect((await retryUntilSuccess(() => collect(log.read(stream)))).map(({ id }) => id)).toEqual(
      events.map(({ id }) => id),
    );
    expect(first.calls.append).toBeGreaterThan(15);
    expect(second.calls.append).toBeGreaterThan(15);
    await log.close();
    await Promise.all([first.stop(), second.stop()]);
  });

  /** Starts three nodes with one log; `lead(2)` makes the third one the leader, without any vote. */
  async function threeNodes() {
    const first = await startStandIn();
    const nodes = [first, await startStandIn({ stored: first.stored }), await startStandIn({ stored: first.stored })];
    const lead = (leader: number): void =>
      nodes.forEach((node, n) => node.reportLeader(n === leader ? undefined : nodes[leader]?.port));
    const url = `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
    return { nodes, lead, url, stop: () => Promise.all(nodes.map((node) => node.stop())) };
  }

  it.each(['refuses', 'is silent'])(
    'accepts appends within a second and a half of an election, while the dead leader %s',
    async (how) => {
      const { nodes, lead, url, stop } = await threeNodes();
      const [first, , third] = nodes as [StandIn, StandIn, StandIn];
      lead(0);
      const log = await createEventStoreDbLog({ url });
      const stream = someStream();
      await log.append(stream, 'none', someEvents(1));
      const proxy = await startTcpProxy(first.url);
      await first.stop();
      proxy.stall();
      // Until the others have elected a new leader, they name the dead one.
      const dead = how === 'refuses' ? first.port : Number(new URL(proxy.url).port);
      for (const node of nodes.slice(1)) node.reportLeader(dead);
      await failureOf(log.append(stream, 0n, someEvents(1)));
      await sleep(700);
      lead(2);
      const took = stopwatch();
      await retryUntilSuccess(() => log.append(stream, 0n, someEvents(1)));
      expect(took()).toBeLessThan(1_500);
      expect(third.calls.append).toBeGreaterThan(0);
      await log.close();
      await proxy.close();
      await stop();
    },
  );

  it('is available as soon as one node answers, however long the others stay silent', async () => {
    const { nodes, lead, url, stop } = await threeNodes();
    lead(1);
    const [first] = nodes as [StandIn];
    const silent = await startTcpProxy(first.url);
    silent.stall();
    const took = stopwatch();
    const log = await createEventStoreDbLog({ url: url.replace(`:${first.port}`, `:${new URL(silent.url).port}`) });
    expect(took()).toBeLessThan(1_000);
    await log.append(someStream(), 'none', someEvents(1));
    await log.close();
    await silent.close();
    await stop();
  });
});

describe('EventStoreDB stand-in with TLS', () => {
  it('is reached by its IP address, its certificate is checked for that address, and Node prints no warning', async () => {
    const warnings: string[] = [];
    const warned = (warning: Error & { readonly code?: string }): void => void warnings.push(warning.code ?? '');
    process.on('warning', warned);
    const server = await startStandIn({ tls: loopbackCertificate() });
    const log = await createEventStoreDbLog({ url: server.url });
    const stream = someStream();
    await log.append(stream, 'none', someEvents(2));
    expect(await collect(log.read(stream))).toHaveLength(2);
    expect(server.calls.withCredentials).toBeGreaterThan(0);
    const byName = server.url.replace('127.0.0.1', 'localhost'); // The certificate is not valid for this name.
    await expect(createEventStoreDbLog({ url: byName })).rejects.toThrow(LogUnavailable);
    const untrusted = server.url.replace(/&tlsCAFile=.*$/, '');
    await expect(createEventStoreDbLog({ url: untrusted })).rejects.toThrow(LogUnavailable);
    await sleep(10); // Node emits warnings in a later turn of the event loop.
    process.off('warning', warned);
    expect(warnings.filter((code) => code === 'DEP0123')).toEqual([]);
    await log.close();
    await server.stop();
  });
});
