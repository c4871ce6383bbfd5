import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewEvent, RecordedEvent } from '#domain/event.ts';
import {
  type EventBatch,
  type EventLog,
  EventTooLarge,
  InvalidAppend,
  isAtOrAfter,
  logIdOf,
  RevisionConflict,
  ErasedStreamError,
  UnknownPosition,
  PAGE_BYTES,
} from '#eventstore/port.ts';
import { collect, follow, someEvent, someEvents, someStream } from './some-events.ts';

export interface LogUnderTest {
  readonly log: EventLog;
  /** A second connection to the same log, as another process has; the same object where a second one is impossible. */
  readonly other: EventLog;
  dispose(): Promise<void>;
}

/** The differences that are allowed between logs. */
export interface LogTraits {
  /**
   * Tells whether the log refuses an event id that exists in any stream; otherwise it notices only a repeated append.
   */
  readonly knowsAllIds: boolean;
  /** Tells whether an erasure removes the data immediately, false if a later clean-up does. */
  readonly erasesDataAtOnce: boolean;
  /** Tells whether the log may hold events of earlier runs. */
  readonly hasEarlierEvents?: boolean;
}

/** The contract that every event log fulfils. `makeLog` returns an empty log; `kind` names it, e.g. "in memory". */
export function describeEventLog(kind: string, makeLog: () => Promise<LogUnderTest>, traits: LogTraits): void {
  describe(`event log ${kind}`, () => {
    let under: LogUnderTest;
    let log: EventLog;
    beforeAll(async () => {
      under = await makeLog();
      log = under.log;
    });
    afterAll(() => under.dispose());

    const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        () => 'done',
        (error: unknown) => error,
      );
    const idsOf = (batches: readonly EventBatch[]): string[] =>
      batches.flatMap(({ events }) => events.map(({ id }) => id));
    const count = (batches: readonly EventBatch[]): number =>
      batches.reduce((sum, { events }) => sum + events.length, 0);
    const seen =
      (ids: readonly string[]) =>
      (batches: readonly EventBatch[]): boolean => {
        const known = new Set(idsOf(batches));
        return ids.every((id) => known.has(id));
      };

    it.skipIf(traits.hasEarlierEvents)('holds no events at first', async () => {
      expect(await log.head()).toBeNull();
      expect(await collect(log.read(someStream()))).toEqual([]);
    });

    describe('on append and read', () => {
      it('returns the appended events in their order', async () => {
        const stream = someStream();
        const events = someEvents(3);
        const { revision, position } = await log.append(stream, 'none', events);
        const read = await collect(log.read(stream));
        expect(read.map(({ id, type, data, meta }) => ({ id, type, data, meta }))).toEqual(events);
        expect(read.map((event) => event.stream)).toEqual([stream, stream, stream]);
        expect(read.map((event) => event.revision)).toEqual([0n, 1n, 2n]);
        expect(read.at(-1)).toMatchObject({ revision, position });
        expect(logIdOf(position)).toBe(log.id);
      });

      it('accepts appends one after another, each at the revision that the one before has reached', async () => {
        const stream = someStream();
        const events = someEvents(12);
        let at: bigint | 'none' = 'none';
        for (const event of events) at = (await log.append(stream, at, [event])).revision;
        expect(at).toBe(11n);
        expect((await collect(log.read(stream))).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
      });

      it('reads a stream from a given revision on', async () => {
        const stream = someStream();
        await log.append(stream, 'none', someEvents(5));
        expect((await collect(log.read(stream, 3n))).map(({ revision }) => revision)).toEqual([3n, 4n]);
        expect(await collect(log.read(stream, 5n))).toEqual([]);
      });

      it('returns the same events as text and as objects', async () => {
        const stream = someStream();
        const events = someEvents(403).map((event, n) => ({ ...event, type: n % 2 ? 'DishAdded' : 'DishRemoved' }));
        await log.append(stream, 'none', events.slice(0, 250));
        await log.append(stream, 249n, events.slice(250));
        const texts = events.map(({ type, meta, data }, revision) => ({
          revision,
          type,
          meta: JSON.stringify(meta),
          data: JSON.stringify(data),
        }));
        for (const from of [0, 1, 200, 402, 403])
          expect((await collect(log.readTexts(stream, BigInt(from)))).flat(), String(from)).toEqual(texts.slice(from));
        expect((await collect(log.readTexts(someStream()))).flat()).toEqual([]);
      });

      it('reads a long stream to its end, and stops when the reader stops', async () => {
        const stream = someStream();
        const events = someEvents(2_500);
        await log.append(stream, 'none', events.slice(0, 1_000));
        await log.append(stream, 999n, events.slice(1_000, 2_000));
        await log.append(stream, 1_999n, events.slice(2_000));
        expect((await collect(log.read(stream))).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
        for await (const event of log.read(stream)) {
          expect(event.revision).toBe(0n);
          break;
        }
      });

      it('shows an append immediately to a reader in another connection', async () => {
        const stream = someStream();
        const { position } = await log.append(stream, 'none', someEvents(1));
        expect(await collect(under.other.read(stream))).toHaveLength(1);
        expect(await under.other.head()).toBe(position);
      });

      it('returns payloads exactly as they were appended', async () => {
        const stream = someStream();
        const data = {
          text: 'Pão de açúcar “çãõ” 🍕 \u2028 \t\n"\\/ \u001f \u0000 \ud800 ~',
          emoji: '👩‍🍳',
          composed: 'é',
          decomposed: 'e\u0301',
          big: Number.MAX_SAFE_INTEGER,
          small: Number.MIN_SAFE_INTEGER,
          zero: 0,
          fraction: 0.1,
          tiny: 5e-324,
          huge: 1.7976931348623157e308,
          nothing: null,
          yes: true,
          empty: {},
          list: [[], [1, [2, { three: [3] }]]],
          ['']: 'an empty name',
          ['10']: 'a name like a number',
          ['b']: 1,
          ['a']: 2,
          ['__proto__x']: 'near miss',
        };
        const event = { ...someEvent(data), type: 'IngredientRepriced' };
        await log.append(stream, 'none', [event]);
        const [read] = await collect(log.read(stream));
        expect(read?.data).toEqual(data);
        expect(JSON.stringify(read?.data)).toBe(JSON.stringify(data));
        expect(JSON.stringify(read?.meta)).toBe(JSON.stringify(event.meta));
        const [text] = (await collect(log.readTexts(stream))).flat();
        expect([text?.meta, text?.data]).toEqual([JSON.stringify(event.meta), JSON.stringify(data)]);
        const delivered = (await follow(log, { enough: seen([event.id]) })).flatMap(({ events }) => events);
        expect(delivered.find(({ id }) => id === event.id)).toEqual(read);
      });

      it('shares no objects with its callers', async () => {
        const stream = someStream();
        const data = { price: 1 };
        await log.append(stream, 'none', [someEvent(data)]);
        data.price = 2;
        const [first] = (await collect(log.read(stream))) as [RecordedEvent];
        Object.assign(first.data ?? {}, { price: 3 });
        expect((await collect(log.read(stream)))[0]?.data).toEqual({ price: 1 });
      });
    });

    describe('on appends with an expected revision', () => {
      it('refuses a wrong revision, names the actual one and appends nothing', async () => {
        const stream = someStream();
        await log.append(stream, 'none', someEvents(2));
        const before = await log.head();
        for (const expected of ['none', 0n, 2n, 7n, 2n ** 63n] as const)
          expect(await reasonOf(log.append(stream, expected, someEvents(1)))).toMatchObject({
            name: 'RevisionConflict',
            actual: 1n,
            stream,
          });
        const missing = await reasonOf(log.append(someStream(), 0n, someEvents(1)));
        expect(missing).toBeInstanceOf(RevisionConflict);
        expect(missing).toMatchObject({ actual: 'none' });
        expect(await log.head()).toBe(before);
        expect(await collect(log.read(stream))).toHaveLength(2);
      });

      it('lets exactly one of many concurrent writers succeed', async () => {
        const stream = someStream();
        await log.append(stream, 'none', someEvents(1));
        const attempts = Array.from({ length: 24 }, (_, i) =>
          reasonOf((i % 2 ? log : under.other).append(stream, 0n, someEvents(1))),
        );
        const outcomes = await Promise.all(attempts);
        expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome instanceof RevisionConflict)).toHaveLength(23);
        expect(await collect(log.read(stream))).toHaveLength(2);
      });

      it('refuses one append without affecting the others that are in flight', async () => {
        const [held, ...free] = Array.from({ length: 9 }, someStream) as [string, ...string[]];
        await log.append(held, 'none', someEvents(1));
        const attempts = [free[0], held, free[1], free[2], held, ...free.slice(3)] as string[];
        const outcomes = await Promise.all(attempts.map((s) => reasonOf(log.append(s, 'none', someEvents(2)))));
        expect(outcomes.map((outcome) => outcome === 'done')).toEqual(attempts.map((stream) => stream !== held));
        const numbers = await Promise.all(free.map(async (stream) => collect(log.read(stream))));
        expect(numbers.map((events) => events.length)).toEqual(free.map(() => 2));
      });
    });

    describe('repeated event ids', () => {
      it('get the answer of the first append, even after later appends', async () => {
        const stream = someStream();
        await log.append(stream, 'none', someEvents(2));
        const events = someEvents(3);
        const first = await log.append(stream, 1n, events);
        expect(await log.append(stream, 1n, events)).toEqual(first);
        await log.append(stream, 4n, someEvents(2));
        await log.append(someStream(), 'none', someEvents(1));
        expect(await log.append(stream, 1n, events)).toEqual(first);
        expect(await under.other.append(stream, 1n, events)).toEqual(first);
        expect(await collect(log.read(stream))).toHaveLength(7);
      });

      it('get one answer when the same append is sent many times at once', async () => {
        const stream = someStream();
        const events = someEvents(2);
        const logs = [log, under.other];
        const answers = await Promise.all(
          Array.from({ length: 16 }, (_, i) => (logs[i % 2] as EventLog).append(stream, 'none', events)),
        );
        expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
        expect(await collect(log.read(stream))).toHaveLength(2);
      });

      it('are a conflict when only some ids of the append exist already', async () => {
        const stream = someStream();
        const [a, b, c] = someEvents(3) as [NewEvent, NewEvent, NewEvent];
        await log.append(stream, 'none', [a, b]);
        for (const events of [
          [a, b, c],
          [b, c],
          [b, a],
        ])
          expect(await reasonOf(log.append(stream, 'none', events))).toMatchObject({
            name: 'RevisionConflict',
            actual: 1n,
          });
        expect(await collect(log.read(stream))).toHaveLength(2);
      });

      it.runIf(traits.knowsAllIds)('are refused when they exist in another stream', async () => {
        const [taken, fresh] = someEvents(2) as [NewEvent, NewEvent];
        const stream = someStream();
        await log.append(someStream(), 'none', [taken]);
        for (const events of [[taken], [fresh, taken]])
          expect(await reasonOf(log.append(stream, 'none', events))).toBeInstanceOf(InvalidAppend);
        const attempts = [someStream(), someStream(), someStream()].map((s) =>
          reasonOf(log.append(s, 'none', [fresh])),
        );
        expect((await Promise.all(attempts)).filter((outcome) => outcome === 'done')).toHaveLength(1);
        expect(await collect(log.read(stream))).toEqual([]);
      });
    });

    describe('invalid append', () => {
      it.each<[string, () => readonly NewEvent[]]>([
        ['has no event', () => []],
        ['has an event twice', () => [someEvent(), someEvent()].fill(someEvent())],
        ['has an id that is none', () => [{ ...someEvent(), id: 'one' }]],
        ['has no type', () => [{ ...someEvent(), type: '' }]],
        ['has a time that is none', () => [{ ...someEvent(), meta: { ...someEvent().meta, at: 'soon' } }]],
        ['holds a bigint', () => [someEvent({ price: 1n as unknown as number })]],
      ])('is refused when it %s', async (_, events) => {
        const stream = someStream();
        expect(await reasonOf(log.append(stream, 'none', events()))).toBeInstanceOf(InvalidAppend);
        expect(await collect(log.read(stream))).toEqual([]);
      });

      it.each(['', 'a\u0000b', 'a\u001fb', 'x'.repeat(201)])('is refused for the stream name %j', async (stream) => {
        expect(await reasonOf(log.append(stream, 'none', someEvents(1)))).toBeInstanceOf(InvalidAppend);
        expect(await collect(log.read(stream))).toEqual([]);
      });

      it('is refused above 1 MiB, counted in bytes, and accepted just below', async () => {
        const stream = someStream();
        const big = (characters: number): NewEvent[] => [someEvent({ text: 'ã'.repeat(characters) })];
        expect(await reasonOf(log.append(stream, 'none', big(524_288)))).toBeInstanceOf(EventTooLarge);
        await log.append(stream, 'none', big(524_000));
        const manyEvents = Array.from({ length: 11 }, () => someEvent({ text: 'x'.repeat(100_000) }));
        expect(await reasonOf(log.append(stream, 0n, manyEvents))).toBeInstanceOf(EventTooLarge);
        expect(await collect(log.read(stream))).toHaveLength(1);
      });
    });

    describe('positions', () => {
      it('are text that grows over all streams, and the head is the last one', async () => {
        const answers: string[] = [];
        for (let n = 0; n < 12; n += 1)
          answers.push((await log.append(someStream(), 'none', someEvents((n % 3) + 1))).position);
        expect([...answers].toSorted()).toEqual(answers);
        expect(new Set(answers.map((answer) => answer.length)).size).toBe(1);
        expect(isAtOrAfter(answers[5] as string, answers[4] as string)).toBe(true);
        expect(isAtOrAfter(answers[4] as string, answers[5] as string)).toBe(false);
        expect(await log.head()).toBe(answers.at(-1));
      });
    });

    describe('page of long events', () => {
      const sizeOf = (data: unknown): number => JSON.stringify(data).length;
      const longEvents = (): NewEvent[] =>
        Array.from({ length: 50 }, (_, n) => someEvent({ n, text: 'x'.repeat(90_000) }));
      async function append(events: readonly NewEvent[]): Promise<string> {
        const stream = someStream();
        for (const [i, event] of events.entries()) await log.append(stream, i === 0 ? 'none' : BigInt(i - 1), [event]);
        return stream;
      }

      it('never exceeds its limit of bytes when a stream is read', async () => {
        const events = longEvents();
        const stream = await append(events);
        const pages = await collect(log.readTexts(stream));
        expect(pages.flat().map(({ data }) => data)).toEqual(events.map(({ data }) => JSON.stringify(data)));
        for (const page of pages)
          expect(page.reduce((sum, { data }) => sum + data.length, 0)).toBeLessThanOrEqual(PAGE_BYTES);
        expect(Math.max(...pages.map((page) => page.length))).toBe(44);
        expect((await collect(log.read(stream))).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
      });

      it('never exceeds its limit of bytes when a subscriber reads old events and those that follow', async () => {
        const after = await log.head();
        const events = longEvents();
        const growing = follow(log, { after, batchSize: 50, enough: (batches) => count(batches) >= events.length });
        await append(events);
        const grown = await follow(log, { after, batchSize: 50, enough: (batches) => count(batches) >= events.length });
        for (const batches of [grown, await growing]) {
          expect(idsOf(batches)).toEqual(events.map(({ id }) => id));
          for (const batch of batches)
            expect(batch.events.reduce((sum, { data }) => sum + sizeOf(data), 0)).toBeLessThanOrEqual(PAGE_BYTES);
        }
        expect(Math.max(...grown.map((batch) => batch.events.length))).toBe(44);
      });
    });

    describe('stream names', () => {
      const namesOf = async (...prefixes: string[]): Promise<string[]> => (await collect(log.streams(prefixes))).flat();

      it('are listed once each, however many events a stream has, and only those with the given prefix', async () => {
        const [one, two] = [someStream(), someStream()];
        const account = `account-${randomUUID()}`;
        await log.append(one, 'none', someEvents(3));
        await log.append(account, 'none', someEvents(1));
        await log.append(two, 'none', someEvents(1));
        await log.append(one, 2n, someEvents(2));
        const businesses = await namesOf('business-');
        expect(new Set(businesses).size).toBe(businesses.length);
        expect(businesses.filter((name) => !name.startsWith('business-'))).toEqual([]);
        expect(businesses).toEqual(expect.arrayContaining([one, two]));
        expect(await namesOf('account-')).toContain(account);
        const both = await namesOf('account-', 'business-');
        expect(both).toHaveLength(new Set(both).size);
        expect(both).toEqual(expect.arrayContaining([one, two, account]));
        expect(await namesOf('none-')).toEqual([]);
      });

      it('are listed in pages that leave none out', async () => {
        const streams = Array.from({ length: 1_100 }, () => `access-grant-${randomUUID()}`);
        await Promise.all(streams.map((stream) => log.append(stream, 'none', someEvents(1))));
        const found = await namesOf('access-grant-');
        expect(found).toHaveLength(new Set(found).size);
        expect(found).toEqual(expect.arrayContaining(streams));
      });
    });

    describe('a subscription', () => {
      it('delivers each event once from the start, in the order of the log', async () => {
        const ids = someEvents(6);
        for (const event of ids) await log.append(someStream(), 'none', [event]);
        const head = await log.head();
        const batches = await follow(log, { enough: (list) => list.at(-1)?.last === head });
        const events = batches.flatMap((batch) => batch.events);
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        const positions = events.map(({ position }) => position);
        expect([...positions].toSorted()).toEqual(positions);
        expect(events.slice(-6).map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
        for (const batch of batches) expect(batch.last).toBe(batch.events.at(-1)?.position);
      });

      it('delivers every append up to exactly the position that the append returned', async () => {
        const before = await log.head();
        const events = someEvents(3);
        const { position, revision } = await log.append(someStream(), 'none', events);
        const delivered = (await follow(log, { after: before, enough: (b) => count(b) >= 3 })).flatMap((b) => b.events);
        expect(delivered.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
        expect(delivered.at(-1)).toMatchObject({ position, revision });
      });

      it('continues after any position, also after one in the middle of a batch', async () => {
        const before = await log.head();
        const events = someEvents(5);
        await log.append(someStream(), 'none', events);
        const delivered = (await follow(log, { after: before, enough: (b) => count(b) >= 5 })).flatMap((b) => b.events);
        const rest = await follow(log, { after: delivered[1]?.position ?? null, enough: (b) => count(b) >= 3 });
        expect(idsOf(rest)).toEqual(events.slice(2).map(({ id }) => id));
      });

      it('respects the batch size and reports when it has caught up', async () => {
        const before = await log.head();
        await log.append(someStream(), 'none', someEvents(7));
        const batches = await follow(log, { after: before, batchSize: 3, enough: (b) => count(b) >= 7 });
        expect(batches.map(({ events }) => events.length)).toEqual([3, 3, 1]);
        expect(batches.map(({ isCaughtUp }) => isCaughtUp)).toEqual([false, false, true]);
        const exact = await follow(log, { after: before, batchSize: 7, enough: (b) => count(b) >= 7 });
        expect(exact.map(({ isCaughtUp }) => isCaughtUp)).toEqual([true]);
      });

      it('delivers new events from this and other connections, also among repeated and refused appends', async () => {
        const after = await log.head();
        const events = someEvents(60);
        const stream = someStream();
        await log.append(stream, 'none', events.slice(0, 1));
        const following = follow(log, { after, batchSize: 5, enough: seen(events.map(({ id }) => id)) });
        const elsewhere = follow(under.other, { after, batchSize: 50, enough: seen(events.map(({ id }) => id)) });
        for (const [i, event] of events.entries()) {
          if (i === 0) continue;
          await (i % 3 ? log : under.other).append(stream, BigInt(i - 1), [event]);
          if (i % 7 === 0) await log.append(stream, BigInt(i - 1), [event]);
          if (i % 5 === 0) await reasonOf(log.append(stream, 'none', someEvents(1)));
        }
        const expected = await collect(log.read(stream));
        expect((await following).flatMap((batch) => batch.events)).toEqual(expected);
        expect((await elsewhere).flatMap((batch) => batch.events)).toEqual(expected);
      });

      it('delivers only the requested types, old and new, and moves past all others', async () => {
        const after = await log.head();
        const type = 'DishAdded';
        const append = async (on: EventLog) => {
          for (let i = 0; i < 20; i += 1)
            await on.append(someStream(), 'none', [i % 5 === 0 ? { ...someEvent(), type } : someEvent()]);
        };
        await append(log);
        const stop = new AbortController();
        const batches: EventBatch[] = [];
        const following = (async () => {
          for await (const batch of log.subscribe(after, { batchSize: 3, signal: stop.signal, types: [type] }))
            batches.push(batch);
        })();
        await append(log);
        await append(under.other);
        const { position: end } = await log.append(someStream(), 'none', someEvents(1));
        await expect.poll(() => batches.at(-1)?.last).toBe(end);
        stop.abort();
        await following;
        const everything = await follow(log, { after, enough: (b) => b.at(-1)?.last === end });
        const wanted = everything.flatMap(({ events }) => events).filter((event) => event.type === type);
        expect(wanted).toHaveLength(12);
        expect(batches.flatMap(({ events }) => events)).toEqual(wanted);
        expect(batches.filter(({ events, isCaughtUp }) => events.length === 0 && !isCaughtUp)).toEqual([]);
        expect(await follow(log, { after, types: [], enough: () => true })).toMatchObject([{ events: [], last: end }]);
      });

      it('loses no event while the subscriber is slow', async () => {
        const after = await log.head();
        const events = someEvents(300);
        const stop = new AbortController();
        const delivered: string[] = [];
        const appending = (async () => {
          for (let i = 0; i < 300; i += 20)
            await Promise.all(events.slice(i, i + 20).map((event) => log.append(someStream(), 'none', [event])));
        })();
        for await (const batch of log.subscribe(after, { batchSize: 4, signal: stop.signal })) {
          delivered.push(...batch.events.map(({ id }) => id));
          if (delivered.length < 40) await new Promise((resolve) => setTimeout(resolve, 5));
          if (delivered.length >= 300) stop.abort();
        }
        await appending;
        expect(delivered).toHaveLength(300);
        expect(new Set(delivered)).toEqual(new Set(events.map(({ id }) => id)));
      });

      it('ends without an error when it is aborted: before it starts, while it waits, and in the middle of a page', async () => {
        const head = await log.head();
        expect(await collect(log.subscribe(null, { batchSize: 1, signal: AbortSignal.abort() }))).toEqual([]);
        const stop = new AbortController();
        const waiting = collect(log.subscribe(head, { batchSize: 10, signal: stop.signal }));
        setTimeout(() => stop.abort(), 30);
        expect(await waiting).toEqual([]);
        await log.append(someStream(), 'none', someEvents(4));
        expect(await follow(log, { after: head, batchSize: 2, enough: (b) => b.length === 1 })).toHaveLength(1);
      });

      it('ends when the subscriber leaves the loop', async () => {
        for await (const batch of log.subscribe(null, { batchSize: 1, signal: new AbortController().signal })) {
          expect(batch.events).toHaveLength(1);
          break;
        }
      });

      it('refuses a position that this log has never returned', async () => {
        const signal = AbortSignal.timeout(5_000);
        const head = (await log.head()) as string;
        const ofAnother = head.replace(log.id, `${log.id.slice(1)}0`);
        for (const position of [ofAnother, `${log.id}:12`, 'nonsense', `${head.slice(0, -20)}00000000999999999999`])
          expect(await reasonOf(collect(log.subscribe(position, { batchSize: 1, signal })))).toBeInstanceOf(
            UnknownPosition,
          );
      });
    });

    describe('an erasure', () => {
      it('empties the stream for good and keeps the positions of its events', async () => {
        const stream = someStream();
        const before = await log.head();
        const [secret] = someEvents(1) as [NewEvent];
        const data = { name: 'Receita da avó' };
        await log.append(stream, 'none', [{ ...secret, data }]);
        const { position } = await log.append(someStream(), 'none', someEvents(1));
        await log.erase(stream);
        await log.erase(stream);
        expect(await collect(log.read(stream))).toEqual([]);
        expect(await collect(under.other.read(stream))).toEqual([]);
        expect(await log.head()).toBe(position);
        const delivered = (await follow(log, { after: before, enough: (b) => count(b) >= 2 })).flatMap((b) => b.events);
        expect(delivered[0]).toMatchObject({ id: secret.id, stream, revision: 0n, type: secret.type });
        expect(delivered[1]?.position).toBe(position);
        expect(delivered[0]?.data).toEqual(traits.erasesDataAtOnce ? null : data);
      });

      it('makes the stream refuse every later append, including a repeated one', async () => {
        const stream = someStream();
        const events = someEvents(1);
        await log.append(stream, 'none', events);
        await log.erase(stream);
        for (const l of [log, under.other]) {
          expect(await reasonOf(l.append(stream, 0n, someEvents(1)))).toBeInstanceOf(ErasedStreamError);
          expect(await reasonOf(l.append(stream, 'none', someEvents(2)))).toBeInstanceOf(ErasedStreamError);
          expect(await reasonOf(l.append(stream, 'none', events))).toBeInstanceOf(ErasedStreamError);
        }
      });

      it('accepts a stream that never existed', async () => {
        const stream = someStream();
        await log.erase(stream);
        expect(await reasonOf(log.append(stream, 'none', someEvents(1)))).toBeInstanceOf(ErasedStreamError);
      });
    });
  });
}
