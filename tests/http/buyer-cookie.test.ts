import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import {
  requestCharge,
  buy,
  createPaidGuest,
  PAYER,
  statusOf,
  reportStatus,
  waitForStatus,
} from '#tests/support/buying.ts';
import { type MemoryProvider, memoryProvider } from '#tests/support/memory-provider.ts';
import { type ApiAnswer, type ApiVisitor, signIn, visitorAt } from '#tests/support/visitor.ts';

let api: RunningApi;
let provider: MemoryProvider;
beforeAll(async () => {
  provider = memoryProvider();
  api = await startApi({ paymentProvider: provider });
});
afterAll(() => api.stop());

const tokenOf = (browser: ApiVisitor): string => /buyer=([^;]+)/.exec(browser.cookieHeader())?.[1] ?? '';
/** Another browser that has obtained the cookie. */
const holding = (buyer: string): ApiVisitor => visitorAt(api.origin, { buyer });
const older = (paymentId: string, hours: number) =>
  api.pool.query(`update payments.intent set created_at = created_at - $2 * interval '1 hour' where payment_id = $1`, [
    paymentId,
    hours,
  ]);
const me = async (browser: ApiVisitor) => (await browser.call('GET', '/api/users/me')).json as { id: string };
const READS = ['status', 'receipt'] as const;
const read = (browser: ApiVisitor, what: (typeof READS)[number], paymentId: string): Promise<ApiAnswer> =>
  browser.call('GET', `/api/payment/${what}/${paymentId}`);

/** Each case creates a payment and a cookie that must not open it. */
const REFUSED_COOKIES: Readonly<Record<string, () => Promise<{ readonly paymentId: string; readonly token: string }>>> =
  {
    'a made-up value': async () => {
      const { payment_id: paymentId } = await buy(api.visitor());
      return { paymentId, token: 'A'.repeat(43) };
    },
    'a value that is not a token': async () => {
      const { payment_id: paymentId } = await buy(api.visitor());
      return { paymentId, token: 'x' };
    },
    'the cookie of another payment': async () => {
      const other = api.visitor();
      await buy(other, { ...PAYER, name: 'Outra Pessoa' });
      const { payment_id: paymentId } = await buy(api.visitor());
      return { paymentId, token: tokenOf(other) };
    },
    'the cookie of another paid payment': async () => {
      const other = api.visitor();
      const { payment_id: otherId } = await buy(other);
      await reportStatus(api, provider, otherId, { status: 'paid' });
      const { paymentId } = await createPaidGuest(api, provider);
      return { paymentId, token: tokenOf(other) };
    },
    'a cookie kept after signing out before paying': async () => {
      const browser = api.visitor();
      const { payment_id: paymentId } = await buy(browser);
      const token = tokenOf(browser);
      await browser.call('GET', '/api/logout');
      await reportStatus(api, provider, paymentId, { status: 'paid' });
      return { paymentId, token };
    },
    'a cookie kept after signing out as the guest': async () => {
      const browser = api.visitor();
      const { payment_id: paymentId } = await buy(browser);
      const token = tokenOf(browser);
      await reportStatus(api, provider, paymentId, { status: 'paid' });
      await waitForStatus(browser, paymentId, 'CONFIRMED');
      await browser.call('GET', '/api/logout');
      return { paymentId, token };
    },
    'a cookie kept after it let its browser in': async () => {
      const browser = api.visitor();
      const { payment_id: paymentId } = await buy(browser);
      const token = tokenOf(browser);
      await reportStatus(api, provider, paymentId, { status: 'paid' });
      await waitForStatus(browser, paymentId, 'CONFIRMED');
      await me(browser);
      return { paymentId, token };
    },
    'a cookie kept after an account got the access in its browser': async () => {
      const browser = await api.signIn('conta@exemplo.com');
      const { payment_id: paymentId } = await buy(browser);
      const token = tokenOf(browser);
      await reportStatus(api, provider, paymentId, { status: 'paid' });
      await waitForStatus(browser, paymentId, 'CONFIRMED');
      return { paymentId, token };
    },
    'a cookie that is a day old': async () => {
      const browser = api.visitor();
      const { payment_id: paymentId } = await buy(browser);
      await reportStatus(api, provider, paymentId, { status: 'paid' });
      await older(paymentId, 24);
      return { paymentId, token: tokenOf(browser) };
    },
  };

describe.each(Object.entries(REFUSED_COOKIES))('%s', (_what, shut) => {
  test('opens no payment, starts no session, and lets nobody continue the payment', async () => {
    const { paymentId, token } = await shut();
    const unknown = await read(api.visitor(), 'status', randomUUID());
    for (const what of READS)
      for (const query of ['', what === 'status' ? '?check=now' : '']) {
        const answer = await holding(token).call('GET', `/api/payment/${what}/${paymentId}${query}`);
        expect([answer.status, answer.text]).toEqual([404, unknown.text]);
        expect(answer.headers.getSetCookie().join()).not.toContain('session=');
      }
    const browser = holding(token);
    expect((await browser.call('GET', '/api/users/me')).status).toBe(401);
    const begun = await buy(browser);
    expect(begun.payment_id).not.toBe(paymentId);
    expect(tokenOf(browser)).not.toBe(token);
    expect((await statusOf(browser, begun.payment_id)).status).toBe(200);
  });
});

