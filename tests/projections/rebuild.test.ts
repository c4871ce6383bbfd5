import { businessStream } from '#domain/streams.ts';
import { type EventLog, LogUnavailable } from '#eventstore/port.ts';
import { migrateReadModel } from '#projections/read/schema.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { anyTraffic, createAppender, testId } from '#tests/support/histories.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cost, costsOf, opened, projectedDatabase, streamOf } from './small-business.ts';
import { readDatabase, type ReadDatabase } from './read-database.ts';

let database: ReadDatabase;
let appender: ReturnType<typeof createAppender>;
beforeEach(async () => {
  ({ database, appender } = await projectedDatabase());
});
afterEach(() => database.close());

describe('a rebuild of the read model', () => {
  test('corrects wrong rows while the projector continues to serve', async () => {
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

  test('loses no event that is appended meanwhile', async () => {
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

  test('fills a read model that was never projected', async () => {
    const fresh = await readDatabase();
    await createAppender(fresh.log).append(streamOf('a'), [opened('a'), cost(1)]);
    await rebuild({ log: fresh.log, connectionString: fresh.url });
    expect(await fresh.verify()).toMatchObject({ businesses: 1, differences: [] });
    expect(await costsOf(fresh, 'a')).toEqual([1]);
    await fresh.close();
  });
});

test('a rebuild of the read model completes with businesses whose streams are empty', async () => {
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

test('a rebuild of the read model folds streams of every length, and parks the same ones as the projector', async () => {
  const fresh = await readDatabase();
  const own = createAppender(fresh.log);
  for (let n = 0; n < 230; n += 1) await own.append(streamOf(`small ${n}`), [opened(`small ${n}`), cost(n)]);
  const long = Array.from({ length: 2_500 }, (_, n) => cost(n));
  await own.append(streamOf('long'), [opened('long')]);
  for (let from = 0; from < long.length; from += 500) await own.append(streamOf('long'), long.slice(from, from + 500));
  const unknown = { type: 'Unknown', data: {} };
  await own.append(streamOf('parked'), [opened('parked'), cost(1), unknown, cost(2)]);
  await own.append(streamOf('never'), [unknown, cost(3)]);
  const parked = ['never', 'parked'].map((name) => testId('business', name)).toSorted();
  const made = await rebuild({ log: fresh.log, connectionString: fresh.url });
  expect(made).toMatchObject({ businesses: 232, differences: [] });
  expect(made.parked.map(({ id }) => id).toSorted()).toEqual(parked);
  expect(await fresh.verify()).toMatchObject({ businesses: 232, differences: [] });
  expect(await costsOf(fresh, 'long')).toHaveLength(2_500);
  expect(await costsOf(fresh, 'parked')).toEqual([1]);
  fresh.project();
  await fresh.reach(await own.append(streamOf('small 7'), [cost(1_000)]));
  expect(await costsOf(fresh, 'small 7')).toEqual([7, 1_000]);
  expect((await fresh.verify()).differences).toEqual([]);
  await fresh.close();
});

/** A log that executes something while its streams are being read. */
const interrupted = (log: EventLog, at: string, interrupt: () => Promise<unknown>): EventLog => ({
  ...log,
  async *read(stream, from) {
    for await (const event of log.read(stream, from)) yield event;
    if (stream === at) await interrupt();
  },
});

describe('an interrupted rebuild', () => {
  const cut = () =>
    database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'prumo-rebuild' and datname = current_database()`);
  const away = () => Promise.reject(new LogUnavailable('not_appended', new Error('down')));

  test.each([
    ['its connections are cut', cut, /terminat/i],
    ['the log is away', away, 'cannot be reached'],
  ])('leaves the serving read model unchanged when %s, and the next rebuild completes', async (_, fault, message) => {
    const { log } = database;
    for (const name of ['a', 'b', 'c']) await appender.append(streamOf(name), [opened(name), cost(1)]);
    const broken = interrupted(log, streamOf('b'), fault);
    await expect(rebuild({ log: broken, connectionString: database.url })).rejects.toThrow(message);
    await database.reach(await appender.append(streamOf('a'), [cost(2)]));
    expect(await database.verify()).toMatchObject({ businesses: 4, differences: [] });
    expect(await rebuild({ log, connectionString: database.url })).toMatchObject({ businesses: 4, differences: [] });
    await database.reach(await appender.append(streamOf('a'), [cost(3)]));
    expect(await costsOf(database, 'a')).toEqual([1, 2, 3]);
    expect((await database.verify()).differences).toEqual([]);
  });
});

describe('a business that is erased during a rebuild', () => {
  const erased = { type: 'BusinessErased', data: {} };

  test.each(['a', 'b', 'c'])(
    'is in neither read model afterwards, although the stream of %s was just being read',
    async (at) => {
      const { log } = database;
      for (const name of ['a', 'b', 'c']) await appender.append(streamOf(name), [opened(name), cost(1)]);
      const erase = async () => {
        await appender.append(streamOf('b'), [erased]);
        await log.erase(streamOf('b'));
      };
      const interrupting = interrupted(log, streamOf(at), erase);
      expect(await rebuild({ log: interrupting, connectionString: database.url })).toMatchObject({ differences: [] });
      await database.reach(await appender.append(streamOf('a'), [cost(2)]));
      for (const schema of ['read', 'read_previous']) {
        const { rows } = await database.pool.query(
          `select from ${schema}.business where business_id = $1
         union all select from ${schema}.fixed_cost where business_id = $1`,
          [testId('business', 'b')],
        );
        expect([schema, rows]).toEqual([schema, []]);
      }
      expect(await costsOf(database, 'a')).toEqual([1, 2]);
      expect((await database.verify()).differences).toEqual([]);
    },
  );
});

/** Recreates the read model of older programs, which had a checkpoint for each of several parts. */
async function divideAsShapeThree({ pool, log }: ReadDatabase, parts: number): Promise<void> {
  const head = await log.head();
  await pool.query(`
    drop table read.checkpoint;
    create table read.checkpoint (
      shard smallint primary key,
      shape integer not null,
      position text collate "C",
      generation integer not null default 1
    )`);
  for (let part = 0; part < parts; part += 1)
    await pool.query('insert into read.checkpoint (shard, shape, position, generation) values ($1, 3, $2, $3)', [
      part,
      part === 0 ? head : null,
      part + 7, // The projector of this test never takes this part.
    ]);
  await pool.query(`update read.business set dashboard = '{"of":"another shape"}'`);
}

describe.each([1, 4])('read model of shape 3 in %i parts', (parts) => {
  beforeEach(() => divideAsShapeThree(database, parts));

  test('is not changed by a projector', async () => {
    await appender.append(streamOf('a'), [opened('a')]);
    await expect(database.verify()).rejects.toThrow('the read model has shape 3');
    const { rows } = await database.pool.query(`select from read.business where business_id = $1`, [
      testId('business', 'a'),
    ]);
    expect(rows).toEqual([]);
  });

  test('is replaced by a rebuild, and becomes the previous one', async () => {
    await rebuild({ log: database.log, connectionString: database.url });
    await database.reach(await appender.append(streamOf('a'), [opened('a'), cost(1)]));
    expect(await database.verify()).toMatchObject({ businesses: 2, differences: [] });
    const { rows } = await database.pool.query('select shape from read_previous.checkpoint');
    expect(rows).toEqual(Array.from({ length: parts }, () => ({ shape: 3 })));
  });
});

describe('migration of the read model', () => {
  test('changes nothing when it is repeated', async () => {
    expect(await migrateReadModel(database.pool)).toBe(false);
    expect(await database.verify()).toMatchObject({ businesses: 1, differences: [] });
  });

  test('leaves a read model of an older shape to a rebuild, and its rows are served until then', async () => {
    await database.pool.query('update read.checkpoint set shape = 0');
    expect(await migrateReadModel(database.pool)).toBe(true);
    const { rows } = await database.pool.query<{ dashboards: number }>(
      'select count(*)::int as dashboards from read.business',
    );
    expect(rows).toEqual([{ dashboards: 1 }]);
    await rebuild({ log: database.log, connectionString: database.url });
    expect(await migrateReadModel(database.pool)).toBe(false);
    await database.reach(await appender.append(streamOf('a'), [opened('a')]));
    expect(await database.verify()).toMatchObject({ businesses: 2, differences: [] });
  });

  test('lets the previous read model be put back, which catches up', async () => {
    await rebuild({ log: database.log, connectionString: database.url });
    await database.stopProjecting();
    await appender.append(streamOf('a'), [opened('a'), cost(1)]);
    await database.pool.query('drop schema read cascade; alter schema read_previous rename to read');
    database.project();
    await database.reach((await database.log.head()) ?? '');
    expect(await database.verify()).toMatchObject({ businesses: 2, differences: [] });
  });

  test('refuses a read model of a newer program', async () => {
    await database.pool.query('update read.checkpoint set shape = 99');
    await expect(migrateReadModel(database.pool)).rejects.toThrow('newer than this program');
  });
});
