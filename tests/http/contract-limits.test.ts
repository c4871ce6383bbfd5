import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { type Limit, limitOf, type QuotaRule } from '#contract/limits.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { createPaidGuest } from '#tests/support/buying.ts';
import { type MemoryProvider, memoryProvider } from '#tests/support/memory-provider.ts';
import { type ApiAnswer, type ApiVisitor, signIn } from '#tests/support/visitor.ts';

/** These tests show that each limit allows exactly as many calls as the contract states. */
let api: RunningApi;
let provider: MemoryProvider;
beforeAll(async () => {
  provider = memoryProvider();
  api = await startApi({ config: { rateLimits: true, trustProxy: 1 }, paymentProvider: provider });
});
afterAll(() => api.stop());

const endpoints = Object.entries(contract) as [string, Endpoint][];
const limited = endpoints.filter(([, { limit }]) => limit !== undefined);
const [anyDataCall] = endpoints.filter((each) => limitOf(each[1])?.name === 'data');
if (!anyDataCall) throw new Error('no call of data');

test('every call of the contract that must have a limit has one', () => {
  const names = limited.map(([name]) => name);
  for (const name of [
    'checkAdminEmail',
    'verifyAccess',
    'loginRedirect',
    'openSession',
    'redeemReceipt',
    'createPayment',
  ])
    expect(names).toContain(name);
});

let hosts = 0;
const anAddress = (): string => {
  hosts += 1;
  return `198.51.${Math.floor(hosts / 200)}.${hosts % 200}`;
};
let people = 0;
const someone = (): Promise<ApiVisitor> => {
  people += 1;
  return api.signIn(`limite${people}@exemplo.com`);
};

/** Bodies that pass validation; for calls whose limit counts failures, one that fails. */
const BODIES: Readonly<Record<string, object>> = {
  checkAdminEmail: { email: 'quem@exemplo.com' },
  createPayment: { name: 'Ana', email: 'ana@exemplo.com' },
  openSession: { code: 'x', state: 'y', iss: 'z' },
  redeemReceipt: { code: 'AAAA' },
};

const calling =
  ([name, { method, path }]: [string, Endpoint], browser: ApiVisitor, address: string) =>
  (): Promise<ApiAnswer> =>
    browser.call(
      method,
      path.replaceAll(/:\w+/g, () => randomUUID()),
      {
        ...(method === 'GET' ? {} : { body: BODIES[name] ?? {} }),
        headers: { 'X-Forwarded-For': address },
      },
    );

async function answers(count: number, call: () => Promise<ApiAnswer>): Promise<readonly ApiAnswer[]> {
  const all: ApiAnswer[] = [];
  while (all.length < count)
    all.push(...(await Promise.all(Array.from({ length: Math.min(50, count - all.length) }, call))));
  return all;
}

async function expectExactly(count: number, call: () => Promise<ApiAnswer>): Promise<void> {
  const allowed = await answers(count, call);
  expect(allowed.filter(({ status }) => status === 429 || status >= 500)).toEqual([]);
  const refused = await call();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(refused.text).toMatch(/Tente de novo em \d+ (segundo|minuto|hora)s?\./);
}

/** Counters above this number are set in the database instead of making the calls one by one. */
const MOST = 1_500;
async function skip(limit: Limit, { per, calls }: QuotaRule): Promise<number> {
  if (calls <= MOST) return calls;
  const keys = [`${limit.name} ${per}:all`];
  const { rowCount } = await api.pool.query('update limits.counter set points = $2 where key = any($1)', [
    keys,
    calls - 5,
  ]);
  expect(rowCount, 'counted so far').toBe(1);
  return 5;
}

const RULES = [...limited, anyDataCall].flatMap(([name, endpoint]) => {
  const limit = limitOf(endpoint);
  return limit?.kind === 'quota' ? limit.rules.map((rule) => [name, rule.per, endpoint, rule, limit] as const) : [];
});

describe('quota of the contract', () => {
  test.each(RULES)(
    'lets exactly as many calls of %s through per %s as the contract states',
    async (name, per, endpoint, rule, limit) => {
      if (per === 'everybody') {
        await calling([name, endpoint], api.visitor(), anAddress())();
        const left = await skip(limit, rule);
        await expectExactly(left, () => calling([name, endpoint], api.visitor(), anAddress())());
        await api.pool.query('delete from limits.counter');
        return;
      }
      const isSignedIn = endpoint.access !== 'anyone';
      const browser = isSignedIn ? await someone() : api.visitor();
      // The quota follows the account to every address, and the address in every session.
      const address = anAddress();
      if (isSignedIn) await browser.call('GET', '/api/users/me');
      await expectExactly(rule.calls, () =>
        calling([name, endpoint], browser, per === 'account' ? anAddress() : address)(),
      );
      const other = isSignedIn ? await someone() : api.visitor();
      expect((await calling([name, endpoint], other, per === 'account' ? address : anAddress())()).status).not.toBe(
        429,
      );
    },
  );
});

describe('limit of failed attempts', () => {
  test('refuses only failing sign-ins of an address after too many failures', async () => {
    const { limit } = contract.openSession;
    const address = anAddress();
    await expectExactly(limit.failures.calls, calling(['openSession', contract.openSession], api.visitor(), address));
    expect((await calling(['openSession', contract.openSession], api.visitor(), anAddress())()).status).toBe(400);
    const behindIt = api.visitor();
    const through: ApiVisitor = {
      ...behindIt,
      call: (method, path, options) =>
        behindIt.call(method, path, { ...options, headers: { ...options?.headers, 'X-Forwarded-For': address } }),
    };
    for (const email of ['a@exemplo.com', 'b@exemplo.com', 'c@exemplo.com']) await signIn(through, api.origin, email);
    expect((await through.call('GET', '/api/users/me')).json).toMatchObject({ email: 'c@exemplo.com' });
  });

  test('limits failed receipt codes of an account over all its addresses', async () => {
    const { limit } = contract.redeemReceipt;
    const browser = await someone();
    const wrong = () => calling(['redeemReceipt', contract.redeemReceipt], browser, anAddress())();
    for (let tries = 0; tries < limit.freeGuesses; tries += 1) expect((await wrong()).status).toBe(422);
    const refused = await wrong();
    expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, limit.firstWaitSeconds]);
  });

  test('limits failed receipt codes of an address, and still accepts a correct one from it', async () => {
    const { limit } = contract.redeemReceipt;
    const address = anAddress();
    const wrong = async () => calling(['redeemReceipt', contract.redeemReceipt], await someone(), address)();
    for (let tries = 0; tries < limit.failures.calls; tries += 1) expect((await wrong()).status).toBe(422);
    const refused = await wrong();
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
    const { browser, paymentId } = await createPaidGuest(api, provider);
    const { receipt_code: code } = (await browser.call('GET', `/api/payment/receipt/${paymentId}`)).json as {
      receipt_code: string;
    };
    const headers = { 'X-Forwarded-For': address };
    const right = await (await someone()).call('POST', '/api/payment/redeem', { body: { code }, headers });
    expect(right.status).toBe(200);
  });
});
