import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { buy, createPaidGuest, statusOf, reportStatus, waitForStatus } from '#tests/support/buying.ts';
import { type MemoryProvider, memoryProvider } from '#tests/support/memory-provider.ts';
import { type ApiVisitor, signIn } from '#tests/support/visitor.ts';

let api: RunningApi;
let provider: MemoryProvider;
beforeAll(async () => {
  provider = memoryProvider();
  api = await startApi({ paymentProvider: provider });
});
afterAll(() => api.stop());

let people = 0;
/** Creates a person with an account and a verified e-mail. */
const someone = async (): Promise<{ readonly browser: ApiVisitor; readonly email: string }> => {
  people += 1;
  const email = `pessoa${people}@exemplo.com`;
  return { browser: await api.signIn(email), email };
};

const GRANTS = /liberado|confirmado/;
interface VerifyReply {
  readonly message: string;
  readonly access_granted: boolean;
}
async function verify(browser: ApiVisitor): Promise<VerifyReply> {
  const answer = await browser.call('POST', '/api/payment/verify-access');
  expect(answer.status, answer.text).toBe(200);
  const body = answer.json as VerifyReply;
  expect(GRANTS.test(body.message)).toBe(body.access_granted);
  return body;
}
const accessOf = async (browser: ApiVisitor): Promise<boolean> =>
  ((await browser.call('GET', '/api/users/me')).json as { access_granted: boolean }).access_granted;
const codeOf = async (browser: ApiVisitor, paymentId: string): Promise<string | null> =>
  ((await browser.call('GET', `/api/payment/receipt/${paymentId}`)).json as { receipt_code: string | null })
    .receipt_code;
const redeem = (browser: ApiVisitor, code: string) => browser.call('POST', '/api/payment/redeem', { body: { code } });

