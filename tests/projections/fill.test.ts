import { createEventFolder } from '#projections/runner/folding.ts';
import { findDifferences, fillSchema } from '#projections/runner/fill.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectedDatabase } from './small-business.ts';
import type { ReadDatabase } from './read-database.ts';

const KEYS = `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
               where connamespace = $1::regnamespace and contype = 'p' order by 1`;

describe('filled read model beside the serving one', () => {
  let database: ReadDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    ({ database } = await projectedDatabase());
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { log } = database;
    await fillSchema([client], 'next', {
      log,
      until: await log.head(),
      eventFolder: createEventFolder({ log, capacity: 1 }),
    });
  });
  beforeEach(() => client.query('begin'));
  afterEach(() => client.query('rollback'));
  afterAll(async () => {
    await client.end();
    await database.close();
  });

  test('contains the given rows, equal to those of the serving one, and its keys', async () => {
    expect(await findDifferences([client], 'next')).toEqual([]);
    expect(await findDifferences([client], 'next', 'read')).toEqual([]);
    const keysIn = async (schema: string): Promise<unknown[]> =>
      (await client.query<{ table: string; definition: string }>(KEYS, [schema])).rows.map(({ table, definition }) => [
        table.replace(`${schema}.`, ''),
        definition,
      ]);
    expect(await keysIn('next')).toEqual(await keysIn('read'));
    expect(await keysIn('next')).toHaveLength(11);
  });

  test.each([
    ['a changed dish', `update next.dish set body = replace(body, '"cmv":', '"cmv": ')`, 'dish'],
    ['a changed order', `update next.ingredient set sequence = sequence + 1000`, 'ingredient'],
    ['a dish that is missing', `delete from next.dish where sequence = (select min(sequence) from next.dish)`, 'dish'],
    ['a list that is missing', `delete from next.variable_cost`, 'variable_cost'],
    ['a month that moved', `update next.month_revenue set month = month + 12`, 'month_revenue'],
    ['a position that is missing', `update next.business set position = null`, 'business'],
    ['access without a source', `update next.account set access_granted = true`, 'account'],
    ['rows without a business', `insert into next.dish values (gen_random_uuid(), gen_random_uuid(), 1, '{}')`, 'dish'],
    ['an account without events', `insert into next.account values (gen_random_uuid(), true, null, null)`, 'account'],
  ])('is rejected because of %s', async (_, damage, table) => {
    expect((await client.query(damage)).rowCount).toBeGreaterThan(0);
    expect((await findDifferences([client], 'next')).map((difference) => difference.table)).toEqual([table]);
  });
});
