import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CREATE_PAYMENT, type GuessLimit, type Quota, RECEIPT_CODE } from '#contract/limits.ts';
import { createLimits, type Limits } from '#limits/limits.ts';
import { startApi } from '#tests/support/api.ts';
import { createPaidGuest } from '#tests/support/buying.ts';
import { memoryProvider } from '#tests/support/memory-provider.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import { migratedDatabase, type TestDatabase } from '#tests/support/database.ts';
import { problems } from '#http/problem.ts';

let database: TestDatabase;
let pool: pg.Pool;
/** The limits as two processes apply them. */
let firstProcess: Limits;
let secondProcess: Limits;
beforeAll(async () => {
  database = await migratedDatabase();
  ({ pool } = database);
  [firstProcess, secondProcess] = [createLimits(pool), createLimits(pool)];
});
afterAll(async () => {
  await database.drop();
});

const quota = (counted: 'process' | 'database', per: Quota['rules'][0]['per'] = 'address'): Quota => ({
  kind: 'quota',
  name: randomUUID(),
  rules: [{ per, calls: 2, seconds: 60, countedIn: counted }],
});
const from = (ip: string, account: string | null = null) => ({ ip, account });
const waits = async (times: number, ask: () => Promise<number>): Promise<number[]> => {
  const all: number[] = [];
  for (let call = 0; call < times; call += 1) all.push(await ask());
  return all;
};
const A_MINUTE = expect.toSatisfy((wait: number) => wait > 50 && wait <= 60);

describe('quota of calls', () => {
  test.each(['process', 'database'] as const)(
    'counted in the %s lets exactly as many calls through as its limit',
    async (counted) => {
      const two = quota(counted);
      expect(await waits(3, () => firstProcess.consume(two, from('192.0.2.1')))).toEqual([0, 0, A_MINUTE]);
      expect(await firstProcess.consume(two, from('192.0.2.2'))).toBe(0);
    },
  );

  test('counted in the database holds for all processes together, and for many calls at once', async () => {
    const two = quota('database');
    const waitTimes = [firstProcess, secondProcess, firstProcess, secondProcess, firstProcess].map((limits) =>
      limits.consume(two, from('192.0.2.1')),
    );
    expect((await Promise.all(waitTimes)).filter((wait) => wait === 0)).toHaveLength(2);
  });

  test('per account ignores callers without an account, and one for everybody counts all callers together', async () => {
    const account = quota('process', 'account');
    expect(await waits(3, () => firstProcess.consume(account, from('192.0.2.1')))).toEqual([0, 0, 0]);
    expect(await waits(3, () => firstProcess.consume(account, from('192.0.2.1', 'ana')))).toEqual([0, 0, A_MINUTE]);
    const everybody = quota('database', 'everybody');
    let host = 0;
    expect(await waits(3, () => firstProcess.consume(everybody, from(`192.0.2.${++host}`)))).toEqual([0, 0, A_MINUTE]);
  });

  test('counts a whole /64 of IPv6 as one address', async () => {
    const two = quota('process');
    const same = ['2001:db8::1', '2001:0DB8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4'];
    expect(await waits(3, () => firstProcess.consume(two, from(same.pop() ?? '')))).toEqual([0, 0, A_MINUTE]);
    expect(await firstProcess.consume(two, from('2001:db8:0:1::1'))).toBe(0);
  });

  test('continues to count while the database is away', async () => {
    const gone = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
    const limits = createLimits(gone);
    const two = quota('database');
    expect(await waits(3, () => limits.consume(two, from('192.0.2.1')))).toEqual([0, 0, A_MINUTE]);
    await gone.end();
  });
});

describe('limit of guesses at a receipt code', () => {
  const guesses = (free: number): GuessLimit => ({ ...RECEIPT_CODE, name: randomUUID(), freeGuesses: free });

  test('makes each further guess wait longer than the one before, up to an hour', async () => {
    const code = guesses(3);
    const ana = from('192.0.2.1', 'ana');
    const first = await waits(6, () => firstProcess.countGuess(code, ana));
    expect(first).toEqual([0, 0, 0, 15, 15, 15]);
    await pool.query(`update limits.counter set expire = 1 where key like $1`, [`${code.name} gate:%`]);
    expect(await waits(2, () => firstProcess.countGuess(code, ana))).toEqual([0, 240]); // The seventh try waits for 15 s doubled four times.
    await pool.query(`update limits.counter set points = 500 where key like $1`, [`${code.name} tries:%`]);
    await pool.query(`update limits.counter set expire = 1 where key like $1`, [`${code.name} gate:%`]);
    expect(await waits(2, () => firstProcess.countGuess(code, ana))).toEqual([0, 3_600]);
  });

  test('holds for many guesses at once in several processes', async () => {
    const code = guesses(3);
    const waitTimes = Array.from({ length: 60 }, (_, i) =>
      (i % 2 ? firstProcess : secondProcess).countGuess(code, from('192.0.2.1', 'bia')),
    );
    expect((await Promise.all(waitTimes)).filter((wait) => wait === 0)).toHaveLength(3);
  });

  test('counts failures per address too, whichever account guesses', async () => {
    const code = { ...guesses(3), failures: { calls: 4, seconds: 60, countedIn: 'database' } as const };
    let account = 0;
    const failed = () => firstProcess.countFailure(code, from('192.0.2.9', `user ${++account}`));
    expect(await waits(5, failed)).toEqual([0, 0, 0, 0, A_MINUTE]);
    expect(await secondProcess.countFailure(code, from('192.0.2.9'))).toEqual(A_MINUTE);
    expect(await firstProcess.countFailure(code, from('192.0.2.10'))).toBe(0);
  });

  test('resets the count of the account after a correct guess', async () => {
    const code = guesses(1);
    const caio = from('192.0.2.1', 'caio');
    expect(await waits(3, () => firstProcess.countGuess(code, caio))).toEqual([0, 15, 15]);
    await firstProcess.resetGuesses(code, caio);
    expect(await firstProcess.countGuess(code, caio)).toBe(0);
  });
});

