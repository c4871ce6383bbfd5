import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventLog, LogUnavailable } from '#eventstore/port.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { collect, follow, someEvents, someStream } from './some-events.ts';
import { stopwatch } from '#tests/support/starvation.ts';

/** Returns the error of a call, and the milliseconds until it came. */
export async function failureOf(call: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const ms = stopwatch();
  const error = await call.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  return { error, ms: ms() };
}

/** The time that a busy machine may need. */
const PATIENCE_MS = 30_000;

/** Repeats the call until it succeeds, because the log reconnects by itself. */
export async function retryUntilSuccess<T>(call: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(20))
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof LogUnavailable) || performance.now() > deadline) throw error;
    }
}

/** This limit exceeds every single wait of a log, and is below what a caller accepts. */
export const TIMEOUT_MS = 3_000;

/** A server on which the events of a log are stored. */
export interface LogServer {
  readonly url: string;
  /** Returns how many events the server holds of a stream, without asking the log. */
  countOf(stream: string): Promise<number>;
  stop(): Promise<void>;
}

export interface ConnectedLog<Server extends LogServer> {
  /** The phrase in the titles, for example 'in Postgres'. */
  readonly kind: string;
  readonly start: () => Promise<Server>;
  readonly connect: (url: string) => Promise<EventLog>;
  /** The time for which a subscription keeps trying. */
  readonly followerGivesUpMs: number;
}

/** Each test has a server of its own, and a log that reaches it only through the proxy. */
export interface Connection<Server extends LogServer> {
  readonly server: Server;
  readonly proxy: TcpProxy;
  readonly log: EventLog;
}

/** The contract of every event log whose connection is silent, cut or closed; `itsOwn` adds the tests of one log. */
export function describeConnections<Server extends LogServer>(
  { kind, start, connect, followerGivesUpMs }: ConnectedLog<Server>,
  itsOwn: (current: () => Connection<Server>) => void,
): void {
  describe(`connections of the event log ${kind}`, () => {
    let server: Server;
    let proxy: TcpProxy;
    let log: EventLog;
    beforeEach(async () => {
      server = await start();
      proxy = await startTcpProxy(server.url);
      log = await connect(proxy.url);
    });
    afterEach(async () => {
      await log.close();
      await proxy.close();
      await server.stop();
    });

    it('let waiting appends fail within 3 s and later ones immediately when the peer is silent, and recover when it answers', async () => {
      const stream = someStream();
      const events = someEvents(2);
      await log.append(someStream(), 'none', someEvents(1));
      proxy.stall();
      const sent = await failureOf(log.append(stream, 'none', events));
      expect(sent).toMatchObject({ error: { name: 'LogUnavailable', outcome: 'unknown' } });
      expect(sent.ms).toBeLessThan(TIMEOUT_MS);
      const many = await Promise.all(
        Array.from({ length: 100 }, () => failureOf(log.append(someStream(), 'none', someEvents(1)))),
      );
      for (const { error } of many) expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
      // These calls fail without waiting, so they take far less time even on a busy machine.
      expect(Math.max(...many.map(({ ms }) => ms))).toBeLessThan(sent.ms / 2);
      proxy.heal();
      expect(await retryUntilSuccess(() => log.append(stream, 'none', events))).toMatchObject({ revision: 1n });
      expect(await retryUntilSuccess(() => collect(log.read(stream)))).toHaveLength(2);
    });

    it('let reads fail within 3 s, and a subscription after trying for a while, when the peer is silent', async () => {
      const stream = someStream();
      const { position } = await log.append(stream, 'none', someEvents(1));
      const follower = failureOf(follow(log, { enough: () => false }));
      await sleep(200);
      proxy.stall();
      for (const { error, ms } of await Promise.all([failureOf(collect(log.read(stream))), failureOf(log.head())])) {
        expect(error).toBeInstanceOf(LogUnavailable);
        expect(ms).toBeLessThan(TIMEOUT_MS);
      }
      expect((await follower).error).toBeInstanceOf(LogUnavailable);
      expect((await follower).ms).toBeLessThan(followerGivesUpMs);
      proxy.heal();
      expect(await retryUntilSuccess(() => log.head())).toBe(position);
      expect(await retryUntilSuccess(() => follow(log, { enough: (b) => b.length > 0 }))).toHaveLength(1);
    });

    it('report an append whose answer was lost after the commit as unknown, and answer its repeat under the same ids', async () => {
      const stream = someStream();
      const events = someEvents(3);
      await log.append(someStream(), 'none', someEvents(1));
      proxy.loseReplies();
      const { error } = await failureOf(log.append(stream, 'none', events));
      expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'unknown' });
      expect(await server.countOf(stream)).toBe(3);
      proxy.heal();
      const { revision, position } = await retryUntilSuccess(() => log.append(stream, 'none', events));
      expect(revision).toBe(2n);
      expect(await retryUntilSuccess(() => log.head())).toBe(position);
    });

    it('store nothing of an append to a server that is away, and recover when the server is back', async () => {
      const stream = someStream();
      await log.append(stream, 'none', someEvents(1));
      await proxy.refuse();
      expect((await failureOf(log.append(stream, 0n, someEvents(1)))).error).toBeInstanceOf(LogUnavailable);
      await sleep(200);
      const { error, ms } = await failureOf(log.append(stream, 0n, someEvents(1)));
      expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
      expect(ms).toBeLessThan(500);
      await expect(connect(proxy.url)).rejects.toThrow(LogUnavailable);
      await proxy.listen();
      expect(await retryUntilSuccess(() => log.append(stream, 0n, someEvents(1)))).toMatchObject({ revision: 1n });
    });

    itsOwn(() => ({ server, proxy, log }));
  });
}
