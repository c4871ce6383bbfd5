import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import {
  requestCharge,
  buy,
  sendNotice,
  createPaidGuest,
  PAYER,
  statusOf,
  reportStatus,
  waitForStatus,
} from '#tests/support/buying.ts';
import { type MemoryProvider, memoryProvider } from '#tests/support/memory-provider.ts';

let api: RunningApi;
let provider: MemoryProvider;
beforeAll(async () => {
  provider = memoryProvider();
  api = await startApi({ paymentProvider: provider });
});
afterAll(() => api.stop());

const PENDING = { status: 'PENDING', access_granted: false, held_by: null };
const CONFIRMED_FOR_BUYER = { status: 'CONFIRMED', access_granted: true, held_by: 'you' };

const chargesOf = (paymentId: string) => provider.charges.filter(({ paymentId: reference }) => reference === paymentId);

describe('purchase without an account', () => {
  test('creates a charge, shows its status, and gives guest access once it is paid', async () => {
    const browser = api.visitor();
    const answer = await requestCharge(browser);
    expect(answer.status).toBe(201);
    const created = answer.json as { payment_id: string };
    const [charge] = chargesOf(created.payment_id);
    expect(created).toEqual({
      payment_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      pix_qr_code: 'cG5n',
      pix_copy_paste: charge?.copyPaste,
      invoice_url: expect.stringContaining(created.payment_id),
      amount: 10,
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^buyer=[\w-]{43}; path=\/; expires=.*; samesite=lax; httponly$/i,
    );
    expect((await statusOf(browser, created.payment_id)).json).toEqual(PENDING);
    const invoice = async () => (await browser.call('GET', `/api/payment/receipt/${created.payment_id}`)).json;
    // The receipt opens in a tab of its own, which knows nothing of the charge.
    const { pix_copy_paste: code, expires_at: until } = answer.json as { pix_copy_paste: string; expires_at: string };
    expect(await invoice()).toMatchObject({ status: 'PENDING', pix: { copy_paste: code, expires_at: until } });
    expect((await browser.call('GET', '/api/users/me')).status).toBe(401);

    await reportStatus(api, provider, created.payment_id, { status: 'paid' });
    expect(await waitForStatus(browser, created.payment_id, 'CONFIRMED')).toEqual(CONFIRMED_FOR_BUYER);
    expect(await invoice()).toMatchObject({ status: 'CONFIRMED', pix: null });
    expect((await browser.call('GET', '/api/users/me')).json).toMatchObject({
      guest: true,
      email: null,
      access_granted: true,
      payment_id: created.payment_id,
    });
    const added = await browser.call('POST', '/api/fixed-costs', { body: { name: 'Aluguel', value: 1 } });
    expect(added.status).toBe(201);
  });

  test('is hidden from another browser, exactly like a payment that never existed', async () => {
    const { paymentId } = await createPaidGuest(api, provider);
    const others = [
      api.visitor(),
      await api.signIn('novo@exemplo.com'),
      (await createPaidGuest(api, provider)).browser,
    ];
    for (const path of ['status', 'receipt'])
      for (const other of others) {
        const [theirs, unknown, illFormed] = await Promise.all(
          [paymentId, randomUUID(), 'x'].map((id) => other.call('GET', `/api/payment/${path}/${id}`)),
        );
        expect([theirs?.status, unknown?.status, illFormed?.status]).toEqual([404, 404, 404]);
        expect([unknown?.text, illFormed?.text]).toEqual([theirs?.text, theirs?.text]);
      }
  });

  test('is read from the provider by “já paguei” once in 15 seconds, and never by the browser’s poll', async () => {
    const browser = api.visitor();
    const { payment_id: paymentId } = await buy(browser);
    provider.set(paymentId, { status: 'paid' });
    const before = provider.callCounts.get;
    for (let i = 0; i < 5; i += 1) expect((await statusOf(browser, paymentId)).json).toEqual(PENDING);
    expect(provider.callCounts.get).toBe(before);
    expect((await statusOf(browser, paymentId, '?check=now')).json).toEqual(CONFIRMED_FOR_BUYER);
    expect(provider.callCounts.get).toBe(before + 1);

    const waiting = api.visitor();
    const { payment_id: unpaid } = await buy(waiting);
    await Promise.all(Array.from({ length: 5 }, () => statusOf(waiting, unpaid, '?check=now')));
    expect(provider.callCounts.get).toBe(before + 2);
    expect((await statusOf(waiting, unpaid, '?check=later')).status).toBe(422);
  });

  test('shows the known status for “já paguei” while the provider is away', async () => {
    const browser = api.visitor();
    const { payment_id: paymentId } = await buy(browser);
    provider.fail('get', { kind: 'unavailable' });
    const answer = await statusOf(browser, paymentId, '?check=now');
    expect([answer.status, answer.json]).toEqual([200, PENDING]);
  });
});

describe('the charge of a purchase', () => {
  test('is the same for clicks with different keys of one browser, at once and later', async () => {
    const browser = api.visitor();
    const first = await buy(browser);
    const more = await Promise.all([buy(browser), buy(browser), buy(browser)]);
    expect(more.map((each) => each.payment_id)).toEqual(Array(3).fill(first.payment_id));
    expect(chargesOf(first.payment_id)).toHaveLength(1);
  });

  test('is the same for one account in whatever browser it is signed in', async () => {
    const [one, other] = [await api.signIn('cem@exemplo.com'), await api.signIn('cem@exemplo.com')];
    const [first, second] = await Promise.all([buy(one), buy(other)]);
    expect(second.payment_id).toBe(first.payment_id);
    expect((await statusOf(other, first.payment_id)).status).toBe(200);
  });

  test('is another one when the same key comes with other data, because that is another buyer', async () => {
    const key = randomUUID();
    const [one, other] = [api.visitor(), api.visitor()];
    const first = await buy(one, PAYER, key);
    const second = await buy(other, { ...PAYER, email: 'outra@comprou.example' }, key);
    expect(second.payment_id).not.toBe(first.payment_id);
    expect((await statusOf(other, first.payment_id)).status).toBe(404);
  });

  test('is a new one after the first has been paid', async () => {
    const browser = api.visitor();
    const first = await buy(browser);
    await reportStatus(api, provider, first.payment_id, { status: 'paid' });
    await waitForStatus(browser, first.payment_id, 'CONFIRMED');
    expect((await buy(browser)).payment_id).not.toBe(first.payment_id);
  });

  test('is looked up at the provider after a creation without an answer, before another one is created', async () => {
    const browser = api.visitor();
    provider.fail('create', { kind: 'ambiguous', after: true });
    const { payment_id: paymentId, pix_copy_paste: code } = await buy(browser);
    expect(chargesOf(paymentId).map(({ copyPaste }) => copyPaste)).toEqual([code]);
  });

  test('gets its code at the next click when the provider returned none', async () => {
    const browser = api.visitor();
    provider.readsWithoutCode = true;
    provider.fail('create', { kind: 'ambiguous', after: true }, { kind: 'unavailable' });
    expect((await requestCharge(browser)).status).toBe(503);
    const made = provider.charges.length;
    const { payment_id: paymentId, pix_copy_paste: code } = await buy(browser);
    provider.readsWithoutCode = false;
    expect(provider.charges.length).toBe(made);
    expect(chargesOf(paymentId).map(({ copyPaste }) => copyPaste)).toEqual([code]);
  });

  test('is created by the second try when the first one created nothing', async () => {
    const browser = api.visitor();
    provider.fail('create', { kind: 'ambiguous' });
    const { payment_id: paymentId } = await buy(browser);
    expect(chargesOf(paymentId)).toHaveLength(1);
  });

  test('is created once when the provider answered nothing and the buyer returns', async () => {
    const browser = api.visitor();
    provider.fail('create', { kind: 'ambiguous', after: true });
    provider.fail('list', { kind: 'unavailable' });
    const refused = await requestCharge(browser);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('5');
    expect(refused.json).toMatchObject({
      detail: 'Não foi possível falar com o provedor de pagamento agora. Tente de novo em instantes.',
    });
    const made = provider.charges.length;
    const { payment_id: paymentId } = await buy(browser);
    expect(provider.charges.length).toBe(made);
    expect(chargesOf(paymentId)).toHaveLength(1);
  });
});

describe('payment provider in trouble', () => {
  test('makes a purchase answer 503 with a sentence when it is away, as text for a caller that does not accept JSON', async () => {
    provider.fail('create', { kind: 'unavailable' });
    const headers = { Accept: '*/*' };
    const answer = await api.visitor().call('POST', '/api/payment/create-direct', { body: PAYER, headers });
    expect([answer.status, answer.text]).toEqual([
      503,
      'Não foi possível falar com o provedor de pagamento agora. Tente de novo em instantes.',
    ]);
  });

  test('makes a purchase answer 422 when it refuses', async () => {
    provider.fail('create', { kind: 'rejected' });
    expect((await requestCharge(api.visitor())).status).toBe(422);
  });

  test('makes a purchase answer how long to wait when it asks to wait', async () => {
    provider.fail('create', { kind: 'rate_limited' });
    expect((await requestCharge(api.visitor())).status).toBe(503);
  });
});

describe('typed data of a buyer', () => {
  test.each([
    [{ name: '', email: 'a@b.co' }, 'name'],
    [{ name: 'Ana', email: '' }, 'email'],
    [{ name: 'Ana', email: 'ana' }, 'email'],
    [{ name: 'Ana', email: 'a\u0000@b.co' }, 'email'],
    [{ name: 'Ana' }, 'email'],
    [{ name: 'Ana', email: 'a@b.co', tax_id: '12' }, 'tax_id'],
  ])('%j is refused at the field %s, and no charge is created', async (body, field) => {
    const made = provider.callCounts.create;
    const answer = await requestCharge(api.visitor(), body);
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ fields: { [field]: expect.any(String) } });
    expect(provider.callCounts.create).toBe(made);
  });
});

