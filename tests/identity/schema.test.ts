import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecret } from '#identity/secret.ts';
import { freshDatabase, migrateDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  ({ pool } = database);
});
afterAll(async () => {
  await database.drop();
});

test('several processes may migrate the identity schema at once, and again', async () => {
  await Promise.all(Array.from({ length: 6 }, () => migrateDatabase(pool)));
  await migrateDatabase(pool);
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'identity' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'admin_try',
    'granted_email',
    'person',
    'secret',
    'session',
    'used_state',
  ]);
});

test('every process reads the same secret under a name, and each name has its own secret', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => loadSecret(pool, 'sign-in')));
  expect(new Set(all.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
  expect(all[0]).toHaveLength(32);
  expect(await loadSecret(pool, 'sign-in')).toEqual(all[0]);
  expect(await loadSecret(pool, 'other')).not.toEqual(all[0]);
});
