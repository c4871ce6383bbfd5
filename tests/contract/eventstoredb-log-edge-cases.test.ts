import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#domain/event.ts';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import type { EventBatch, EventLog } from '#eventstore/port.ts';
import { type AppendFault, type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { stopwatch } from '#tests/support/starvation.ts';
import { collect, follow, someEvent, someEvents, someStream } from './some-events.ts';

/** These tests show one by one, over the stand-in, where client and server behave in a way that a log must not. */
describe('edge cases of EventStoreDB', () => {
  let server: StandIn;
  let log: EventLog;
  beforeEach(async () => {
    server = await startStandIn();
    log = await createEventStoreDbLog({ url: server.url, pollMs: 200 });
  });
  afterEach(async () => {
    await log.close();
    await server.stop();
  });

  const idsOf = (batches: readonly EventBatch[]): string[] =>
    batches.flatMap(({ events }) => events.map(({ id }) => id));
  const errorOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'no error',
      (error: unknown) => error,
    );

  /** Follows the log in the background, with a pause after each batch. */
  function following(after: string | null, { batchSize = 10, pauseMs = 0 } = {}) {
    const stop = new AbortController();
    const batches: EventBatch[] = [];
    const done = (async () => {
      for await (const batch of log.subscribe(after, { batchSize, signal: stop.signal })) {
        batches.push(batch);
        await sleep(pauseMs);
      }
    })();
    return {
      batches,
      async until(count: number): Promise<void> {
        for (const deadline = Date.now() + 30_000; idsOf(batches).length < count; await sleep(5))
          if (Date.now() > deadline) throw new Error(`${idsOf(batches).length} events came, not ${count}`);
      },
      async end(): Promise<void> {
        stop.abort();
        await done;
      },
    };
  }

  describe('appends', () => {
    it('never join the shared batch, and require the leader', async () => {
      const before = { ...server.calls };
      await Promise.all(Array.from({ length: 20 }, () => log.append(someStream(), 'none', someEvents(2))));
      const { append, read, toLeader, batchAppend } = server.calls;
      expect(batchAppend).toBe(0);
      expect(append - before.append).toBe(20);
      expect(toLeader - before.toLeader).toBe(append + read - before.append - before.read);
    });

    it('are refused before they are sent when JSON cannot hold their data', async () => {
      const circle: Record<string, unknown> = {};
      circle['self'] = circle;
      const { append } = server.calls;
      for (const data of [{ price: 1n }, circle])
        expect(await errorOf(log.append(someStream(), 'none', [someEvent(data as JsonObject)]))).toMatchObject({
          name: 'InvalidAppend',
        });
      expect(server.calls.append).toBe(append);
    });

    it('send the data as it was at the call, whatever the caller changes afterwards', async () => {
      const stream = someStream();
      const data = { price: 1 };
      const appending = log.append(stream, 'none', [someEvent(data)]);
      data.price = 2;
      await appending;
      expect((await collect(log.read(stream)))[0]?.data).toEqual({ price: 1 });
    });

    it.each<[AppendFault]>([['lost_reply'], ['timed_out'], ['unavailable'], ['not_leader'], ['no_position']])(
      'that meet "%s" are repeated with the same ids and revision, and take effect once',
      async (fault) => {
        const stream = someStream();
        await log.append(stream, 'none', someEvents(1));
        const events = someEvents(3);
        server.appendFaults.push(fault);
        const { revision, position } = await log.append(stream, 0n, events);
        expect(revision).toBe(3n);
        expect(await log.head()).toBe(position);
        const ids = (await collect(log.read(stream))).map(({ id }) => id);
        expect(ids.slice(1)).toEqual(events.map(({ id }) => id));
      },
    );

    it('that receive no answer are found in the stream within half a second', async () => {
      const stream = someStream();
      const events = someEvents(2);
      server.appendFaults.push('no_reply');
      const took = stopwatch();
      const { revision, position } = await log.append(stream, 'none', events);
      expect(took()).toBeLessThan(1_000); // The wait is 500 ms; the rest is tolerance for a busy machine.
      expect(revision).toBe(1n);
      expect(await log.head()).toBe(position);
      const { append } = server.calls;
      expect(await log.append(stream, 1n, someEvents(1))).toMatchObject({ revision: 2n }); // A wrong guess would have made this append fail.
      expect(server.calls.append).toBe(append + 1);
    });

    it('that are repeated while the first is being committed receive its answer, in this process and in another', async () => {
      const stream = someStream();
      const events = someEvents(3);
      const other = await createEventStoreDbLog({ url: server.url });
      server.delayAppends(100);
      const took = stopwatch();
      const answers = await Promise.all([log, other, log, other].map((each) => each.append(stream, 'none', events)));
      expect(took()).toBeLessThan(1_500);
      expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
      expect(await collect(log.read(stream))).toHaveLength(3);
      // A lost answer must not make the log treat the server as away.
      await sleep(1_700);
      server.delayAppends(0);
      expect(await errorOf(other.append(stream, 2n, someEvents(1)))).toBe('no error');
      await other.close();
    });

    it('with a slow answer are not taken for successful when the stream holds other events', async () => {
      const stream = someStream();
      server.delayAppends(400);
      const [first, second] = await Promise.allSettled([
        log.append(stream, 'none', someEvents(2)),
        log.append(stream, 'none', someEvents(2)),
      ]);
      expect(first.status).toBe('fulfilled');
      expect(second).toMatchObject({ reason: { name: 'RevisionConflict', actual: 1n } });
    });

    it('that the server denies are not repeated', async () => {
      server.appendFaults.push('denied');
      const { append } = server.calls;
      expect(await errorOf(log.append(someStream(), 'none', someEvents(1)))).toMatchObject({
        name: 'LogUnavailable',
        outcome: 'not_appended',
      });
      expect(server.calls.append).toBe(append + 1);
    });

    it('larger than the server accepts fail with EventTooLarge', async () => {
      const small = await startStandIn({ appendLimit: 5_000 });
      const other = await createEventStoreDbLog({ url: small.url, timeoutMs: 10_000 });
      expect(await errorOf(other.append(someStream(), 'none', [someEvent({ text: 'x'.repeat(6_000) })]))).toMatchObject(
        {
          name: 'EventTooLarge',
        },
      );
      await other.close();
      await small.stop();
    });

    it('are in flight in a limited number, and the others wait', async () => {
      // The appends that are held may take longer than a call may, on a busy machine.
      const patient = await createEventStoreDbLog({ url: server.url, timeoutMs: 30_000 });
      const release = server.holdAppends();
      const appends = Promise.all(
        Array.from({ length: 300 }, () => patient.append(someStream(), 'none', someEvents(1))),
      );
      await expect.poll(() => server.appendsUnderWay().now).toBe(64);
      release();
      await appends;
      expect(server.appendsUnderWay()).toEqual({ now: 0, most: 64 });
      await patient.close();
    });

    it('to streams that no subscription would match are refused', async () => {
      expect(await errorOf(log.append('orders-1', 'none', someEvents(1)))).toMatchObject({ name: 'InvalidAppend' });
    });
  });

  describe('subscriptions', () => {
    it.each(['politely', 'cancelled', 'unavailable'] as const)(
      'continue after the server ends them: %s',
      async (way) => {
        const subscriber = following(null, { batchSize: 3 });
        const events = someEvents(30);
        let ended = 0;
        for (const [i, event] of events.entries()) {
          await log.append(someStream(), 'none', [event]);
          if (i % 10 !== 5) continue;
          await subscriber.until(i);
          ended += server.endSubscriptions(way);
        }
        await subscriber.until(30);
        await subscriber.end();
        expect(ended).toBe(3);
        expect(idsOf(subscriber.batches)).toEqual(events.map(({ id }) => id));
      },
    );

    it('never report the end of the log in the middle of an append, even when its events arrive one by one', async () => {
      const subscriber = following(null);
      const ends = new Set<string>();
      for (let n = 1; n <= 20; n += 1) {
        ends.add((await log.append(someStream(), 'none', someEvents(35))).position);
        await subscriber.until(35 * n);
      }
      await subscriber.end();
      const reportedEnds = subscriber.batches.filter(({ isCaughtUp }) => isCaughtUp).map(({ last }) => last);
      expect(reportedEnds.length).toBeGreaterThan(0);
      expect(reportedEnds.filter((last) => !ends.has(last))).toEqual([]);
    });

    it('end their call when the subscriber leaves', async () => {
      await log.append(someStream(), 'none', someEvents(3));
      for (let n = 0; n < 5; n += 1)
        for await (const batch of log.subscribe(null, { batchSize: 1, signal: new AbortController().signal })) {
          expect(batch.events).toHaveLength(1);
          break;
        }
      await expect.poll(() => server.subscriptions()).toBe(0);
    });

    it('deliver only our streams, in order, and a position only together with its event', async () => {
      const subscriber = following(null, { batchSize: 4, pauseMs: 3 });
      const events = someEvents(120);
      for (const event of events) {
        server.writeForeign(3);
        await log.append(someStream(), 'none', [event]);
      }
      await subscriber.until(120);
      await subscriber.end();
      expect(idsOf(subscriber.batches)).toEqual(events.map(({ id }) => id));
      for (const { events: own, last } of subscriber.batches) expect(own.at(-1)?.position).toBe(last);
    });

    it('that receive nothing for too long are opened again', async () => {
      await log.append(someStream(), 'none', someEvents(1));
      const subscriber = following(null);
      await subscriber.until(1);
      server.muteSubscriptions();
      await log.append(someStream(), 'none', someEvents(2));
      await subscriber.until(3);
      await subscriber.end();
      expect(idsOf(subscriber.batches)).toHaveLength(3);
    });

    it('report to the caller that the server stays away, and the caller resumes from its checkpoint', async () => {
      const [first] = someEvents(1) as [ReturnType<typeof someEvent>];
      const { position } = await log.append(someStream(), 'none', [first]);
      const follower = errorOf(follow(log, { enough: () => false }));
      await sleep(50);
      await server.stop();
      expect(await follower).toMatchObject({ name: 'LogUnavailable' });
      await server.start();
      const more = someEvents(1);
      const back = { timeout: 10_000 };
      await expect.poll(() => log.append(someStream(), 'none', more).catch(() => undefined), back).toBeDefined();
      await expect.poll(() => log.head().catch(() => position), back).not.toBe(position);
      const found = await follow(log, { after: position, enough: (batches) => batches.length > 0 });
      expect(idsOf(found)).toEqual(more.map(({ id }) => id));
    });
  });

  describe('end of the log', () => {
    it('is found behind thousands of events of other systems, with one call', async () => {
      const { position } = await log.append(someStream(), 'none', someEvents(1));
      server.writeForeign(2_000);
      expect(await log.head()).toBe(position);
      const { read } = server.calls;
      server.writeForeign(5);
      expect(await log.head()).toBe(position);
      expect(server.calls.read).toBe(read + 1);
    });

    it('costs a start two calls, however much other systems have written after it', async () => {
      const { position } = await log.append(someStream(), 'none', someEvents(1));
      server.writeForeign(20_000);
      const before = server.calls.readAll;
      const fresh = await createEventStoreDbLog({ url: server.url });
      expect(await fresh.head()).toBe(position);
      expect(server.calls.readAll - before).toBe(2);
      expect(await fresh.readHashedEvents(null, 10)).toHaveLength(1);
      expect(server.calls.readAll - before).toBe(3);
      await fresh.close();
    });

    /** These are the subscriptions that a process with projector, audit log and reactors has at the same time. */
    async function followers(count: number, follower: EventLog) {
      const stop = new AbortController();
      const ends = Array.from({ length: count }, () => '');
      const done = Promise.all(
        ends.map(async (_, n) => {
          for await (const { last, isCaughtUp } of follower.subscribe(null, { batchSize: 500, signal: stop.signal }))
            if (isCaughtUp) ends[n] = last;
        }),
      );
      return {
        ends,
        async end(): Promise<void> {
          stop.abort();
          await done;
        },
      };
    }

    it('is requested less than once in five commands under load, and subscribers still report it', async () => {
      const elsewhere = await createEventStoreDbLog({ url: server.url, timeoutMs: 20_000 });
      const here = await createEventStoreDbLog({ url: server.url, timeoutMs: 20_000 });
      await log.append(someStream(), 'none', someEvents(1));
      const six = [await followers(6, here), await followers(6, elsewhere)];
      await expect.poll(() => six.every(({ ends }) => ends.every((end) => end !== ''))).toBe(true);
      const before = { ...server.calls };
      const since = performance.now();
      const writers = Array.from({ length: 32 }, async () => {
        const stream = someStream();
        await here.append(stream, 'none', someEvents(1));
        for (let n = 0; n < 19; n += 1) await here.append(stream, BigInt(2 * n), someEvents(2));
      });
      await Promise.all(writers);
      const head = await log.head();
      await expect.poll(() => six.every(({ ends }) => ends.every((end) => end === head))).toBe(true);
      const commands = server.calls.append - before.append;
      expect(commands).toBe(32 * 20);
      // Reads of one stream do not count, because an append that is slow on a busy machine is looked up there.
      const headReads = server.calls.readAll - before.readAll;
      expect(headReads / commands).toBeLessThan(0.2);
      // The expected number is that of an idle process: one call a second in each of the two processes.
      expect(headReads).toBeLessThan(2 * ((performance.now() - since) / 1_000 + 3));
      for (const each of six) await each.end();
      await Promise.all([elsewhere.close(), here.close()]);
    });

    it('is requested once a second by an idle process, however many subscribers it has', async () => {
      const idle = await createEventStoreDbLog({ url: server.url });
      await log.append(someStream(), 'none', someEvents(1));
      const six = await followers(6, idle);
      await expect.poll(() => six.ends.every((each) => each !== '')).toBe(true);
      const { read } = server.calls;
      const since = performance.now();
      await sleep(3_000);
      const headReads = server.calls.read - read;
      expect(headReads).toBeGreaterThan(0); // Without these calls a subscription that the server has forgotten would stay unnoticed.
      expect(headReads).toBeLessThan((performance.now() - since) / 1_000 + 2);
      await six.end();
      await idle.close();
    });

    it('is requested from the server where events do not say whether their append continues', async () => {
      const client = EventStoreDBClient.connectionString(server.url);
      const [first] = someEvents(1) as [ReturnType<typeof someEvent>];
      const older = Array.from({ length: 7 }, () =>
        jsonEvent({ id: randomUUID(), type: first.type, data: first.data ?? {}, metadata: { ...first.meta } }),
      );
      const subscriber = following(null, { batchSize: 3 });
      await client.appendToStream(someStream(), older, {
        expectedRevision: 'no_stream',
        credentials: { username: 'somebody', password: 'any' },
      });
      await subscriber.until(7);
      await expect.poll(() => subscriber.batches.at(-1)?.isCaughtUp).toBe(true);
      await subscriber.end();
      const reportedEnds = subscriber.batches.filter(({ isCaughtUp }) => isCaughtUp).map(({ last }) => last);
      expect(new Set(reportedEnds)).toEqual(new Set([await log.head()]));
      await client.dispose();
    });

    it('is the position of the last event, not the position where its append began', async () => {
      const { position } = await log.append(someStream(), 'none', someEvents(5));
      expect(await log.head()).toBe(position);
      const last = server.stored.all.at(-1);
      expect(last?.commit).toBeGreaterThan(last?.prepare ?? 0n);
      expect(position.endsWith(String(last?.commit))).toBe(true);
    });
  });

  describe('seals', () => {
    it('prove the data of each event, and no other reader sees them', async () => {
      const stream = someStream();
      const events = someEvents(700);
      server.writeForeign(30);
      for (let i = 0; i < 700; i += 100) {
        server.writeForeign(150);
        await log.append(stream, i === 0 ? 'none' : BigInt(i - 1), events.slice(i, i + 100));
      }
      const fresh = await createEventStoreDbLog({ url: server.url, timeoutMs: 10_000 });
      const first = await fresh.readHashedEvents(null, 450);
      const rest = await fresh.readHashedEvents(first.at(-1)?.position ?? null, 450);
      const found = [...first, ...rest];
      expect([first.length, rest.length]).toEqual([450, 250]);
      expect(found.map(({ id, meta, data }) => ({ id, meta, data }))).toEqual(
        events.map(({ id, meta, data }) => ({ id, meta: JSON.stringify(meta), data: JSON.stringify(data) })),
      );
      for (const { salt, data, digest } of found)
        expect(
          createHash('sha256')
            .update(salt ?? '')
            .update(data ?? '')
            .digest()
            .equals(digest),
        ).toBe(true);
      expect(new Set(found.map(({ salt }) => salt?.toString('hex'))).size).toBe(700);
      expect((await collect(log.read(stream))).map(({ position }) => position)).toEqual(
        found.map(({ position }) => position),
      );
      await log.erase(stream);
      const [emptied] = await fresh.readHashedEvents(null, 1);
      expect(emptied).toMatchObject({ data: null, salt: null, digest: first[0]?.digest });
      await fresh.close();
    });
  });

  describe('erased stream', () => {
    it('has no data for later readers, even before a scavenge', async () => {
      const stream = someStream();
      await log.append(stream, 'none', [someEvent({ name: 'Receita da avó' })]);
      await log.append(someStream(), 'none', someEvents(1));
      await log.erase(stream);
      expect(server.stored.all.some(({ data }) => Buffer.from(data).includes('Receita'))).toBe(true);
      const fresh = await createEventStoreDbLog({ url: server.url, timeoutMs: 10_000 });
      const found = await follow(fresh, { enough: (batches) => idsOf(batches).length === 2 });
      expect(found.flatMap(({ events }) => events.map(({ data }) => data))).toEqual([null, { n: 0 }]);
      await fresh.close();
    });

    it('has no events after a scavenge, and positions from before stay valid', async () => {
      const stream = someStream();
      const before = await log.append(someStream(), 'none', someEvents(1));
      const erased = await log.append(stream, 'none', someEvents(2));
      await log.erase(stream);
      server.stored.scavenge();
      const next = someEvents(1);
      const subscriber = following(erased.position);
      await log.append(someStream(), 'none', next);
      await subscriber.until(1);
      await subscriber.end();
      expect(idsOf(subscriber.batches)).toEqual(next.map(({ id }) => id));
      const rest = await follow(log, { after: before.position, enough: (batches) => idsOf(batches).length === 1 });
      expect(idsOf(rest)).toEqual(next.map(({ id }) => id));
      expect(await errorOf(log.append(stream, 'none', someEvents(1)))).toMatchObject({ name: 'ErasedStreamError' });
    });

    it('counts as pending until the last node has been scavenged', async () => {
      const unscavenged = await startStandIn({ stored: server.stored });
      const url = `esdb://127.0.0.1:${server.port},127.0.0.1:${unscavenged.port}?tls=false`;
      const both = await createEventStoreDbLog({ url, timeoutMs: 10_000 });
      expect(await both.countPendingErasures()).toBe(0);
      const streams = [someStream(), someStream()];
      for (const stream of streams) await both.append(stream, 'none', someEvents(2));
      for (const stream of [...streams, someStream()]) await both.erase(stream); // The last node has never been scavenged.
      await both.append(someStream(), 'none', someEvents(1));
      expect(await both.countPendingErasures()).toBe(2);
      const copy = server.stored.copy();
      unscavenged.replaceEvents(copy);
      server.stored.scavenge();
      expect(await both.countPendingErasures()).toBe(2);
      copy.scavenge();
      expect(await both.countPendingErasures()).toBe(0);
      await unscavenged.stop();
      await expect(both.countPendingErasures()).rejects.toBeInstanceOf(Error);
      await both.close();
    });

    it('may be erased by several processes at once', async () => {
      const streams = Array.from({ length: 6 }, someStream);
      const other = await createEventStoreDbLog({ url: server.url, timeoutMs: 10_000 });
      await Promise.all([...streams, ...streams].map((stream, i) => (i % 2 ? log : other).erase(stream)));
      for (const stream of streams)
        expect(await errorOf(other.append(stream, 'none', someEvents(1)))).toMatchObject({ name: 'ErasedStreamError' });
      await other.close();
    });
  });
});
