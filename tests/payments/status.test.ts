import { newBuyer, type PaymentsUnderTest, paymentsUnderTest, systemCall } from '#tests/support/payments-under-test.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let under: PaymentsUnderTest;
beforeAll(async () => {
  under = await paymentsUnderTest();
});
afterAll(() => under.close());

test('a payment is reported as refunded only once its access is gone and reads show that', async () => {
  const buyer = newBuyer();
  const paymentId = await under.beginPayment(buyer);
  const status = () =>
    under.payments.status.read(paymentId, { buyerTokenHash: buyer.buyerTokenHash, user: null }, systemCall);
  under.provider.set(paymentId, { status: 'paid' });
  under.advanceClock(10 * 60_000);
  await under.payments.rereads.rereadDue();
  const paid = await status();
  expect(paid).toMatchObject({ status: 'CONFIRMED', accessGranted: true, heldBy: 'you' });
  const holder = paid?.guestIdToSignIn ?? '';
  expect(await under.hasAccess(holder)).toBe(true);

  await under.recordStatusOnly(paymentId, { status: 'refunded' });
  expect(await under.hasAccess(holder)).toBe(true);
  const waits = under.waitedFor.length;
  expect(await status()).toMatchObject({ status: 'REFUNDED', accessGranted: false });
  expect(await under.hasAccess(holder)).toBe(false);
  expect(under.waitedFor.length).toBe(waits + 1);
});
