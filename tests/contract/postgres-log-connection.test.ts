import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventLog, LogUnavailable } from '#eventstore/port.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { freshLogDatabase, type LogDatabase } from './log-database.ts';
import { all, follow, someEvents, someStream } from './some-events.ts';

/** Longer than any single wait of the log, shorter than what a caller puts up with. */
const PATIENCE_MS = 3_000;

describe('connections of the event log in Postgres', () => {
  let database: LogDatabase;
  let proxy: TcpProxy;
  let log: EventLog;
  beforeEach(async () => {
    database = await freshLogDatabase();
    proxy = await startTcpProxy(database.url);
    log = await createPostgresLog({ connectionString: proxy.url });
  });
  afterEach(async () => {
    await log.close();
    await proxy.close();
    await database.drop();
  });

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
  async function again<T>(call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + 30_000;
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof LogUnavailable) || performance.now() > deadline) throw error;
        await sleep(20);
      }
    }
  }

  it('a silent peer: within 3 s for whoever waits, at once for all others, and back when it speaks', async () => {
    const stream = someStream();
    const events = someEvents(2);
    await log.append(someStream(), 'none', someEvents(1));
    proxy.stall();
    const sent = failureOf(log.append(stream, 'none', events));
    await sleep(100);
    const queued = [stream, someStream(), someStream()].map((s) => failureOf(log.append(s, 'none', someEvents(1))));
    expect(await sent).toMatchObject({ error: { name: 'LogUnavailable', outcome: 'unknown' } });
    expect((await sent).ms).toBeLessThan(PATIENCE_MS);
    for (const { error, ms } of await Promise.all(queued)) {
      expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
      expect(ms).toBeLessThan(PATIENCE_MS);
    }
    const many = await Promise.all(
      Array.from({ length: 1_000 }, () => failureOf(log.append(someStream(), 'none', someEvents(1)))),
    );
    for (const { error } of many) expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
    expect(Math.max(...many.map(({ ms }) => ms))).toBeLessThan(500);
    proxy.heal();
    expect(await again(() => log.append(stream, 'none', events))).toMatchObject({ revision: 1n });
    expect(await again(() => all(log.read(stream)))).toHaveLength(2);
  });

  it('a silent peer: reads, head and subscriptions say so within 3 s', async () => {
    const stream = someStream();
    const { position } = await log.append(stream, 'none', someEvents(1));
    const follower = failureOf(follow(log, { enough: () => false }));
    await sleep(200);
    proxy.stall();
    for (const { error, ms } of await Promise.all([failureOf(all(log.read(stream))), failureOf(log.head())])) {
      expect(error).toBeInstanceOf(LogUnavailable);
      expect(ms).toBeLessThan(PATIENCE_MS);
    }
    expect((await follower).error).toBeInstanceOf(LogUnavailable);
    expect((await follower).ms).toBeLessThan(PATIENCE_MS + 1_000); // it had been following for a while
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
    expect(await database.sql('select 1 from log.events where stream = $1', [stream])).toHaveLength(3);
    proxy.heal();
    const { revision, position } = await again(() => log.append(stream, 'none', events));
    expect(revision).toBe(2n);
    expect(await again(() => log.head())).toBe(position);
  });

  it('a server that is away: nothing was appended, and it works when the server is back', async () => {
    const stream = someStream();
    await log.append(stream, 'none', someEvents(1));
    const follower = failureOf(follow(log, { enough: () => false }));
    await sleep(100);
    await proxy.refuse();
    expect((await follower).error).toBeInstanceOf(LogUnavailable);
    const refused = await failureOf(log.append(stream, 0n, someEvents(1)));
    expect(refused.error).toBeInstanceOf(LogUnavailable);
    await sleep(200);
    const { error, ms } = await failureOf(log.append(stream, 0n, someEvents(1)));
    expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
    expect(ms).toBeLessThan(500);
    await expect(createPostgresLog({ connectionString: proxy.url })).rejects.toThrow(LogUnavailable);
    await proxy.listen();
    expect(await again(() => log.append(stream, 0n, someEvents(1)))).toMatchObject({ revision: 1n });
  });

  it('a refusal by the server itself leaves no doubt, and the connection', async () => {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin; select 1 from log.identity for update');
    const { error, ms } = await failureOf(log.append(someStream(), 'none', someEvents(1)));
    expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
    expect(ms).toBeLessThan(PATIENCE_MS);
    await holder.query('rollback');
    await holder.end();
    await log.append(someStream(), 'none', someEvents(1));
  });

  it('a foreign transaction, however long it is open, holds nobody up', async () => {
    const foreign = new pg.Client({ connectionString: database.url });
    await foreign.connect();
    await foreign.query('begin isolation level repeatable read');
    await foreign.query('create table elsewhere (n int)');
    await foreign.query('select count(*) from log.events');
    const { position } = await log.append(someStream(), 'none', someEvents(1));
    expect((await follow(log, { enough: (b) => b.length > 0 })).at(-1)?.last).toBe(position);
    await foreign.query('rollback');
    await foreign.end();
  });

  it('another log at the same address is not taken for this one', async () => {
    await log.append(someStream(), 'none', someEvents(1));
    await database.sql('alter table log.identity disable trigger all');
    await database.sql(`update log.identity set id = 'another'`);
    proxy.heal(); // all connections are made anew
    await sleep(200);
    const { error } = await failureOf(log.append(someStream(), 'none', someEvents(1)));
    expect(error).toMatchObject({ name: 'LogUnavailable', cause: { message: /another/ } });
  });

  it('closing lets what is on its way arrive, then refuses', async () => {
    const streams = Array.from({ length: 20 }, someStream);
    const appending = Promise.all(streams.map((stream) => log.append(stream, 'none', someEvents(1))));
    const follower = failureOf(follow(log, { enough: () => false }));
    await log.close();
    expect(await appending).toHaveLength(20);
    expect((await follower).error).toBeInstanceOf(LogUnavailable);
    for (const call of [log.append(someStream(), 'none', someEvents(1)), log.head(), all(log.read('x'))])
      expect((await failureOf(call)).error).toBeInstanceOf(LogUnavailable);
    expect(await database.sql('select 1 from log.events')).toHaveLength(20);
  });

  it('what comes at the same time goes in few transactions', async () => {
    await Promise.all(Array.from({ length: 200 }, () => log.append(someStream(), 'none', someEvents(1))));
    const [row] = await database.sql<{ count: string }>('select count(distinct xmin::text) from log.events');
    expect(Number(row?.count)).toBeLessThan(10);
  });

  describe('a subscriber in another process', () => {
    async function firstBatch(pollMs: number, append: () => Promise<unknown>): Promise<number> {
      const other = await createPostgresLog({ connectionString: database.url, pollMs });
      const following = follow(other, { enough: (b) => b.length > 0 });
      await sleep(200);
      await append();
      const start = performance.now();
      await following;
      const ms = performance.now() - start;
      await other.close();
      return ms;
    }

    it('is told at once', async () => {
      expect(await firstBatch(60_000, () => log.append(someStream(), 'none', someEvents(1)))).toBeLessThan(1_000);
    });

    it('finds by itself what nobody announced', async () => {
      const call = `select log.append_one('silent', -1, gen_random_uuid(), 'Opened', 0, '{}', '{}')`;
      expect(await firstBatch(100, () => database.sql(call))).toBeLessThan(1_000);
    });
  });
});