describe('the webhook for payments', () => {
  test('refuses every notice without the token', async () => {
    const browser = api.visitor();
    const { payment_id: paymentId } = await buy(browser);
    provider.set(paymentId, { status: 'paid' });
    for (const headers of [{}, { 'x-token': 'guess' }]) {
      const body = { eventId: '1', kind: 'PAID', charge: { chargeId: null, reference: paymentId } };
      const answer = await api.visitor().call('POST', '/api/payment/webhook', { body, headers });
      expect(answer.status).toBe(401);
    }
    expect((await statusOf(browser, paymentId)).json).toEqual(PENDING);
  });

  test('reads the charge at the provider instead of believing the notice', async () => {
    const browser = api.visitor();
    const { payment_id: paymentId } = await buy(browser);
    const before = provider.callCounts.get;
    expect((await sendNotice(api, { reference: paymentId })).json).toEqual({ received: true });
    await expect.poll(() => provider.callCounts.get).toBeGreaterThan(before);
    expect((await statusOf(browser, paymentId)).json).toEqual(PENDING);
  });

  test('accepts notices that concern foreign charges or require nothing', async () => {
    expect((await sendNotice(api, { reference: randomUUID() })).status).toBe(200);
    expect((await sendNotice(api, { chargeId: 'pay_unknown' })).status).toBe(200);
    expect((await sendNotice(api, { reference: 'not an id' })).status).toBe(200);
    expect((await sendNotice(api, {}, '')).status).toBe(200);
  });

  test('finds the payment by the provider’s id alone', async () => {
    const browser = api.visitor();
    const { payment_id: paymentId } = await buy(browser);
    provider.set(paymentId, { status: 'paid' });
    await sendNotice(api, { chargeId: chargesOf(paymentId)[0]?.chargeId ?? null });
    expect(await waitForStatus(browser, paymentId, 'CONFIRMED')).toEqual(CONFIRMED_FOR_BUYER);
  });

  test('answers 413 to a body of 10 MB, and the process stays up', async () => {
    const answer = await api.visitor().call('POST', '/api/payment/webhook', { body: 'a'.repeat(10_000_000) });
    expect(answer.status).toBe(413);
    expect((await api.visitor().call('GET', '/healthz')).status).toBe(200);
  });
});

