import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { freshDatabase, openLogOf, type TestDatabase } from '#tests/support/database.ts';
import { TESTED_LOG } from '#tests/support/event-log.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

let database: TestDatabase;
let api: RunningApi;
let owner: ApiVisitor;
let pool: pg.Pool;
const logLines: string[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  api = await startApi({ storage: database, onLog: (line) => logLines.push(line) });
  owner = await api.signIn('dona@exemplo.com');
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await api.stop();
  await pool.end();
  await database.drop();
});

const checkpoint = async (): Promise<string | null> =>
  (await pool.query<{ position: string | null }>('select position from read.checkpoint')).rows[0]?.position ?? null;

const setCheckpoint = (position: string | null) => pool.query('update read.checkpoint set position = $1', [position]);

/** Waits until the projector has caught up. */
async function settled(): Promise<string | null> {
  const log = await openLogOf(database);
  try {
    await expect.poll(async () => (await checkpoint()) === (await log.head())).toBe(true);
  } finally {
    await log.close();
  }
  return checkpoint();
}

const addCost = (name: string) => owner.call('POST', '/api/fixed-costs', { body: { name, value: 10 } });
const read = () => owner.call('GET', '/api/fixed-costs');

test('a read answers 503 when the read model lacks changes that the caller has seen, as after a crash of the database', async () => {
  const before = await settled();
  expect((await addCost('Lenha')).status).toBe(201);
  const after = await settled();
  await expect.poll(async () => (await read()).text).toContain('Lenha');
  await setCheckpoint(before);
  const answer = await read();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).not.toBeNull();
  await setCheckpoint(after);
  expect((await read()).text).toContain('Lenha');
});

test('an owner whom a rebuild of the read model has not reached yet is not told to buy access', async () => {
  const newcomer = await api.signIn('novo@exemplo.com');
  await settled();
  await pool.query('create temporary table accounts as table read.account; delete from read.account');
  expect((await read()).status).toBe(503);
  expect((await owner.call('GET', '/api/users/me')).json).toMatchObject({ access_granted: true });
  expect((await newcomer.call('GET', '/api/fixed-costs')).status).toBe(403);
  expect((await newcomer.call('GET', '/api/users/me')).json).toMatchObject({ access_granted: false });
  await pool.query('insert into read.account table accounts');
  expect((await read()).status).toBe(200);
});

test.runIf(TESTED_LOG === 'postgres')(
  'a full disk refuses changes but not reads, and writes one log line',
  async () => {
    await pool.query(`
    create function log.full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on log.events for each row execute function log.full()`);
    const answer = await addCost('Sal');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect((await read()).status).toBe(200);
    const lines = logLines.filter((line) => line.includes('the disk of the database is full, give it room'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('stack');
    await pool.query('drop trigger full_disk on log.events; drop function log.full()');
    expect((await addCost('Sal')).status).toBe(201);
  },
);
