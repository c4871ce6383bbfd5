import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { LogUnavailable } from '#eventstore/port.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { describeConnections, failureOf, type LogServer, TIMEOUT_MS } from './log-connection.suite.ts';
import { migratedDatabase, type TestDatabase } from '#tests/support/database.ts';
import { collect, follow, someEvents, someStream } from './some-events.ts';
import { stopwatch } from '#tests/support/starvation.ts';

async function startDatabase(): Promise<LogServer & TestDatabase> {
  const database = await migratedDatabase('postgres');
  return {
    ...database,
    countOf: async (stream) =>
      (await database.pool.query('select 1 from log.events where stream = $1', [stream])).rows.length,
    stop: () => database.drop(),
  };
}

const postgres = {
  kind: 'in Postgres',
  start: startDatabase,
  connect: (url: string) => createPostgresLog({ connectionString: url }),
  followerGivesUpMs: TIMEOUT_MS + 1_000, // The subscription has already been running for a while.
};

describeConnections(postgres, (current) => {
  it('an append that waits behind a call without an answer is never sent', async () => {
    const { log, proxy } = current();
    const stream = someStream();
    await log.append(someStream(), 'none', someEvents(1));
    proxy.stall();
    const sent = failureOf(log.append(stream, 'none', someEvents(2)));
    await sleep(100);
    const queued = [stream, someStream(), someStream()].map((s) => failureOf(log.append(s, 'none', someEvents(1))));
    expect(await sent).toMatchObject({ error: { name: 'LogUnavailable', outcome: 'unknown' } });
    for (const { error, ms } of await Promise.all(queued)) {
      expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
      expect(ms).toBeLessThan(TIMEOUT_MS);
    }
  });

  it('a subscription ends when the server goes away', async () => {
    const { log, proxy } = current();
    const follower = failureOf(follow(log, { enough: () => false }));
    await sleep(100);
    await proxy.refuse();
    expect((await follower).error).toBeInstanceOf(LogUnavailable);
  });

  it('an append that the server itself refuses is known not to be stored, and its connection stays in use', async () => {
    const { server, log } = current();
    const holder = new pg.Client({ connectionString: server.url });
    await holder.connect();
    await holder.query('begin; select 1 from log.identity for update');
    const { error, ms } = await failureOf(log.append(someStream(), 'none', someEvents(1)));
    expect(error).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
    expect(ms).toBeLessThan(TIMEOUT_MS);
    await holder.query('rollback');
    await holder.end();
    await log.append(someStream(), 'none', someEvents(1));
  });

  it('a foreign transaction delays no append, however long it stays open', async () => {
    const { server, log } = current();
    const foreign = new pg.Client({ connectionString: server.url });
    await foreign.connect();
    await foreign.query('begin isolation level repeatable read');
    await foreign.query('create table elsewhere (n int)');
    await foreign.query('select count(*) from log.events');
    const { position } = await log.append(someStream(), 'none', someEvents(1));
    expect((await follow(log, { enough: (b) => b.length > 0 })).at(-1)?.last).toBe(position);
    await foreign.query('rollback');
    await foreign.end();
  });

  it('another log at the same address is refused', async () => {
    const { server, proxy, log } = current();
    await log.append(someStream(), 'none', someEvents(1));
    await server.pool.query('alter table log.identity disable trigger all');
    await server.pool.query(`update log.identity set id = 'another'`);
    proxy.heal(); // After this, every connection is a new one.
    await sleep(200);
    const { error } = await failureOf(log.append(someStream(), 'none', someEvents(1)));
    expect(error).toMatchObject({ name: 'LogUnavailable', cause: { message: /another/ } });
  });

  it('closing the log waits for appends in flight, then refuses new calls', async () => {
    const { server, log } = current();
    const streams = Array.from({ length: 20 }, someStream);
    const appending = Promise.all(streams.map((stream) => log.append(stream, 'none', someEvents(1))));
    const follower = failureOf(follow(log, { enough: () => false }));
    await log.close();
    expect(await appending).toHaveLength(20);
    expect((await follower).error).toBeInstanceOf(LogUnavailable);
    for (const call of [log.append(someStream(), 'none', someEvents(1)), log.head(), collect(log.read('x'))])
      expect((await failureOf(call)).error).toBeInstanceOf(LogUnavailable);
    expect((await server.pool.query('select 1 from log.events')).rows).toHaveLength(20);
  });

  it('simultaneous appends share few transactions', async () => {
    const { server, log } = current();
    await Promise.all(Array.from({ length: 200 }, () => log.append(someStream(), 'none', someEvents(1))));
    const { rows } = await server.pool.query<{ count: string }>('select count(distinct xmin::text) from log.events');
    expect(Number(rows[0]?.count)).toBeLessThan(10);
  });

  describe('subscriber in another process', () => {
    async function firstBatch(pollMs: number, append: () => Promise<unknown>): Promise<number> {
      const { server } = current();
      const other = await createPostgresLog({ connectionString: server.url, pollMs });
      const following = follow(other, { enough: (b) => b.length > 0 });
      await sleep(200);
      await append();
      const took = stopwatch();
      await following;
      const ms = took();
      await other.close();
      return ms;
    }

    it('is notified of an append within a second', async () => {
      expect(await firstBatch(60_000, () => current().log.append(someStream(), 'none', someEvents(1)))).toBeLessThan(
        1_000,
      );
    });

    it('finds an append that was not announced', async () => {
      const call = `select log.append_one('silent', -1, gen_random_uuid(), 'Opened', 0, '{}', '{}')`;
      expect(await firstBatch(100, () => current().server.pool.query(call))).toBeLessThan(1_000);
    });
  });
});