test('the quota of payments per address is too small for one address to use up the quota of all buyers', () => {
  const [address, everybody] = CREATE_PAYMENT.rules;
  expect([address?.per, everybody?.per]).toEqual(['address', 'everybody']);
  const byOneAddress = (address!.calls * everybody!.seconds) / address!.seconds;
  expect(byOneAddress).toBeLessThanOrEqual(everybody!.calls);
});

describe('limits over HTTP', () => {
  test('stop one account after a quota of data calls, and leave other accounts unaffected', async () => {
    const api = await startApi({ config: { rateLimits: true } });
    const [dona, admin] = [await api.signIn('dona@exemplo.com'), await api.signIn('admin@exemplo.com')];
    let refused: Awaited<ReturnType<typeof dona.call>> | undefined;
    for (let round = 0; round < 14 && !refused; round += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => dona.call('GET', '/api/fixed-costs')));
      refused = answers.find(({ status }) => status === 429);
    }
    expect(refused?.json).toMatchObject({ status: 429, code: 'too_many', title: 'Muitas tentativas' });
    expect(refused?.text).toMatch(/Tente de novo em \d+ segundos?\./);
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    const write = await dona.call('POST', '/api/fixed-costs', { body: { name: 'Água', value: 1 } });
    expect(write.status).toBe(429);
    expect((await dona.call('GET', '/api/users/me')).status).toBe(200);
    expect((await admin.call('GET', '/api/fixed-costs')).status).toBe(200);
    await api.stop();
  });

  test('slow down guesses at receipt codes over all sessions of an account, and do not count correct codes', async () => {
    const provider = memoryProvider();
    const api = await startApi({ config: { rateLimits: true }, paymentProvider: provider });
    const guess = async (browser: ApiVisitor, code: string) => {
      const { status } = await browser.call('POST', '/api/payment/redeem', { body: { code } });
      return status;
    };
    const [first, second] = [await api.signIn('novo@exemplo.com'), await api.signIn('novo@exemplo.com')];
    const wrong: number[] = [];
    for (let tries = 0; tries < 8; tries += 1) wrong.push(await guess(tries % 2 ? first : second, `WRONG-${tries}`));
    expect(wrong.slice(0, 5)).not.toContain(429);
    expect(wrong.slice(5)).toEqual([429, 429, 429]);
    const { browser, paymentId } = await createPaidGuest(api, provider);
    const receipt = (await browser.call('GET', `/api/payment/receipt/${paymentId}`)).json as { receipt_code: string };
    expect(await guess(first, receipt.receipt_code)).toBe(429);
    const admin = await api.signIn('admin@exemplo.com');
    for (let tries = 0; tries < 4; tries += 1) await guess(admin, `WRONG-${tries}`);
    expect(await guess(admin, receipt.receipt_code)).toBe(200);
    for (let tries = 0; tries < 5; tries += 1) expect(await guess(admin, `WRONG-${tries}`)).not.toBe(429);
    await api.stop();
  });

  test('stop one address after a number of begun payments, and leave other addresses unaffected', async () => {
    const api = await startApi({ config: { rateLimits: true, trustProxy: 1 }, paymentProvider: memoryProvider() });
    const begin = async (address: string) => {
      const headers = { 'X-Forwarded-For': address };
      const body = { name: 'Ana', email: 'ana@exemplo.com' };
      return api.visitor().call('POST', '/api/payment/create-direct', { body, headers });
    };
    const answers = [];
    for (let i = 0; i < 61; i += 1) answers.push(await begin('198.51.100.9'));
    expect(answers.slice(0, 60).every(({ status }) => status === 201)).toBe(true);
    expect(answers[60]?.status).toBe(429);
    expect(answers[60]?.text).toMatch(/Tente de novo em \d+ minutos\./);
    expect((await begin('198.51.100.10')).status).toBe(201);
    await api.stop();
  });
});

test.each([
  [1, '1 segundo'],
  [2, '2 segundos'],
  [60, '60 segundos'],
  [61, '2 minutos'],
  [3_600, '60 minutos'],
  [3_601, '2 horas'],
])('a wait of %d seconds is stated in an error as “%s”, rounded up', (seconds, words) => {
  for (const problem of [problems.tooMany(seconds), problems.mustWait(seconds)]) {
    expect(problem.message).toMatch(new RegExp(` ${words}(?: e tente de novo)?\\.$`));
    expect(problem).toMatchObject({ status: 429, headers: { 'Retry-After': String(seconds) } });
  }
});
