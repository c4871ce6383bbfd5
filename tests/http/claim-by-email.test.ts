import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type RunningApi, startApi } from '#tests/support/api.ts';
import { buy, createPaidGuest, statusOf, reportStatus, waitForStatus } from '#tests/support/buying.ts';
import { type MemoryProvider, memoryProvider } from '#tests/support/memory-provider.ts';
import { type ApiVisitor, visitorAt } from '#tests/support/visitor.ts';
import { wholeLog } from '#tests/support/event-log.ts';

const DAY = 24 * 60 * 60 * 1_000;

let api: RunningApi;
let provider: MemoryProvider;
let now = Date.now();
beforeAll(async () => {
  provider = memoryProvider();
  api = await startApi({ paymentProvider: provider, clock: () => new Date(now) });
});
afterAll(() => api.stop());

let people = 0;
const someone = async (): Promise<{ readonly browser: ApiVisitor; readonly email: string }> => {
  people += 1;
  const email = `dono${people}@exemplo.com`;
  return { browser: await api.signIn(email), email };
};

const GRANTS = /liberado|confirmado/;
async function verify(browser: ApiVisitor): Promise<{ readonly message: string; readonly access_granted: boolean }> {
  const answer = await browser.call('POST', '/api/payment/verify-access');
  expect(answer.status, answer.text).toBe(200);
  const body = answer.json as { message: string; access_granted: boolean };
  expect(GRANTS.test(body.message)).toBe(body.access_granted);
  return body;
}
interface Me {
  readonly access_granted: boolean;
  readonly transfer_asked: { readonly payment_id: string; readonly email: string; readonly until: string } | null;
}
const me = async (browser: ApiVisitor) => (await browser.call('GET', '/api/users/me')).json as Me;
const answer = (browser: ApiVisitor, paymentId: string, said: string) =>
  browser.call('POST', `/api/payment/transfer/${paymentId}`, { body: { answer: said } });
const redeem = (browser: ApiVisitor, code: string) => browser.call('POST', '/api/payment/redeem', { body: { code } });
const receipt = async (browser: ApiVisitor, paymentId: string) =>
  (await browser.call('GET', `/api/payment/receipt/${paymentId}`)).json as { receipt_code: string | null };
const costs = async (browser: ApiVisitor) => (await browser.call('GET', '/api/fixed-costs')).text;
const addCost = (browser: ApiVisitor, name: string) =>
  browser.call('POST', '/api/fixed-costs', { body: { name, value: 1 } });
async function events(): Promise<number> {
  const log = await api.openLog();
  const all = await wholeLog(log);
  return all.length;
}

/** Returns a guest in the paying browser, and the owner of the mailbox that was typed. */
async function mistyped() {
  const { browser: account, email } = await someone();
  const { browser: guest, paymentId } = await createPaidGuest(api, provider, { name: 'Eu', email });
  await addCost(guest, 'Só do convidado');
  return { account, email, guest, paymentId };
}

