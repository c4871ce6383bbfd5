import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAsaas } from '#payments/asaas/asaas.ts';
import type { PaymentProvider, PaymentNotification } from '#payments/provider.ts';
import { listed, newCharge } from '#tests/contract/payment-provider.suite.ts';
import { startWebhookListener, type WebhookListener } from '#tests/support/webhook-listener.ts';
import { type AsaasUnderTest, asaasUnderTest, WEBHOOK_TOKEN } from './asaas-under-test.ts';

// The notices of the stand-in for Asaas, as they are sent and as the product reads them.

let under: AsaasUnderTest;
let provider: PaymentProvider;
let listener: WebhookListener;
beforeEach(async () => {
  under = await asaasUnderTest('static');
  provider = under.create();
  listener = await startWebhookListener();
  under.fake.webhooks.target = { url: listener.url, token: WEBHOOK_TOKEN };
});
afterEach(async () => {
  await listener.stop();
  await under.fake.stop();
});

const read = (): ReturnType<PaymentProvider['parseNotification']>[] =>
  listener.notices.map(({ headers, body }) => provider.parseNotification(headers, body));
const notes = (): PaymentNotification[] => read().filter((note) => typeof note === 'object');

async function payCharge(): Promise<string> {
  const { chargeId } = await provider.createPixCharge(newCharge('our-id'));
  under.fake.account.payStaticCode(chargeId);
  return chargeId;
}

test('a notice of the stand-in leads to a confirmed payment', async () => {
  const chargeId = await payCharge();
  expect(await under.fake.webhooks.deliver()).toEqual([200, 200]);
  expect(notes().map(({ kind }) => kind)).toEqual(['PAYMENT_CREATED', 'PAYMENT_RECEIVED']);
  for (const { ids } of notes()) {
    expect(ids).toEqual({ chargeId: chargeId, paymentId: 'our-id' });
    expect((await provider.getCharge(ids.chargeId ?? '')).status).toBe('paid');
  }
});

test('notices of the stand-in repeat with the same id, and arrive in any order', async () => {
  await payCharge();
  under.fake.webhooks.reverse();
  under.fake.webhooks.repeat(3);
  expect(await under.fake.webhooks.deliver()).toHaveLength(6);
  expect(notes().map(({ kind }) => kind.slice(8))).toEqual(
    Array.from({ length: 3 }, () => ['RECEIVED', 'CREATED']).flat(),
  );
  expect(new Set(notes().map(({ eventId }) => eventId)).size).toBe(2);
});

test('notices of unknown kinds have no effect', async () => {
  under.fake.webhooks.add('ACCOUNT_STATUS_UPDATED');
  under.fake.webhooks.add('PAYMENT_OF_TOMORROW', { id: 'pay_1' });
  await under.fake.webhooks.deliver();
  expect(read()).toMatchObject(['ignored', { kind: 'PAYMENT_OF_TOMORROW', ids: { chargeId: 'pay_1' } }]);
});

test('the stand-in retries notices in order until they are answered with 200, and stops after fifteen failures', async () => {
  await payCharge();
  const { webhooks } = under.fake;
  listener.answerWith(503);
  expect(await webhooks.deliver(2)).toEqual([503, 503]);
  listener.answerWith(0);
  expect(await webhooks.deliver()).toEqual(Array.from({ length: 13 }, () => 0));
  expect([webhooks.isInterrupted, webhooks.waiting.length]).toEqual([true, 2]);
  listener.answerWith(200);
  expect(await webhooks.deliver()).toEqual([]);
  webhooks.resume();
  expect(await webhooks.deliver()).toEqual([200, 200]);
  expect(new Set(notes().map(({ eventId }) => eventId)).size).toBe(2);
});

test('a notice of the stand-in with another token is ignored', async () => {
  await payCharge();
  under.fake.webhooks.target = { url: listener.url, token: 'w'.repeat(40) };
  await under.fake.webhooks.deliver();
  expect(read()).toEqual(['unauthorized', 'unauthorized']);
});

test('the stand-in refuses a call without a key or to an unknown path', async () => {
  const { url, apiKey } = under.fake;
  expect(await (await fetch(`${url}/payments`)).json()).toMatchObject({ errors: [{ code: 'access_token_not_found' }] });
  const nowhere = await fetch(`${url}/nowhere`, { headers: { access_token: apiKey } });
  expect([nowhere.status, await nowhere.text()]).toEqual([404, '']);
});

test.each<[string, Record<string, unknown>, string]>([
  ['/customers', {}, 'invalid_name'],
  ['/customers', { name: 'Ana', cpfCnpj: '11122233344' }, 'invalid_cpfCnpj'],
  ['/payments', { customer: 'cus_9' }, 'invalid_customer'],
  ['/payments', { customer: 'CUSTOMER', billingType: 'BOLETO' }, 'invalid_billingType'],
  ['/payments', { customer: 'CUSTOMER', billingType: 'PIX', value: 0 }, 'invalid_value'],
  ['/payments', { customer: 'CUSTOMER', billingType: 'PIX', value: 10, dueDate: '1/12' }, 'invalid_dueDate'],
  [
    '/payments',
    { customer: 'CUSTOMER', billingType: 'PIX', value: 10, dueDate: '2026-12-01' },
    'invalid_customer.cpfCnpj',
  ],
  ['/pix/qrCodes/static', { addressKey: 'x', value: 10 }, 'invalid_addressKey'],
])('the stand-in refuses POST %s %j with the code %s', async (path, wanted, code) => {
  const { url, apiKey, account } = under.fake;
  const { id } = account.createCustomer({ name: 'Ana', email: 'ana@exemplo.com' });
  const body = JSON.stringify(wanted).replace('CUSTOMER', id);
  const response = await fetch(url + path, { method: 'POST', headers: { access_token: apiKey }, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ code }] });
});

test('a payment deleted in the stand-in is cancelled and not listed any more', async () => {
  const { fake } = under;
  const asking = createAsaas({ ...fake, webhookToken: WEBHOOK_TOKEN, pixKey: undefined, clock: () => new Date() });
  const { chargeId } = await asking.createPixCharge(newCharge('our-id'));
  await fetch(`${fake.url}/payments/${chargeId}`, { method: 'DELETE', headers: { access_token: fake.apiKey } });
  expect((await asking.getCharge(chargeId)).status).toBe('cancelled');
  expect(await listed(asking, {})).toEqual([]);
});
