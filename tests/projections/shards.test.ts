import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { businessStream } from '#domain/streams.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { isInShard, shardsOf } from '#projections/runner/shard.ts';
import { unpark } from '#projections/runner/unpark.ts';
import { anyTraffic, createAppender, testId, type Traffic } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import pg from 'pg';
import { readDatabase, type ReadDatabase } from './read-database.ts';

const COUNT = 4;

let database: ReadDatabase;
let appender: ReturnType<typeof createAppender>;
beforeEach(async () => {
  database = await readDatabase('memory', COUNT);
  appender = createAppender(database.log);
});
afterEach(() => database.close());

/** A business that is in the shard. */
const idIn = (index: number): string => {
  for (let n = 0; ; n += 1)
    if (isInShard({ index, of: COUNT }, testId('business', String(n)))) return testId('business', String(n));
};
const opened = (name: string) => ({ type: 'BusinessOpened', data: { ownerId: testId('owner', name) } });
const open = (index: number): Promise<string> => appender.append(businessStream(idIn(index)), [opened(String(index))]);

async function checkpoints(): Promise<readonly (string | null)[]> {
  const { rows } = await database.pool.query<{ position: string | null }>(
    'select position from read.checkpoint order by shard',
  );
  return rows.map(({ position }) => position);
}

/** Nobody projects that shard until the result is called. */
async function held(index: number): Promise<() => Promise<void>> {
  const foreign = new pg.Client({ connectionString: database.url });
  await foreign.connect();
  await foreign.query('select pg_advisory_lock(hashtextextended($1, 0))', [`projector of read ${index}/${COUNT}`]);
  return () => foreign.end();
}

test('every id is in one shard, and all shards get their share', () => {
  const ids = Array.from({ length: 4_000 }, () => crypto.randomUUID());
  for (const id of ids) expect(shardsOf(COUNT).filter((shard) => isInShard(shard, id))).toHaveLength(1);
  for (const shard of shardsOf(COUNT)) expect(ids.filter((id) => isInShard(shard, id)).length).toBeGreaterThan(800);
});

test('the read model is the log folded from scratch, in four parts as in one, wherever it broke off', async () => {
  const property = fc.asyncProperty(
    anyTraffic({ most: 8, longest: 20 }),
    fc.constantFrom(1, 7, 1_000),
    fc.constantFrom(4, 400_000),
    fc.array(fc.nat({ max: 60 }), { maxLength: 2 }),
    async ({ appends }: Traffic, batchSize, capacity, cuts) => {
      const own = await readDatabase('memory', COUNT);
      try {
        own.project({ batchSize, capacity });
        const write = createAppender(own.log);
        for (const [i, append] of appends.entries()) {
          if (cuts.includes(i))
            await own.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
              where application_name = 'prumo-projector' and datname = current_database()`);
          await write.appendAll({ appends: [append] });
        }
        await own.reach((await own.log.head()) ?? '');
        expect((await own.verify()).differences).toEqual([]);
      } finally {
        await own.close();
      }
    },
  );
  await fc.assert(property, runs(2, 100));
});

test('a shard that stands still holds up who waits, and neither the others nor the verification', async () => {
  const release = await held(2);
  database.project();
  const position = await open(2);
  for (const index of [0, 1, 3]) await open(index);
  const head = await database.log.head();
  await expect.poll(() => checkpoints()).toEqual([head, head, null, head]);
  expect(await database.waiter.waitFor(position, 300)).toBe('late');
  const { rows } = await database.pool.query('select from read.business');
  expect(rows).toHaveLength(3);
  expect(await database.verify()).toMatchObject({ position: head, differences: [] });
  await release();
  await database.reach(head ?? '');
  expect((await database.pool.query('select from read.business')).rows).toHaveLength(4);
  expect((await database.verify()).differences).toEqual([]);
});

test('two processes share the shards, and one takes over all of them within five seconds', async () => {
  const first = database.project();
  database.project();
  await database.reach(await open(0));
  const leaders = async (): Promise<number> =>
    (
      await database.pool.query(`select distinct pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`)
    ).rows.length;
  await expect.poll(() => leaders()).toBe(COUNT);
  await first.stop();
  const since = performance.now();
  for (const index of [0, 1, 2, 3])
    await appender.append(businessStream(idIn(index)), index === 0 ? [{ type: 'Whatever', data: {} }] : [opened('x')]);
  await database.reach((await database.log.head()) ?? '');
  expect(performance.now() - since).toBeLessThan(5_000);
});

test('a rebuild divides anew while it is projected, and back', async () => {
  database.project();
  for (const index of [0, 1, 2, 3]) await open(index);
  const { log } = database;
  for (const shards of [1, COUNT]) {
    expect(await rebuild({ log, connectionString: database.url, shards })).toMatchObject({ differences: [] });
    await database.reach(await appender.append(businessStream(crypto.randomUUID()), [opened(String(shards))]));
    expect(await checkpoints()).toHaveLength(shards);
    expect((await database.verify()).differences).toEqual([]);
  }
});

test('what is parked is so in its shard, and is tried again there', async () => {
  database.project();
  await open(1);
  await appender.append(businessStream(idIn(1)), [{ type: 'Unknown', data: {} }]);
  await database.reach(await open(3));
  expect((await database.verify()).parked).toMatchObject([{ id: idIn(1) }]);
  expect(await unpark({ log: database.log, connectionString: database.url })).toHaveLength(1);
  await sleep(50);
  expect((await database.verify()).differences).toEqual([]);
});