describe('claim by e-mail while a guest uses the paying browser', () => {
  test('waits and moves nothing: the claimant sees until when, and the guest is asked', async () => {
    const { account, email, guest, paymentId } = await mistyped();
    expect((await me(guest)).transfer_asked).toBeNull();
    const told = await verify(account);
    expect(told.access_granted).toBe(false);
    const until = new Date(now + 7 * DAY);
    const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(until);
    expect(told.message).toContain(day);
    expect((await me(guest)).transfer_asked).toEqual({ payment_id: paymentId, email, until: until.toISOString() });
    expect([(await me(account)).access_granted, (await me(guest)).access_granted]).toEqual([false, true]);
    const before = await events();
    expect(await verify(account)).toEqual(told);
    expect(await events()).toBe(before);
    expect((await me(account)).transfer_asked).toBeNull();
  });

  test('is refused for good when the guest says no', async () => {
    const { account, guest, paymentId } = await mistyped();
    await verify(account);
    expect((await answer(guest, paymentId, 'decline')).json).toEqual({ moved: false });
    expect((await me(guest)).transfer_asked).toBeNull();
    now += 8 * DAY;
    const { access_granted: granted, message } = await verify(account);
    expect([granted, message]).toEqual([false, expect.stringContaining('não é seu')]);
    expect((await me(guest)).access_granted).toBe(true);
    expect((await answer(guest, paymentId, 'agree')).status).toBe(404);
  });

  test('moves access and data when the guest agrees, and ends the guest’s session', async () => {
    const { account, guest, paymentId } = await mistyped();
    await verify(account);
    const session = /session=([^;]+)/.exec(guest.cookieHeader())?.[1] ?? '';
    expect((await answer(guest, paymentId, 'agree')).json).toEqual({ moved: true });
    expect(guest.cookieHeader()).toBe('');
    expect((await visitorAt(api.origin, { session }).call('GET', '/api/users/me')).status).toBe(401);
    expect((await me(account)).access_granted).toBe(true);
    expect(await costs(account)).toContain('Só do convidado');
  });

  test('moves the access, not the data, exactly after seven days without an answer', async () => {
    const { account, guest, paymentId } = await mistyped();
    await verify(account);
    now += 7 * DAY - 1_000;
    expect((await verify(account)).access_granted).toBe(false);
    now += 1_000;
    expect((await verify(account)).access_granted).toBe(true);
    expect(await costs(account)).not.toContain('Só do convidado');
    expect((await addCost(guest, 'x')).status).toBe(403);
    expect((await answer(guest, paymentId, 'decline')).status).toBe(404);
    // The guest still has the code, which takes precedence over the e-mail.
    expect((await receipt(account, paymentId)).receipt_code).toBeNull();
  });

  test('loses to the receipt’s code at any time', async () => {
    const { account, guest, paymentId } = await mistyped();
    await verify(account);
    const { receipt_code: code } = await receipt(guest, paymentId);
    const { browser: payer } = await someone();
    expect((await redeem(payer, code ?? '')).status).toBe(200);
    expect([(await me(payer)).access_granted, (await me(account)).access_granted]).toEqual([true, false]);
    expect(await costs(payer)).toContain('Só do convidado');
    now += 8 * DAY;
    expect((await verify(account)).access_granted).toBe(false);
  });

  test('loses to the receipt’s code even after it has moved the access', async () => {
    const { account, guest, paymentId } = await mistyped();
    const { receipt_code: code } = await receipt(guest, paymentId);
    await verify(account);
    now += 8 * DAY;
    expect((await verify(account)).access_granted).toBe(true);
    const { browser: payer } = await someone();
    expect((await redeem(payer, code ?? '')).status).toBe(200);
    expect([(await me(payer)).access_granted, (await me(account)).access_granted]).toEqual([true, false]);
    expect(await costs(payer)).toContain('Só do convidado');
    expect((await verify(account)).access_granted).toBe(false);
  });

  test('can be answered only by that guest', async () => {
    const { account, guest, paymentId } = await mistyped();
    await verify(account);
    const other = await createPaidGuest(api, provider);
    for (const browser of [account, other.browser]) {
      const refused = await answer(browser, paymentId, 'agree');
      expect(refused.status).toBe(404);
    }
    expect((await answer(api.visitor(), paymentId, 'decline')).status).toBe(401);
    expect((await answer(guest, paymentId, 'talvez')).status).toBe(422);
    expect((await answer(guest, other.paymentId, 'agree')).status).toBe(404);
    expect((await me(guest)).transfer_asked).not.toBeNull();
  });
});