describe('payment by a signed-in account', () => {
  test('gives the access to the account, whatever e-mail was typed and whichever browser reads the status', async () => {
    const { browser } = await someone();
    const { payment_id: paymentId } = await buy(browser, { name: 'Qualquer', email: 'qualquer@comprou.example' });
    await reportStatus(api, provider, paymentId, { status: 'paid' });
    await expect.poll(() => accessOf(browser)).toBe(true);
    expect((await statusOf(browser, paymentId)).json).toEqual({
      status: 'CONFIRMED',
      access_granted: true,
      held_by: 'you',
    });
    expect((await browser.call('GET', '/api/users/me')).json).toMatchObject({ guest: false, payment_id: paymentId });
  });

  test('shows another browser with the buyer’s cookie that somebody else has the access, and gives it no session', async () => {
    const { browser } = await someone();
    const { payment_id: paymentId } = await buy(browser);
    const buyer = browser
      .cookieHeader()
      .split('; ')
      .find((cookie) => cookie.startsWith('buyer='));
    await reportStatus(api, provider, paymentId, { status: 'paid' });
    await expect.poll(() => accessOf(browser)).toBe(true);
    const answer = await api
      .visitor()
      .call('GET', `/api/payment/status/${paymentId}`, { headers: { Cookie: buyer ?? '' } });
    expect(answer.json).toEqual({ status: 'CONFIRMED', access_granted: true, held_by: 'another' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('payment by a visitor', () => {
  test('gives the access to the account that signs in in the same browser before the payment is confirmed', async () => {
    const browser = api.visitor();
    const { payment_id: paymentId } = await buy(browser);
    const { email } = await someone();
    await signIn(browser, api.origin, email);
    await reportStatus(api, provider, paymentId, { status: 'paid' });
    expect(await waitForStatus(browser, paymentId, 'CONFIRMED')).toMatchObject({ held_by: 'you' });
    expect((await browser.call('GET', '/api/users/me')).json).toMatchObject({
      email,
      guest: false,
      access_granted: true,
    });
  });
});

describe('“Verificar Meu Pagamento”', () => {
  test('tells an account whether it has access or never paid, and answers 401 to a visitor', async () => {
    expect(await verify(await api.signIn('dona@exemplo.com'))).toEqual({
      message: 'Seu acesso já está liberado.',
      access_granted: true,
    });
    expect((await verify((await someone()).browser)).message).toContain('Não encontramos');
    expect((await api.visitor().call('POST', '/api/payment/verify-access')).status).toBe(401);
  });

  test('reads the account’s own open payments from the provider, at most once in 15 seconds', async () => {
    const { browser } = await someone();
    const { payment_id: paymentId } = await buy(browser);
    expect((await verify(browser)).message).toContain('ainda não chegou');
    provider.set(paymentId, { status: 'paid' });
    // Within 15 seconds of the last question the provider is not asked again.
    expect((await verify(browser)).access_granted).toBe(false);
    await reportStatus(api, provider, paymentId, { status: 'paid' });
    await expect.poll(() => accessOf(browser)).toBe(true);
  });

  test('gives access immediately for a payment without a notice', async () => {
    const { browser } = await someone();
    const { payment_id: paymentId } = await buy(browser);
    provider.set(paymentId, { status: 'paid' });
    expect((await verify(browser)).access_granted).toBe(true);
    expect((await browser.call('GET', '/api/dashboard')).status).toBe(200);
  });

  test('answers 503 while the provider is away', async () => {
    const { browser } = await someone();
    await buy(browser);
    provider.fail('get', { kind: 'unavailable' });
    const answer = await browser.call('POST', '/api/payment/verify-access');
    expect(answer.status).toBe(503);
    expect(answer.text).not.toMatch(GRANTS);
  });

  test.each([
    ['less than the price', { status: 'paid', cents: 1 } as const, 'menor que o preço'],
    ['a refund', { status: 'refunded' } as const, 'devolvido'],
  ])('names %s as the reason, and gives no access', async (_what, change, words) => {
    const { browser } = await someone();
    const { payment_id: paymentId } = await buy(browser);
    provider.set(paymentId, change);
    expect((await verify(browser)).message).toContain(words);
    expect(await accessOf(browser)).toBe(false);
  });

  test('claims a paid payment that has no owner, even when its notice was lost', async () => {
    const { browser: account, email } = await someone();
    const { payment_id: paymentId } = await buy(api.visitor(), { name: 'Eu', email });
    provider.set(paymentId, { status: 'paid' });
    expect((await verify(account)).access_granted).toBe(true);
  });

  test('ignores payments begun in another account’s session and payments of another account', async () => {
    const { browser: account, email } = await someone();
    const { browser: other } = await someone();
    const { payment_id: paymentId } = await buy(other, { name: 'Eu', email });
    await reportStatus(api, provider, paymentId, { status: 'paid' });
    await expect.poll(() => accessOf(other)).toBe(true);
    expect((await verify(account)).access_granted).toBe(false);
    expect(await accessOf(other)).toBe(true);
  });
});

describe('e-mail that a buyer typed', () => {
  test('neither finds nor opens a paying account or a payment', async () => {
    const { email } = await someone();
    const { browser: guest, paymentId } = await createPaidGuest(api, provider, { name: 'Eu', email });
    const stranger = await createPaidGuest(api, provider, { name: 'Eu', email });
    expect(stranger.paymentId).not.toBe(paymentId);
    expect((await statusOf(stranger.browser, paymentId)).status).toBe(404);
    const [one, other] = await Promise.all(
      [guest, stranger.browser].map(
        async (browser) => (await browser.call('GET', '/api/users/me')).json as { id: string },
      ),
    );
    expect(one?.id).not.toBe(other?.id);
  });
});

describe('receipt of a payment', () => {
  test('names the product, the seller and the buyer', async () => {
    const browser = api.visitor();
    const created = await buy(browser, { name: 'Joana', email: 'joana@comprou.example' });
    const { payment_id: paymentId } = created;
    const before = (await browser.call('GET', `/api/payment/receipt/${paymentId}`)).json;
    expect(before).toEqual({
      payment_id: paymentId,
      status: 'PENDING',
      amount: 10,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      paid_at: null,
      payer: { name: 'Joana', email: 'joana@comprou.example' },
      supplier: expect.objectContaining({ name: 'Empresa de Exemplo Ltda.' }),
      pix: { copy_paste: created.pix_copy_paste, expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      receipt_code: null,
    });
    await reportStatus(api, provider, paymentId, { status: 'paid' });
    await waitForStatus(browser, paymentId, 'CONFIRMED');
    expect((await browser.call('GET', `/api/payment/receipt/${paymentId}`)).json).toMatchObject({
      status: 'CONFIRMED',
      paid_at: expect.stringMatching(/^\d{4}/),
      receipt_code: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/),
    });
  });
});

describe('receipt code', () => {
  test('moves the access to an account once, in whatever form it is typed', async () => {
    const { browser: guest, paymentId } = await createPaidGuest(api, provider);
    const code = (await codeOf(guest, paymentId)) ?? '';
    const { browser: account } = await someone();
    const answer = await redeem(account, ` ${code.toLowerCase().replaceAll('-', ' ')}`);
    expect([answer.status, answer.json]).toEqual([
      200,
      { message: expect.stringMatching(GRANTS), access_granted: true },
    ]);
    expect(await accessOf(account)).toBe(true);
    expect((await guest.call('GET', '/api/dashboard')).status).toBe(401);
    expect((await statusOf(guest, paymentId)).status).toBe(404);
    expect(await codeOf(account, paymentId)).toBeNull();

    const { browser: late } = await someone();
    const used = await redeem(late, code);
    expect([used.status, GRANTS.test(used.text)]).toEqual([409, false]);
    expect(await accessOf(late)).toBe(false);
    expect((await redeem(account, code)).status).toBe(200);
  });

  test('brings along the data that the guest entered', async () => {
    const { browser: guest, paymentId } = await createPaidGuest(api, provider);
    await guest.call('POST', '/api/fixed-costs', { body: { name: 'Forno a lenha', value: 1 } });
    const code = (await codeOf(guest, paymentId)) ?? '';
    const { browser: account } = await someone();
    expect((await redeem(account, code)).status).toBe(200);
    expect((await account.call('GET', '/api/fixed-costs')).text).toContain('Forno a lenha');
    expect((await guest.call('GET', '/api/users/me')).status).toBe(401);
  });

  test('does not exist for a payment that an account made', async () => {
    const { browser } = await someone();
    const { payment_id: paymentId } = await buy(browser);
    await reportStatus(api, provider, paymentId, { status: 'paid' });
    await waitForStatus(browser, paymentId, 'CONFIRMED');
    expect(await codeOf(browser, paymentId)).toBeNull();
  });

  test('moves the access to only one of two accounts that use it at once', async () => {
    const { browser: guest, paymentId } = await createPaidGuest(api, provider);
    const code = (await codeOf(guest, paymentId)) ?? '';
    const accounts = [(await someone()).browser, (await someone()).browser, (await someone()).browser];
    const answers = await Promise.all(accounts.map((account) => redeem(account, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const accesses = await Promise.all(accounts.map(accessOf));
    expect(accesses.filter(Boolean)).toHaveLength(1);
  });

  test('answers 422 in the same words when it is unknown, of an unpaid payment or misspelt', async () => {
    const { browser: account } = await someone();
    const { browser: guest, paymentId } = await createPaidGuest(api, provider);
    const code = (await codeOf(guest, paymentId)) ?? '';
    const wrong = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
    const answers = await Promise.all([wrong, 'AAAA', '0000-0000-0000-0000'].map((each) => redeem(account, each)));
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const missing = await redeem(account, '');
    expect([missing.status, missing.text]).toEqual([422, expect.stringContaining('Digite o código do recibo.')]);
    expect((await redeem(account, 'A'.repeat(65))).status).toBe(422);
  });

  test('is refused after a refund, and tells a guest to sign in', async () => {
    const { browser: guest, paymentId } = await createPaidGuest(api, provider);
    const code = (await codeOf(guest, paymentId)) ?? '';
    const asGuest = await redeem(guest, code);
    expect([asGuest.status, GRANTS.test(asGuest.text)]).toEqual([409, false]);
    await reportStatus(api, provider, paymentId, { status: 'refunded' });
    await waitForStatus(guest, paymentId, 'REFUNDED');
    const { browser: account } = await someone();
    const answer = await redeem(account, code);
    expect([answer.status, GRANTS.test(answer.text)]).toEqual([409, false]);
    expect(await accessOf(account)).toBe(false);
  });
});
