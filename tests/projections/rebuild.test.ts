import { businessStream } from '#domain/streams.ts';
import { migrateReadModel } from '#projections/read/schema.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { anyTraffic, createAppender, testId } from '#tests/support/histories.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cost, costsOf, opened, streamOf } from './kitchen.ts';
import { projectedDatabase } from './projected-database.ts';
import { readDatabase, type ReadDatabase } from './read-database.ts';

let database: ReadDatabase;
let appender: ReturnType<typeof createAppender>;
beforeEach(async () => {
  ({ database, appender } = await projectedDatabase());
});
afterEach(() => database.close());

describe('a rebuild', () => {
  test('puts right what is wrong, while the projector serves on', async () => {
    await database.pool.query(`update read.business set dashboard = '{}'; delete from read.dish`);
    await appender.append(streamOf('poisoned'), [opened('poisoned'), cost(1), { type: 'Unknown', data: {} }]);
    const verification = await rebuild({ log: database.log, connectionString: database.url });
    expect(verification).toMatchObject({ differences: [], parked: [{ id: testId('business', 'poisoned') }] });
    expect(await database.verify()).toMatchObject({ businesses: 2, differences: [] });
    await database.reach(await appender.append(streamOf('later'), [opened('later'), cost(2)]));
    expect(await costsOf(database, 'later')).toEqual([2]);
    expect(await costsOf(database, 'poisoned')).toEqual([1]);
    expect(await database.verify()).toMatchObject({ businesses: 3, differences: [] });
  });

  test('loses nothing that is written meanwhile', async () => {
    const [traffic] = fc.sample(anyTraffic({ most: 4, longest: 40 }), { numRuns: 1, seed: 11 });
    const { appends = [] } = traffic ?? {};
    const quarter = Math.ceil(appends.length / 4);
    await appender.appendAll({ appends: appends.slice(0, quarter) });
    const rebuilds = (async () => {
      await rebuild({ log: database.log, connectionString: database.url });
      await rebuild({ log: database.log, connectionString: database.url });
    })();
    for (const { history: own, change } of appends.slice(quarter)) {
      await appender.append(businessStream(own.businessId), change.events);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await rebuilds;
    await database.reach(await appender.append(streamOf('last'), [opened('last')]));
    expect((await database.verify()).differences).toEqual([]);
  });

  test('fills a model that nobody has projected into', async () => {
    const fresh = await readDatabase();
    await createAppender(fresh.log).append(streamOf('a'), [opened('a'), cost(1)]);
    await rebuild({ log: fresh.log, connectionString: fresh.url });
    expect(await fresh.verify()).toMatchObject({ businesses: 1, differences: [] });
    expect(await costsOf(fresh, 'a')).toEqual([1]);
    await fresh.close();
  });
});

test('a rebuild is done with businesses of which nothing is left', async () => {
  const fresh = await readDatabase();
  const own = createAppender(fresh.log);
  const erased = { type: 'BusinessErased', data: {} };
  await own.append(streamOf('gone'), [opened('gone'), cost(1), erased]);
  await own.append(streamOf('broken'), [opened('broken'), { type: 'Unknown', data: {} }, cost(2), erased]);
  expect(await rebuild({ log: fresh.log, connectionString: fresh.url })).toMatchObject({ parked: [], differences: [] });
  await own.append(streamOf('open'), [opened('open'), cost(3)]);
  await rebuild({ log: fresh.log, connectionString: fresh.url });
  expect(await fresh.verify()).toMatchObject({ parked: [], differences: [] });
  expect(await costsOf(fresh, 'open')).toEqual([3]);
  await fresh.close();
});

describe('migrating', () => {
  test('twice changes nothing', async () => {
    await migrateReadModel(database.pool);
    expect(await database.verify()).toMatchObject({ businesses: 1, differences: [] });
  });

  test('an older shape starts anew, and is filled again', async () => {
    await database.pool.query('update read.checkpoint set shape = 0; alter table read.dish drop column body');
    await migrateReadModel(database.pool);
    await database.reach(await appender.append(streamOf('a'), [opened('a')]));
    await expect.poll(async () => (await database.verify()).businesses).toBe(2);
    expect((await database.verify()).differences).toEqual([]);
  });

  test('refuses what a newer program has made', async () => {
    await database.pool.query('update read.checkpoint set shape = 99');
    await expect(migrateReadModel(database.pool)).rejects.toThrow('newer than this program');
  });
});