describe('an irregular payment', () => {
  test('below the price gives no access, and the status says so', async () => {
    const browser = api.visitor();
    const { payment_id: paymentId } = await buy(browser);
    await reportStatus(api, provider, paymentId, { status: 'paid', cents: 999 });
    expect(await waitForStatus(browser, paymentId, 'REFUSED_AMOUNT')).toEqual({ ...PENDING, status: 'REFUSED_AMOUNT' });
    expect((await browser.call('GET', '/api/users/me')).status).toBe(401);
    // The code of that charge has been used, so the next try gets another one.
    expect((await buy(browser)).payment_id).not.toBe(paymentId);
  });

  test('with the charge of another payment confirms nothing', async () => {
    const browser = api.visitor();
    const [mine, other] = [await buy(browser), await buy(api.visitor())];
    provider.set(other.payment_id, { status: 'paid' });
    const [paid] = chargesOf(other.payment_id);
    const before = provider.callCounts.get;
    await sendNotice(api, { reference: mine.payment_id, chargeId: paid?.chargeId ?? null });
    await expect.poll(() => provider.callCounts.get).toBeGreaterThan(before);
    expect((await statusOf(browser, mine.payment_id)).json).toEqual(PENDING);
  });

  test.each(['overdue', 'cancelled', 'unknown'] as const)('that is %s gives no access', async (status) => {
    const browser = api.visitor();
    const { payment_id: paymentId } = await buy(browser);
    provider.set(paymentId, { status });
    const answer = await statusOf(browser, paymentId, '?check=now');
    expect(answer.json).toMatchObject({ access_granted: false });
  });

  test('that is made after its due date counts as paid', async () => {
    const browser = api.visitor();
    const { payment_id: paymentId } = await buy(browser);
    await reportStatus(api, provider, paymentId, { status: 'overdue' });
    await reportStatus(api, provider, paymentId, { status: 'paid' });
    expect(await waitForStatus(browser, paymentId, 'CONFIRMED')).toEqual(CONFIRMED_FOR_BUYER);
  });

  test('that is refunded loses its access, and paying again restores access and data', async () => {
    const { browser, paymentId } = await createPaidGuest(api, provider);
    await browser.call('POST', '/api/fixed-costs', { body: { name: 'Forno', value: 1 } });
    await reportStatus(api, provider, paymentId, { status: 'refunded' });
    expect(await waitForStatus(browser, paymentId, 'REFUNDED')).toEqual({ ...PENDING, status: 'REFUNDED' });
    expect((await browser.call('POST', '/api/fixed-costs', { body: { name: 'Gás', value: 1 } })).status).toBe(403);

    const again = await buy(browser);
    expect(again.payment_id).not.toBe(paymentId);
    await reportStatus(api, provider, again.payment_id, { status: 'paid' });
    expect(await waitForStatus(browser, again.payment_id, 'CONFIRMED')).toEqual(CONFIRMED_FOR_BUYER);
    expect((await browser.call('GET', '/api/fixed-costs')).text).toContain('Forno');
  });

  test('that is refunded leaves access granted by an administrator', async () => {
    const dona = await api.signIn('dona@exemplo.com');
    const { payment_id: paymentId } = await buy(dona);
    await reportStatus(api, provider, paymentId, { status: 'paid' });
    expect(await waitForStatus(dona, paymentId, 'CONFIRMED')).toEqual(CONFIRMED_FOR_BUYER);
    await reportStatus(api, provider, paymentId, { status: 'refunded' });
    await waitForStatus(dona, paymentId, 'REFUNDED');
    expect((await dona.call('GET', '/api/users/me')).json).toMatchObject({ access_granted: true });
    expect((await dona.call('GET', '/api/fixed-costs')).status).toBe(200);
  });
});

test('every payment call answers 405 to another HTTP method', async () => {
  expect((await api.visitor().call('GET', '/api/payment/create-direct')).status).toBe(405);
  expect(
    (await api.visitor().call('POST', `/api/dev/payments/${randomUUID()}/simulate`, { body: { outcome: 'paid' } }))
      .status,
  ).toBe(404);
});
