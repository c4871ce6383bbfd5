import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { verify } from '#projections/runner/verify.ts';
import { migrate } from '#processes/migrate.ts';
import { createCharges } from '#payments/sandbox/charges.ts';
import { newCharge } from '#tests/contract/payment-provider.suite.ts';
import { startApi } from '#tests/support/api.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
/** A connection to the same database as a role that owns nothing. */
let runtimeUrl: string;
const role = `runtime_${randomUUID().slice(0, 8)}`;

const POLLING = { timeout: 15_000, interval: 100 };

/** @returns the number of rows */
async function asOwner(statement: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const answer = await client.query(statement).finally(() => client.end());
  return answer.rowCount;
}

beforeAll(async () => {
  database = await freshDatabase();
  await asOwner(`create role ${role} login password 'runtime'`);
  const url = new URL(database.url);
  [url.username, url.password] = [role, 'runtime'];
  runtimeUrl = url.href;
  await migrate({ url: runtimeUrl, ownerUrl: database.url });
});
afterAll(async () => {
  await asOwner(`drop owned by ${role}; drop role ${role}`);
  await database.drop();
});

describe('runtime role', () => {
  test.each([
    "update log.events set type = 'Nothing'",
    'delete from log.events',
    'truncate log.events',
    'insert into log.events select * from log.events',
    'alter table log.events disable trigger all',
    'drop table log.events',
    'drop schema read cascade',
    'delete from access_log.entry',
    "update access_log.entry set ip = '::1'",
    'truncate access_log.entry',
    'create schema another',
    `create table public.another (id int)`,
  ])('may not execute: %s', async (statement) => {
    const client = new pg.Client({ connectionString: runtimeUrl });
    await client.connect();
    await expect(client.query(statement).finally(() => client.end())).rejects.toThrow(
      /permission denied|must be owner/,
    );
  });

  test('may do everything that simulated payments need', async () => {
    const pool = new pg.Pool({ connectionString: runtimeUrl, max: 2 });
    const charges = createCharges(pool, () => new Date());
    const { id, reference } = await charges.create(newCharge());
    await charges.changeStatus(reference, ['PENDING'], 'RECEIVED');
    expect(await charges.refund(id)).toMatchObject({ status: 'REFUNDED', refunded_cents: 1_000 });
    await pool.end();
  });

  test('cannot migrate by itself, but finds the migrations of the owner', async () => {
    expect(await migrate({ url: runtimeUrl, ownerUrl: runtimeUrl })).toBe(false);
    expect(await migrate({ url: runtimeUrl, ownerUrl: database.url })).toBe(true);
  });

  test('has all rights that the product needs, also after a rebuild', async () => {
    const api = await startApi({ storage: { url: runtimeUrl, ownerUrl: database.url } });
    const dona = await api.signIn('dona@exemplo.com');
    const add = (name: string) => dona.call('POST', '/api/fixed-costs', { body: { name, value: 1 } });
    expect((await add('antes')).status).toBe(201);

    const log = await createPostgresLog({ connectionString: database.url });
    await rebuild({ log, connectionString: database.url });
    const { status, headers } = await add('depois');
    expect(status).toBe(201);
    const position = headers.get('X-Position') ?? '';
    const list = await dona.call('GET', '/api/fixed-costs', { headers: { 'X-Read-After': position } });
    expect(list.headers.get('X-Stale')).toBeNull();
    expect(list.text).toContain('depois');
    expect((await verify({ log, connectionString: database.url })).differences).toEqual([]);

    // The rebuild keeps the previous read model, which needs the rights too.
    expect((await dona.call('DELETE', '/api/account', { body: { confirm: 'EXCLUIR' } })).status).toBe(204);
    await expect.poll(() => asOwner("select from log.events where type = 'ErasureCompleted'"), POLLING).toBe(1);
    expect(await asOwner('select from read_previous.fixed_cost')).toBe(0);
    await log.close();
    await api.stop();
  });
});