describe('claim by e-mail when the paying browser never got a session', () => {
  /** The browser inside an app paid, and its cookie has been lost. */
  async function lost() {
    const { browser: account, email } = await someone();
    const browser = api.visitor();
    const { payment_id: paymentId } = await buy(browser, { name: 'Eu', email });
    await reportStatus(api, provider, paymentId, { status: 'paid' });
    await expect.poll(async () => (await verify(account)).access_granted).toBe(true);
    return { account, browser, paymentId };
  }

  test('moves the access immediately, waits again once the paying browser has taken it back', async () => {
    const { account, browser, paymentId } = await lost();
    expect((await statusOf(browser, paymentId)).json).toMatchObject({ status: 'CONFIRMED', held_by: 'you' });
    expect([(await me(browser)).access_granted, (await me(account)).access_granted]).toEqual([true, false]);
    expect((await verify(account)).access_granted).toBe(false);
    expect((await me(browser)).transfer_asked).not.toBeNull();
  });

  test('moves the access immediately, and the receipt’s code takes it back', async () => {
    const { account, browser, paymentId } = await lost();
    // The code is also in the mail; here it is read from the paying browser's receipt.
    const { receipt_code: code } = await receipt(browser, paymentId);
    expect((await receipt(account, paymentId)).receipt_code).toBeNull();
    const { browser: payer } = await someone();
    expect((await redeem(payer, code ?? '')).status).toBe(200);
    expect([(await me(payer)).access_granted, (await me(account)).access_granted]).toEqual([true, false]);
    expect((await statusOf(browser, paymentId)).json).toMatchObject({ held_by: 'another' });
    expect((await verify(account)).access_granted).toBe(false);
  });

  test('keeps the access when the buyer’s cookie has expired after a day', async () => {
    const { account, browser, paymentId } = await lost();
    now += DAY;
    expect((await statusOf(browser, paymentId)).status).toBe(404);
    expect((await me(account)).access_granted).toBe(true);
  });
});

describe('refused receipt code', () => {
  const CASES: Readonly<Record<string, () => Promise<{ code: string; status: number; says: RegExp }>>> = {
    'after an administrator took the access away': async () => {
      const { browser: guest, paymentId } = await createPaidGuest(api, provider);
      const { receipt_code: code } = await receipt(guest, paymentId);
      const { id } = (await guest.call('GET', '/api/users/me')).json as { id: string };
      const admin = await api.signIn('admin@exemplo.com');
      await admin.call('POST', '/api/admin/verify-password', { body: { password: ADMIN_PASSWORD } });
      const revoked = await admin.call('POST', `/api/admin/users/${id}/revoke`, { body: { reason: 'teste' } });
      expect(revoked.status).toBe(200);
      return { code: code ?? '', status: 409, says: /administração/ };
    },
    'after a refund': async () => {
      const { browser: guest, paymentId } = await createPaidGuest(api, provider);
      const { receipt_code: code } = await receipt(guest, paymentId);
      await reportStatus(api, provider, paymentId, { status: 'refunded' });
      await waitForStatus(guest, paymentId, 'REFUNDED');
      return { code: code ?? '', status: 409, says: /devolvido/ };
    },
    'used by another account': async () => {
      const { browser: guest, paymentId } = await createPaidGuest(api, provider);
      const { receipt_code: code } = await receipt(guest, paymentId);
      expect((await redeem((await someone()).browser, code ?? '')).status).toBe(200);
      return { code: code ?? '', status: 409, says: /já foi usado/ };
    },
    'that was never issued': async () => ({ code: '0000-0000-0000-0000', status: 422, says: /Não conhecemos/ }),
  };
  test.each(Object.entries(CASES))(
    'changes nothing in the log and names the reason: a code %s',
    async (_what, begin) => {
      const { code, status, says } = await begin();
      const { browser } = await someone();
      const before = await events();
      const refused = await redeem(browser, code);
      expect([refused.status, refused.text]).toEqual([status, expect.stringMatching(says)]);
      expect(refused.text).not.toMatch(GRANTS);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await events()).toBe(before);
      expect((await me(browser)).access_granted).toBe(false);
    },
  );
});
