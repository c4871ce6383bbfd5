import { rebuild } from '#projections/runner/rebuild.ts';
import { verify } from '#projections/runner/verify.ts';
import { createAppender } from '#tests/support/histories.ts';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cost, opened, projectedDatabase, streamOf } from './small-business.ts';
import { readDatabase, type ReadDatabase } from './read-database.ts';

describe('verification of the read model', () => {
  let database: ReadDatabase;
  beforeAll(async () => {
    ({ database } = await projectedDatabase());
  });
  afterEach(async () => {
    await rebuild({ log: database.log, connectionString: database.url });
  });
  afterAll(() => database.close());

  test('reports no difference when every row equals the fold of its stream', async () => {
    expect(await database.verify()).toMatchObject({ businesses: 1, accounts: 1, parked: [], differences: [] });
  });

  test.each([
    ['a changed dish', `update read.dish set body = replace(body, '"cmv":', '"cmv": ')`, 'dish'],
    ['a changed order', `update read.ingredient set sequence = sequence + 1000`, 'ingredient'],
    ['a percentage that is missing', `delete from read.variable_cost`, 'variable_cost'],
    ['a month that is missing', `delete from read.month_revenue`, 'month_revenue'],
    ['a changed cost', `update read.fixed_cost set body = '{}'`, 'fixed_cost'],
    ['a changed figure', `update read.business set dashboard = '{}'`, 'business'],
    ['another owner', `update read.business set owner_id = gen_random_uuid()`, 'business'],
    ['access without a source', `update read.account set access_granted = true`, 'account'],
    ['an account that nobody registered', `insert into read.account values (gen_random_uuid(), true, null)`, 'account'],
    ['another chosen business', `update read.account set chosen_business_id = gen_random_uuid()`, 'account'],
    ['rows without a business', `insert into read.dish values (gen_random_uuid(), gen_random_uuid(), 1, '{}')`, 'dish'],
    ['a business that is missing', `delete from read.business`, 'business'],
    [
      'a checkpoint that the log has not reached',
      `update read.checkpoint set position = left(position, -3) || '999'`,
      'checkpoint',
    ],
    ['an empty checkpoint', 'update read.checkpoint set position = null', 'checkpoint'],
  ])('reports %s', async (_, damage, table) => {
    expect((await database.pool.query(damage)).rowCount).toBeGreaterThan(0);
    const { differences } = await database.verify();
    expect(new Set(differences.map((difference) => difference.table))).toEqual(new Set([table]));
  });
});

describe('verification of a read model that is behind its log', () => {
  let database: ReadDatabase;
  let holder: PoolClient | undefined;
  beforeAll(async () => {
    ({ database } = await projectedDatabase());
  });
  afterEach(async () => {
    await holder?.query('rollback');
    holder?.release();
    holder = undefined;
  });
  afterAll(() => database.close());

  /** Locks the read model, so that no projector can write to it. */
  async function hold(): Promise<void> {
    holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('select from read.checkpoint for update');
  }
  const verified = (patienceMs: number) => verify({ log: database.log, connectionString: database.url, patienceMs });

  test('reports that it stands still when a running projector makes no progress', async () => {
    await hold();
    database.project();
    await createAppender(database.log).append(streamOf('late'), [opened('late'), cost(1), cost(2)]);
    await expect.poll(() => verified(500)).toMatchObject({ differences: [], eventsBehind: 3, isStalled: true });
  });

  test('does not report that it stands still when the projector progresses or none runs', async () => {
    expect(await verified(10_000)).toMatchObject({ isStalled: false });
    await expect.poll(() => verified(10_000)).toMatchObject({ eventsBehind: 0, isStalled: false });
    await database.stopProjecting();
    await createAppender(database.log).append(streamOf('later'), [opened('later')]);
    expect(await verified(500)).toMatchObject({ differences: [], eventsBehind: 1, isStalled: false });
  });
});

test('verification of the read model reports a stream that should be parked', async () => {
  const database = await readDatabase();
  const unknown = { type: 'Unknown', data: {} };
  const at = await createAppender(database.log).append(streamOf('a'), [opened('a'), unknown]);
  await database.pool.query('update read.checkpoint set position = $1', [at]);
  const { differences } = await database.verify();
  expect(differences.map(({ table }) => table).toSorted()).toEqual(['business', 'parked']);
  await database.close();
});
