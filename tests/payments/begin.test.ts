import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newBuyer, type PaymentsUnderTest, paymentsUnderTest } from '#tests/support/payments-under-test.ts';

const DAY = 24 * 60 * 60 * 1_000;
const payer = { name: 'Joana Compradora', email: 'joana@comprou.example' };

let under: PaymentsUnderTest;
beforeAll(async () => {
  under = await paymentsUnderTest();
});
beforeEach(() => under.clear());
afterAll(() => under.close());

test('one buyer in two processes at once gets one charge', async () => {
  const buyer = newBuyer();
  const processes = [under.payments, under.anotherProcess(), under.anotherProcess()];
  under.provider.delayMs = 30;
  const asked = under.provider.callCounts.create;
  // Every process has a connection of its own, so that they really run at the same time.
  await Promise.all(processes.map(() => under.pool.query('select pg_sleep(0.05)')));
  const intents = await Promise.all(
    processes.map(({ beginPayment }) => beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash })),
  );
  under.provider.delayMs = 0;
  expect(new Set(intents.map(({ paymentId }) => paymentId)).size).toBe(1);
  expect(under.provider.callCounts.create).toBe(asked + 1);
});

test('a code that is about to expire is not given out again, and a late payment of it still counts', async () => {
  const buyer = newBuyer();
  const first = await under.payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
  await under.pool.query('update payments.intent set expires_at = $1', [new Date(under.now().getTime() + DAY)]);
  under.advanceClock(DAY - 30_000);
  const second = await under.payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
  expect(second.paymentId).not.toBe(first.paymentId);
  under.provider.set(first.paymentId, { status: 'paid' });
  await under.payments.rereads.rereadDue();
  expect(await under.isConfirmed(first.paymentId)).toBe(true);
});

test.each([
  ['with too small a payment', { status: 'paid', cents: 999 }],
  ['with a refunded payment', { status: 'refunded' }],
] as const)(
  'a payment code %s is not given out again, even before the payment’s stream records that',
  async (_what, money) => {
    const buyer = newBuyer();
    const first = await under.payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
    if (money.status === 'refunded') await under.recordStatusOnly(first.paymentId, { status: 'paid' });
    await under.recordStatusOnly(first.paymentId, money);
    const second = await under.payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
    expect(second.paymentId).not.toBe(first.paymentId);
  },
);

test('a buyer who has just paid is not asked to pay again', async () => {
  const buyer = newBuyer();
  const first = await under.payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
  await under.recordStatusOnly(first.paymentId, { status: 'paid' });
  const again = await under.payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
  expect(again.paymentId).toBe(first.paymentId);
});

test('a payment begun before a price change is not continued at the old price', async () => {
  const buyer = newBuyer();
  const first = await under.payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
  await under.pool.query('update payments.intent set cents = 500');
  const second = await under.payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
  expect(second.paymentId).not.toBe(first.paymentId);
});

test('a payment begun without an account belongs to the account that continues it, and only from then on', async () => {
  const buyer = newBuyer();
  const ana = { kind: 'account', userId: crypto.randomUUID() } as const;
  const bia = { kind: 'account', userId: crypto.randomUUID() } as const;
  const first = await under.payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
  const asAna = await under.payments.beginPayment({
    buyer: { ...buyer, user: ana },
    payer,
    newBuyerTokenHash: buyer.buyerTokenHash,
  });
  expect(asAna.paymentId).toBe(first.paymentId);
  const asBia = await under.payments.beginPayment({
    buyer: { ...buyer, user: bia },
    payer,
    newBuyerTokenHash: buyer.buyerTokenHash,
  });
  const again = await under.payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
  expect(new Set([first, asBia, again].map(({ paymentId }) => paymentId)).size).toBe(3);
});