test.each([
  ['an invented token', 'A'.repeat(43)],
  ['no token at all', 'x'],
])('a buyer’s cookie that is %s is dropped wherever the browser sends it', async (_what, token) => {
  for (const path of [`/api/payment/status/${randomUUID()}`, `/api/payment/receipt/${randomUUID()}`, '/api/logout']) {
    const browser = holding(token);
    await browser.call('GET', path);
    expect(browser.cookieHeader(), path).toBe('');
  }
});

test('the token in a buyer’s cookie is deleted once it has let its browser in', async () => {
  const browser = api.visitor();
  const answer = await requestCharge(browser);
  expect(answer.headers.getSetCookie().join()).toMatch(
    /^buyer=[\w-]{43}; path=\/; expires=.*; samesite=lax; httponly$/i,
  );
  const expires = /expires=([^;]+)/i.exec(answer.headers.getSetCookie().join())?.[1] ?? '';
  expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1_000);
  const { payment_id: paymentId, expires_at: expiresAt } = answer.json as { payment_id: string; expires_at: string };
  expect(Date.parse(expiresAt)).toBeLessThan(Date.parse(expires));
  await browser.call('GET', '/api/users/me');
  await statusOf(browser, randomUUID());
  expect(tokenOf(browser)).not.toBe('');
  await reportStatus(api, provider, paymentId, { status: 'paid' });
  await waitForStatus(browser, paymentId, 'CONFIRMED');
  expect(browser.cookieHeader()).toMatch(/^session=[\w-]{43}$/);
});

test('the buyer’s cookie lets the browser in again until its new session has been used, because that answer may be lost', async () => {
  const browser = api.visitor();
  const { payment_id: paymentId } = await buy(browser);
  const token = tokenOf(browser);
  await reportStatus(api, provider, paymentId, { status: 'paid' });
  await waitForStatus(browser, paymentId, 'CONFIRMED');
  const again = holding(token);
  expect((await statusOf(again, paymentId)).json).toMatchObject({ status: 'CONFIRMED', held_by: 'you' });
  expect((await me(again)).id).toBe((await me(browser)).id);
  expect((await statusOf(holding(token), paymentId)).status).toBe(404);
});

test('on a shared computer an open payment is not continued under another name or e-mail', async () => {
  const browser = api.visitor();
  const first = await buy(browser);
  expect((await buy(browser, { ...PAYER, email: PAYER.email.toUpperCase() })).payment_id).toBe(first.payment_id);
  const named = await buy(browser, { ...PAYER, name: 'Outra Pessoa' });
  const addressed = await buy(browser, { name: 'Outra Pessoa', email: 'outra@comprou.example' });
  expect(new Set([first, named, addressed].map((each) => each.payment_id)).size).toBe(3);
  expect((await read(browser, 'receipt', first.payment_id)).status).toBe(404);
  expect((await read(browser, 'receipt', addressed.payment_id)).json).toMatchObject({
    payer: { name: 'Outra Pessoa', email: 'outra@comprou.example' },
  });
});

test('a payment that one account began is not continued by the next account in the same browser', async () => {
  const browser = await api.signIn('uma@exemplo.com');
  const first = await buy(browser);
  await signIn(browser, api.origin, 'duas@exemplo.com');
  expect((await buy(browser)).payment_id).not.toBe(first.payment_id);
  expect((await read(browser, 'receipt', first.payment_id)).status).toBe(404);
});

describe('repeated Idempotency-Key', () => {
  test('repeats the answer to the same browser while the payment is unpaid', async () => {
    const browser = api.visitor();
    const key = randomUUID();
    const first = await buy(browser, PAYER, key);
    expect(await buy(browser, PAYER, key)).toEqual(first);
    await reportStatus(api, provider, first.payment_id, { status: 'paid' });
    await waitForStatus(browser, first.payment_id, 'CONFIRMED');
    expect((await buy(browser, PAYER, key)).payment_id).not.toBe(first.payment_id);
  });

  test.each(['before the first one is paid', 'afterwards'])(
    'gives another browser a payment of its own, %s',
    async (when) => {
      const browser = api.visitor();
      const key = randomUUID();
      const first = await buy(browser, PAYER, key);
      if (when === 'afterwards') {
        await reportStatus(api, provider, first.payment_id, { status: 'paid' });
        await waitForStatus(browser, first.payment_id, 'CONFIRMED');
      }
      for (const other of [api.visitor(), holding('A'.repeat(43)), await api.signIn('outra@exemplo.com')]) {
        expect((await buy(other, PAYER, key)).payment_id).not.toBe(first.payment_id);
        for (const what of READS) expect((await read(other, what, first.payment_id)).status).toBe(404);
      }
    },
  );

  test('begins a new payment when too little time remains to pay the old one', async () => {
    const browser = api.visitor();
    const key = randomUUID();
    const first = await buy(browser, PAYER, key);
    await older(first.payment_id, 23);
    expect((await buy(browser, PAYER, key)).payment_id).not.toBe(first.payment_id);
  });
});
