import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type RunningApi, startApi } from '#tests/support/api.ts';
import { buy, statusOf, waitForStatus } from '#tests/support/buying.ts';
import { TESTED_LOG } from '#tests/support/event-log.ts';
import { stopwatch } from '#tests/support/starvation.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** The stand-in for EventStoreDB shares the processor with the product, so the limit is wider with it. */
const AT_ONCE_MS = TESTED_LOG === 'postgres' ? 1_000 : 10_000;

const simulate = (browser: ApiVisitor, paymentId: string, outcome: string) =>
  browser.call('POST', `/api/dev/payments/${paymentId}/simulate`, { body: { outcome } });

test.each(['paid', 'duplicate', 'out_of_order'])(
  'the simulated outcome %s gives access within a second, and takes effect once',
  async (outcome) => {
    const browser = api.visitor();
    const { payment_id: paymentId, pix_copy_paste: code } = await buy(browser);
    expect(code).toMatch(/^000201.*6304[0-9A-F]{4}$/);
    const answer = await simulate(browser, paymentId, outcome);
    expect([answer.status, answer.json]).toEqual([200, { simulated: outcome }]);
    const took = stopwatch();
    expect(await waitForStatus(browser, paymentId, 'CONFIRMED')).toMatchObject({
      access_granted: true,
      held_by: 'you',
    });
    expect(took()).toBeLessThan(AT_ONCE_MS);
  },
);

test('an overdue payment that is paid all the same gives access, and its refund ends it', async () => {
  const browser = api.visitor();
  const { payment_id: paymentId } = await buy(browser);
  await simulate(browser, paymentId, 'overdue');
  await simulate(browser, paymentId, 'paid');
  await waitForStatus(browser, paymentId, 'CONFIRMED');
  await simulate(browser, paymentId, 'refunded');
  expect(await waitForStatus(browser, paymentId, 'REFUNDED')).toMatchObject({ access_granted: false });
  await expect.poll(async () => (await browser.call('GET', '/api/dashboard')).status).toBe(403);
  expect((await simulate(browser, paymentId, 'paid')).status).toBe(409);
});

test('a chargeback takes the access away', async () => {
  const browser = api.visitor();
  const { payment_id: paymentId } = await buy(browser);
  await simulate(browser, paymentId, 'paid');
  await waitForStatus(browser, paymentId, 'CONFIRMED');
  await simulate(browser, paymentId, 'chargeback');
  expect(await waitForStatus(browser, paymentId, 'REFUNDED')).toMatchObject({ access_granted: false });
});

test('only the buyer and an administrator can simulate an outcome', async () => {
  const browser = api.visitor();
  const { payment_id: paymentId } = await buy(browser);
  for (const stranger of [api.visitor(), await api.signIn('dona@exemplo.com')])
    expect((await simulate(stranger, paymentId, 'paid')).status).toBe(404);
  expect((await statusOf(browser, paymentId)).json).toMatchObject({ status: 'PENDING' });
  const admin = await api.signIn('admin@exemplo.com');
  expect((await simulate(admin, paymentId, 'paid')).status).toBe(404);
  const body = { password: ADMIN_PASSWORD };
  expect((await admin.call('POST', '/api/admin/verify-password', { body })).status).toBe(200);
  expect((await simulate(admin, paymentId, 'paid')).status).toBe(200);
  await waitForStatus(browser, paymentId, 'CONFIRMED');
});

test('an unknown payment, outcome or order of outcomes is refused', async () => {
  const browser = api.visitor();
  const { payment_id: paymentId } = await buy(browser);
  expect((await simulate(browser, randomUUID(), 'paid')).status).toBe(404);
  expect((await simulate(browser, 'x', 'paid')).status).toBe(404);
  expect((await simulate(browser, paymentId, 'stolen')).status).toBe(422);
  expect((await simulate(browser, paymentId, 'refunded')).status).toBe(409);
  expect((await statusOf(browser, paymentId)).json).toMatchObject({ status: 'PENDING' });
});
