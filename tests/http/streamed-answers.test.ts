import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#contract/instants.ts';
import { findFreePort } from '#postgres/postmaster.ts';
import { ADMIN_PASSWORD, type RunningApi, startApi } from '#tests/support/api.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import pg from 'pg';

// A streamed answer whose source fails must not be mistaken for a complete one.

let database: TestDatabase;
let api: RunningApi;
let admin: ApiVisitor;
let pool: pg.Pool;
let metricsPort: number;
const lines: string[] = [];

const entries = async (): Promise<number> =>
  Number((await pool.query<{ count: string }>('select count(*) from audit.entry')).rows[0]?.count);

beforeAll(async () => {
  database = await freshDatabase();
  metricsPort = await findFreePort();
  api = await startApi({ storage: database, config: { metricsPort }, onLog: (line) => lines.push(line) });
  pool = new pg.Pool({ connectionString: database.ownerUrl ?? database.url, max: 1 });
  admin = await api.signIn('admin@exemplo.com');
  await admin.call('POST', '/api/admin/verify-password', { body: { password: ADMIN_PASSWORD } });
  // The spreadsheet has several pages, and one entry on its last page cannot be read.
  const owner = await api.signIn('dona@exemplo.com');
  const calls = Array.from({ length: 1_000 }, (_, number) => ({
    call: 'addIngredient',
    body: { name: `Insumo ${number}`, unit: 'kg', unit_price: 1 },
  }));
  await owner.call('POST', '/api/change-sets', { body: { calls } });
  while ((await entries()) < 1_050) await sleep(100);
  await pool.query('alter table audit.entry disable trigger all');
  await pool.query(`update audit.entry set meta = '{' where number = (select min(number) from audit.entry)`);
});
afterAll(async () => {
  await api.stop();
  await pool.end();
  await database.drop();
});

/** After this time an answer counts as hanging. */
const HANGING_MS = 20_000;

interface ReceivedAnswer {
  /** The status is 0 when the connection was cut before it arrived. */
  readonly status: number;
  readonly bytes: number;
  /** Tells whether the answer ended as HTTP requires; otherwise the connection was cut. */
  readonly isWhole: boolean;
}

function receive(path: string, encoding: string): Promise<ReceivedAnswer> {
  const headers = { Cookie: admin.cookieHeader(), 'Accept-Encoding': encoding, 'Sec-Fetch-Site': 'same-origin' };
  return new Promise((resolve) => {
    get(
      `${api.origin}${path}`,
      { headers, agent: false, signal: AbortSignal.timeout(HANGING_MS) },
      (response: IncomingMessage) => {
        let bytes = 0;
        response.on('data', (part: Buffer) => (bytes += part.length));
        response.on('error', () => undefined);
        response.on('close', () => resolve({ status: response.statusCode ?? 0, bytes, isWhole: response.complete }));
      },
    ).on('error', () => resolve({ status: 0, bytes: 0, isWhole: false }));
  });
}

const cutSoFar = async (): Promise<number> => {
  const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
  return Number(/^prumo_http_answers_cut_total\{route="\/api\/admin\/audit\.csv"\} (\d+)$/m.exec(text)?.[1] ?? 0);
};

test.each(['identity', 'gzip', 'deflate'])(
  'an answer with encoding %s that fails after its start is cut, logged and counted',
  async (encoding) => {
    const before = await cutSoFar();
    const begun = performance.now();
    const answer = await receive('/api/admin/audit.csv', encoding);
    expect(performance.now() - begun).toBeLessThan(HANGING_MS);
    expect(answer).toMatchObject({ isWhole: false });
    // A compressed answer may be cut before any of it was sent.
    expect([200, 0]).toContain(answer.status);
    await expect.poll(cutSoFar).toBe(before + 1);
    expect(lines.filter((line) => line.includes('answer cut'))).toHaveLength(before + 1);
  },
);

test('a failure before the answer has begun is answered like any other failure', async () => {
  const first = 'select at, stream from audit.entry order by number limit 1';
  const { rows } = await pool.query<{ at: Date; stream: string }>(first);
  const { at, stream } = rows[0] ?? { at: new Date(0), stream: '' };
  const answer = await receive(`/api/admin/audit.csv?stream=${stream}&from=${dayOf(at)}`, 'gzip');
  expect(answer).toMatchObject({ status: 500, isWhole: true });
});

test('a client that leaves before the end causes no failure', async () => {
  const before = await cutSoFar();
  const headers = { Cookie: admin.cookieHeader(), 'Sec-Fetch-Site': 'same-origin' };
  await new Promise<void>((resolve) => {
    const call = get(`${api.origin}/api/account/data`, { headers, agent: false }, (response) => {
      response.on('error', () => undefined);
      response.once('data', () => call.destroy());
      response.once('close', () => resolve());
    });
    call.on('error', () => undefined);
  });
  expect(await cutSoFar()).toBe(before);
});
