import type { EventLog } from '#eventstore/port.ts';
import { createPaymentProcess } from '#tests/app/payment-process.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { testId } from '#tests/support/histories.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let api: RunningApi;
let log: EventLog;
beforeAll(async () => {
  api = await startApi();
  log = await api.openLog();
});
afterAll(() => api.stop());

test('a payment gives access and a refund takes it away within a second, without any request by the buyer', async () => {
  const novo = await api.signIn('novo@exemplo.com');
  const me = async () => (await novo.call('GET', '/api/users/me')).json as { id: string; access_granted: boolean };
  const { id: userId, access_granted: before } = await me();
  expect(before).toBe(false);
  /** The webhook is handled by another process than the one that serves. */
  const payments = createPaymentProcess(log);
  const paymentId = testId('payment of novo');
  await payments.recordStatus(paymentId, 'paid');
  await payments.claim(paymentId, { kind: 'account', userId });
  await expect.poll(() => payments.accounts.hasAccess(userId)).toBe(true);
  await expect.poll(me).toMatchObject({ access_granted: true, payment_id: paymentId });
  expect((await novo.call('GET', '/api/dashboard')).status).toBe(200);

  await payments.recordStatus(paymentId, 'refunded');
  await expect.poll(() => payments.accounts.hasAccess(userId)).toBe(false);
  await expect.poll(() => me()).toMatchObject({ access_granted: false, payment_id: null });
  expect((await novo.call('POST', '/api/fixed-costs', { body: { name: 'Luz', value: 1 } })).status).toBe(403);
});
