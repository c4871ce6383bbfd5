import { type RunningApi, startApi } from '#tests/support/api.ts';
import { createPaidGuest, statusOf, reportStatus, waitForStatus } from '#tests/support/buying.ts';
import { type MemoryProvider, memoryProvider } from '#tests/support/memory-provider.ts';
import { type ApiVisitor, signIn } from '#tests/support/visitor.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * These tests take the whole way: pay without an account, use the product, sign in, and find everything in the account.
 */

let api: RunningApi;
let provider: MemoryProvider;
beforeAll(async () => {
  provider = memoryProvider();
  api = await startApi({ paymentProvider: provider });
});
afterAll(() => api.stop());

async function guestWithDish() {
  const guest = await createPaidGuest(api, provider);
  const added = await guest.browser.call('POST', '/api/dishes', { body: { name: 'Pão de queijo', sale_price: 8 } });
  expect(added.status).toBe(201);
  return guest;
}

const dishes = async (browser: ApiVisitor) => (await browser.call('GET', '/api/dishes')).json as readonly object[];
const me = async (browser: ApiVisitor) => (await browser.call('GET', '/api/users/me')).json as object;
const join = (browser: ApiVisitor, choice: string) => browser.call('POST', '/api/account/join', { body: { choice } });

test('what a guest paid for and created belongs to the account on every device until the refund', async () => {
  const { browser, paymentId } = await guestWithDish();
  await signIn(browser, api.origin, 'visita@exemplo.com');
  expect(await me(browser)).toMatchObject({
    access_granted: false,
    guest_to_join: { has_data: true, own_data: false },
  });
  expect((await statusOf(browser, paymentId)).status).toBe(404); // The data belongs to the guest until it is joined.
  expect((await join(browser, 'open_guests')).json).toMatchObject({ access_granted: true, payment_id: paymentId });
  expect((await statusOf(browser, paymentId)).json).toMatchObject({ status: 'CONFIRMED', held_by: 'you' });

  const phone = await api.signIn('visita@exemplo.com');
  expect(await dishes(phone)).toMatchObject([{ name: 'Pão de queijo', sale_price: 8 }]);

  await reportStatus(api, provider, paymentId, { status: 'charged_back' });
  expect(await waitForStatus(browser, paymentId, 'REFUNDED')).toMatchObject({ access_granted: false });
  expect((await phone.call('GET', '/api/dishes')).status).toBe(403);
  await reportStatus(api, provider, paymentId, { status: 'paid' });
  expect(await waitForStatus(browser, paymentId, 'CONFIRMED')).toMatchObject({ access_granted: true });
  expect(await dishes(phone)).toMatchObject([{ name: 'Pão de queijo' }]);
  await reportStatus(api, provider, paymentId, { status: 'refunded' });
  expect(await waitForStatus(browser, paymentId, 'REFUNDED')).toMatchObject({ access_granted: false });
  expect(await me(phone)).toMatchObject({ access_granted: false });
});

test('the data of a guest kept separate is reached by the receipt’s code, and by no cookie after signing out', async () => {
  const { browser, paymentId } = await guestWithDish();
  const receipt = await browser.call('GET', `/api/payment/receipt/${paymentId}`);
  const { receipt_code: code } = receipt.json as { readonly receipt_code: string };
  await signIn(browser, api.origin, 'outra@exemplo.com');
  expect((await join(browser, 'keep_apart')).json).toMatchObject({ access_granted: false, guest_to_join: null });
  expect((await browser.call('GET', '/api/dishes')).status).toBe(403);
  await browser.call('GET', '/api/logout');
  expect((await statusOf(browser, paymentId)).status).toBe(404);
  expect((await browser.call('GET', '/api/users/me')).status).toBe(401);
  const account = await api.signIn('mais-uma@exemplo.com');
  expect((await account.call('POST', '/api/payment/redeem', { body: { code } })).status).toBe(200);
  expect(await dishes(account)).toMatchObject([{ name: 'Pão de queijo' }]);
});

test('an account that has joined its guest leaves no data behind when it signs out', async () => {
  const { browser, paymentId } = await guestWithDish();
  await signIn(browser, api.origin, 'terceira@exemplo.com');
  await join(browser, 'open_mine');
  await browser.call('GET', '/api/logout');
  expect((await statusOf(browser, paymentId)).status).toBe(404);
  expect((await browser.call('GET', '/api/users/me')).status).toBe(401);
});
