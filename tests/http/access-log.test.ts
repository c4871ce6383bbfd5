import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccessLog, createAccessLog } from '#access-log/access-log.ts';
import { startApi } from '#tests/support/api.ts';
import { freshDatabase, migratedDatabase, type TestDatabase } from '#tests/support/database.ts';

const HOME = { ip: '203.0.113.7', port: 4_321 };
const MOBILE = { ip: '2001:db8::7', port: null };
const NEVER = 1_000_000_000;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await migratedDatabase();
  ({ pool } = database);
});
afterAll(async () => {
  await database.drop();
});

describe('access log', () => {
  let now: Date;
  let warnings: object[];
  const logs: AccessLog[] = [];
  const open = (options: { pool?: Pick<pg.Pool, 'query'>; capacity?: number } = {}): AccessLog => {
    const logger = { warn: (details: object) => void warnings.push(details) };
    const log = createAccessLog({
      clock: () => now,
      logger: logger as never,
      flushEveryMs: NEVER,
      ...options,
      pool: (options.pool ?? pool) as pg.Pool,
    });
    logs.push(log);
    return log;
  };
  beforeEach(() => {
    now = new Date();
    warnings = [];
  });
  afterAll(() => Promise.all(logs.map((log) => log.stop())));

  test('records account, instant, IP and port of every new session', async () => {
    const [log, ana, bia] = [open(), randomUUID(), randomUUID()];
    log.recordSessionStart(ana, HOME);
    log.recordSessionStart(ana, HOME);
    log.recordSessionStart(bia, MOBILE);
    expect(await log.entriesOf(ana)).toEqual([
      { at: now, kind: 'session_started', ...HOME },
      { at: now, kind: 'session_started', ...HOME },
    ]);
    expect(await log.entriesOf(bia)).toEqual([{ at: now, kind: 'session_started', ...MOBILE }]);
  });

  test('records the sessions of other calls when one caller disconnected before its address was read', async () => {
    const [log, ana, bia] = [open(), randomUUID(), randomUUID()];
    log.recordUse(ana, HOME);
    log.recordUse(bia, { ip: '', port: null });
    log.recordSessionStart(bia, { ip: '', port: null });
    expect(await log.entriesOf(ana)).toEqual([{ at: now, kind: 'used', ...HOME }]);
    expect(await log.entriesOf(bia)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test('records one row of use for each quarter of an hour, account and IP', async () => {
    const [log, ana, bia] = [open(), randomUUID(), randomUUID()];
    now = new Date('2026-11-21T10:14:59.000Z');
    for (let call = 0; call < 50; call += 1) log.recordUse(ana, { ...HOME, port: 5_000 + call });
    log.recordUse(ana, MOBILE);
    log.recordUse(bia, HOME);
    now = new Date('2026-11-21T10:15:00.000Z');
    log.recordUse(ana, HOME);
    const rows = await log.entriesOf(ana);
    expect(rows.map(({ at, ip }) => `${at.toISOString().slice(11, 19)} ${ip}`).toSorted()).toEqual([
      '10:14:59 2001:db8::7',
      '10:14:59 203.0.113.7',
      '10:15:00 203.0.113.7',
    ]);
    expect(await log.entriesOf(bia)).toHaveLength(1);
  });

  test('records the same use once even when several processes report it', async () => {
    const [here, there, ana] = [open(), open(), randomUUID()];
    for (const log of [here, there]) log.recordUse(ana, HOME);
    await Promise.all([here.flush(), there.flush()]);
    expect(await here.entriesOf(ana)).toHaveLength(1);
  });

  test('keeps entries in bounded memory during an outage, and reports how many it lost', async () => {
    let isAway = true;
    const flaky = {
      query: (...args: unknown[]) =>
        isAway ? Promise.reject(new Error('away')) : (pool.query as (...all: unknown[]) => Promise<unknown>)(...args),
    };
    const [log, ana] = [open({ pool: flaky as never, capacity: 3 }), randomUUID()];
    for (let call = 0; call < 5; call += 1) log.recordSessionStart(ana, HOME);
    await log.flush();
    expect(warnings).toHaveLength(1);
    isAway = false;
    expect(await log.entriesOf(ana)).toHaveLength(3);
    expect(warnings.at(-1)).toEqual({ lost: 2 });
  });

  test('writes a batch once even when the answer to it was lost', async () => {
    let losses = 1;
    const losingReplies = {
      async query(...args: unknown[]) {
        const answer = await (pool.query as (...all: unknown[]) => Promise<unknown>)(...args);
        if (losses-- > 0) throw new Error('answer lost');
        return answer;
      },
    };
    const [log, ana] = [open({ pool: losingReplies as never }), randomUUID()];
    log.recordSessionStart(ana, HOME);
    await log.flush();
    expect(await log.entriesOf(ana)).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });

  test('deletes entries after six months, and none earlier', async () => {
    const [log, ana] = [open(), randomUUID()];
    const { rows } = await pool.query<{ old: Date; young: Date }>(
      `select now() - interval '6 months' - interval '1 minute' as old, now() - interval '6 months' + interval '1 hour' as young`,
    );
    for (const at of [rows[0]!.old, rows[0]!.young]) {
      now = at;
      log.recordSessionStart(ana, HOME);
    }
    await log.flush();
    expect(await log.purge()).toBe(1);
    expect((await log.entriesOf(ana)).map(({ at }) => at)).toEqual([rows[0]!.young]);
  });
});

describe('access log over HTTP', () => {
  /** Returns every row after Dona has signed in and read her ingredients, once with each `forwarded` header. */
  async function entriesAfter(trustProxy: number, forwarded: readonly string[]) {
    const shop = await freshDatabase();
    const api = await startApi({ storage: shop, config: { trustProxy } });
    const dona = await api.signIn('dona@exemplo.com');
    for (const header of forwarded) {
      const { status } = await dona.call('GET', '/api/ingredients', { headers: { 'X-Forwarded-For': header } });
      expect(status).toBe(200);
    }
    await api.stop(); // This writes the entries that are still in memory.
    const client = new pg.Client({ connectionString: shop.url });
    await client.connect();
    const { rows } = await client.query<{ kind: string; ip: string; port: number | null }>(
      'select kind, host(ip) as ip, port from access_log.entry order by at',
    );
    await client.end();
    await shop.drop();
    return rows;
  }
  const LOOPBACK = expect.stringMatching(/^(127\.0\.0\.1|::1)$/);
  const A_PORT = expect.toSatisfy((port: number) => port > 1_023);

  test('records every call of a session, reads included, and ignores forwarded addresses without a trusted proxy', async () => {
    expect(await entriesAfter(0, ['198.51.100.9', '198.51.100.10'])).toEqual([
      { kind: 'session_started', ip: LOOPBACK, port: A_PORT },
      { kind: 'used', ip: LOOPBACK, port: A_PORT },
    ]);
  });

  test('records the address that a trusted proxy names, if it is a valid one', async () => {
    const rows = await entriesAfter(1, [
      '198.51.100.1',
      '6.6.6.6, 198.51.100.2',
      '198.51.100.3:40123',
      '[2001:db8::4]:40123',
      '198.51.100.5:99999',
      "1'; drop table",
    ]);
    expect(rows.map(({ ip, port }) => [ip, port])).toEqual([
      [LOOPBACK, A_PORT], // The first of them is the sign-in.
      ['198.51.100.1', null],
      ['198.51.100.2', null],
      ['198.51.100.3', 40_123],
      ['2001:db8::4', 40_123],
      ['198.51.100.5', null],
      [LOOPBACK, A_PORT],
    ]);
  });

  test('records the address that the outer of two trusted proxies names', async () => {
    expect((await entriesAfter(2, ['6.6.6.6, 198.51.100.9, 10.0.0.1'])).at(-1)).toMatchObject({ ip: '198.51.100.9' });
  });
});
