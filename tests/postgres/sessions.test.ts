import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOG_SESSION } from '#eventstore/postgres/reconnecting-client.ts';
import { findHarmfulSettings } from '#queries/system-state.ts';
import { SESSION_DEFAULTS, LOOKUP_SETTINGS, openPool, openSession, type SessionSettings } from '#postgres/session.ts';
import { connectProjector, connectReactor } from '#projections/runner/connection.ts';
import { verify } from '#projections/runner/verify.ts';
import { startApi } from '#tests/support/api.ts';
import { freshDatabase, openLogOf, type TestDatabase } from '#tests/support/database.ts';
import { filesIn, sourceOf } from '#tests/support/imports.ts';

// An operator's server may be configured for other purposes, so here every setting that our sessions depend on is
// wrong.

/** These are `alter database … set` values, which only the session itself can override. */
const HOSTILE: SessionSettings = {
  jit: 'on',
  jit_above_cost: '0',
  synchronous_commit: 'off',
  default_transaction_isolation: 'serializable',
  statement_timeout: '20s',
  lock_timeout: '1ms',
  idle_in_transaction_session_timeout: '100ms',
  idle_session_timeout: '300ms',
  plan_cache_mode: 'force_custom_plan',
  enable_indexscan: 'off',
  enable_nestloop: 'off',
  enable_hashjoin: 'off',
  enable_sort: 'off',
  DateStyle: 'German, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kolkata',
  bytea_output: 'escape',
  extra_float_digits: '-10',
  search_path: 'public',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const session = await openSession({ connectionString: database.url, name: 'test', connectTimeoutMs: 10_000 });
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, value] of Object.entries(HOSTILE))
    await session.client.query(`alter database ${name} set ${setting} = ${session.client.escapeLiteral(value)}`);
  await session.close();
});
afterAll(() => database.drop());

/** Returns the values of these settings in that session. */
async function settingsIn(client: Pick<pg.ClientBase, 'query'>, wanted: SessionSettings): Promise<SessionSettings> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select name, current_setting(name) as value from unnest($1::text[]) as name where current_setting(name, true) is not null`,
    [Object.keys(wanted)],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Leaves out the settings that this version of PostgreSQL does not have. */
const onThisServer = (wanted: SessionSettings, found: SessionSettings): SessionSettings =>
  Object.fromEntries(Object.entries(wanted).filter(([name]) => name in found));

const CONNECT = { connectTimeoutMs: 10_000, name: 'test' };

test('the server of these tests has every harmful setting', async () => {
  const plain = new pg.Client({ connectionString: database.url });
  await plain.connect();
  expect(await settingsIn(plain, HOSTILE)).toEqual(HOSTILE);
  await plain.end();
});

test('a database session uses our settings, whatever the server’s are', async () => {
  const { client, close } = await openSession({ connectionString: database.url, ...CONNECT });
  const found = await settingsIn(client, SESSION_DEFAULTS);
  expect(found).toEqual(onThisServer(SESSION_DEFAULTS, found));
  expect(Object.keys(found).length).toBeGreaterThan(20);
  await close();
});

test('a session of a pool uses our settings and those of the pool', async () => {
  const pool = openPool({ connectionString: database.url, ...CONNECT, settings: LOOKUP_SETTINGS, max: 2 });
  const both = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of both) {
    const wanted = { ...SESSION_DEFAULTS, ...LOOKUP_SETTINGS };
    const found = await settingsIn(client, wanted);
    expect(found).toEqual(onThisServer(wanted, found));
    client.release();
  }
  await pool.end();
});

test('a session still waits for standby servers when the server is configured so', async () => {
  const patient = new URL(database.url);
  patient.searchParams.set('options', '-c synchronous_commit=remote_apply');
  const { client, close } = await openSession({ connectionString: patient.href, ...CONNECT });
  expect(await settingsIn(client, { synchronous_commit: '' })).toEqual({ synchronous_commit: 'remote_apply' });
  await close();
});

test('a commit waits for the disk, except where only the read model is written', async () => {
  const projector = await connectProjector(database.url);
  const reactor = await connectReactor(database.url, 'test');
  const commit = { synchronous_commit: '', jit: '' };
  expect(await settingsIn(projector.client, commit)).toEqual({ synchronous_commit: 'off', jit: 'off' });
  expect(await settingsIn(reactor.client, commit)).toEqual({ synchronous_commit: 'on', jit: 'off' });
  await projector.close();
  await reactor.close();
  expect(LOG_SESSION).toMatchObject({ enable_seqscan: 'off', default_transaction_isolation: 'read committed' });
});

describe('harmful settings of PostgreSQL', () => {
  test('are reported as our sessions see them, so that settings which sessions override are not reported', async () => {
    const ours = openPool({ connectionString: database.url, ...CONNECT, max: 1 });
    expect(await findHarmfulSettings(ours)).toEqual([{ name: 'fsync', value: 'off' }]);
    await ours.end();
  });

  test('are all reported where no session overrides them', async () => {
    const plain = new pg.Pool({ connectionString: database.url, max: 1 });
    expect((await findHarmfulSettings(plain)).map(({ name }) => name).toSorted()).toEqual([
      'fsync',
      'jit',
      'synchronous_commit',
    ]);
    await plain.end();
  });
});

test('the product can change, read and verify data on a server with every harmful setting', async () => {
  const lines: string[] = [];
  const api = await startApi({ storage: database, onLog: (line) => void lines.push(line) });
  const dona = await api.signIn('dona@exemplo.com');
  const made = await dona.call('POST', '/api/fixed-costs', { body: { name: 'Aluguel', value: 1_000 } });
  expect(made.status).toBe(201);
  const position = made.headers.get('X-Position') ?? '';
  const list = await dona.call('GET', '/api/fixed-costs', { headers: { 'X-Read-After': position } });
  expect(list.headers.get('X-Stale')).toBeNull();
  expect(list.text).toContain('Aluguel');
  const admin = await api.signIn('admin@exemplo.com');
  expect((await admin.call('GET', '/api/users/me')).status).toBe(200);
  await api.stop();
  const log = await openLogOf(database);
  expect(await verify({ log, connectionString: database.url })).toMatchObject({ differences: [], parked: [] });
  await log.close();
  const warnings = lines.filter((line) => line.includes('a setting of PostgreSQL harms'));
  expect(warnings.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ name: 'fsync', value: 'off', harm: expect.stringContaining('power cut') as string }),
  ]);
});

test('only src/postgres/session.ts opens connections to PostgreSQL', () => {
  const files = ['src', 'projections', 'scripts'].flatMap(filesIn);
  const openers = files.filter((file) => /\bnew (?:pg\.)?(?:Client|Pool)\(/.test(sourceOf(file)));
  // The benchmarks compare the product with code that opens its own connections.
  const baselines = /^scripts\/bench\/baselines\.ts$/;
  expect(openers.filter((file) => !baselines.test(file))).toEqual(['src/postgres/session.ts']);
});
