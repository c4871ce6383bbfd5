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

test('one buyer in two processes at once makes one charge', async () => {
  const buyer = newBuyer();
  const processes = [under.payments, under.anotherProcess(), under.anotherProcess()];
  under.provider.delayMs = 30;
  const asked = under.provider.asked.create;
  // Every process has its connection, so that they are really at it together.
  await Promise.all(processes.map(() => under.pool.query('select pg_sleep(0.05)')));
  const intents = await Promise.all(processes.map(({ begin }) => begin({ buyer, payer, newHash: buyer.hash })));
  under.provider.delayMs = 0;
  expect(new Set(intents.map(({ paymentId }) => paymentId)).size).toBe(1);
  expect(under.provider.asked.create).toBe(asked + 1);
});

test('a code that is about to expire is not given out again; a late payment of it still counts', async () => {
  const buyer = newBuyer();
  const first = await under.payments.begin({ buyer, payer, newHash: buyer.hash });
  await under.pool.query('update payments.intent set expires_at = $1', [new Date(under.now().getTime() + DAY)]);
  under.pass(DAY - 30_000);
  const second = await under.payments.begin({ buyer, payer, newHash: buyer.hash });
  expect(second.paymentId).not.toBe(first.paymentId);
  under.provider.set(first.paymentId, { status: 'paid' });
  await under.payments.sweep.run();
  expect(await under.isConfirmed(first.paymentId)).toBe(true);
});

test.each([
  ['too little was paid by', { status: 'paid', cents: 999 }],
  ['whose money went back', { status: 'refunded' }],
] as const)(
  'a code %s is not given out again, also before that has come to the payment’s list',
  async (_what, money) => {
    const buyer = newBuyer();
    const first = await under.payments.begin({ buyer, payer, newHash: buyer.hash });
    if (money.status === 'refunded') await under.notedOnly(first.paymentId, { status: 'paid' });
    await under.notedOnly(first.paymentId, money);
    const second = await under.payments.begin({ buyer, payer, newHash: buyer.hash });
    expect(second.paymentId).not.toBe(first.paymentId);
  },
);

test('one who has just paid is not asked to pay again', async () => {
  const buyer = newBuyer();
  const first = await under.payments.begin({ buyer, payer, newHash: buyer.hash });
  await under.notedOnly(first.paymentId, { status: 'paid' });
  const again = await under.payments.begin({ buyer, payer, newHash: buyer.hash });
  expect(again.paymentId).toBe(first.paymentId);
});

test('what was begun before the price changed is not paid at the old price by a new click', async () => {
  const buyer = newBuyer();
  const first = await under.payments.begin({ buyer, payer, newHash: buyer.hash });
  await under.pool.query('update payments.intent set cents = 500');
  const second = await under.payments.begin({ buyer, payer, newHash: buyer.hash });
  expect(second.paymentId).not.toBe(first.paymentId);
});

test('what was begun without an account becomes the account’s when it is gone on with there, and only then', async () => {
  const buyer = newBuyer();
  const ana = { kind: 'account', userId: crypto.randomUUID() } as const;
  const bia = { kind: 'account', userId: crypto.randomUUID() } as const;
  const first = await under.payments.begin({ buyer, payer, newHash: buyer.hash });
  const asAna = await under.payments.begin({ buyer: { ...buyer, user: ana }, payer, newHash: buyer.hash });
  expect(asAna.paymentId).toBe(first.paymentId);
  const asBia = await under.payments.begin({ buyer: { ...buyer, user: bia }, payer, newHash: buyer.hash });
  const again = await under.payments.begin({ buyer, payer, newHash: buyer.hash });
  expect(new Set([first, asBia, again].map(({ paymentId }) => paymentId)).size).toBe(3);
});
