import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PaymentsUnderTest, paymentsUnderTest } from '#tests/support/payments-under-test.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let under: PaymentsUnderTest;
beforeAll(async () => {
  under = await paymentsUnderTest();
});
beforeEach(() => under.clear());
afterAll(() => under.close());

let events = 0;
const receive = async (reference: string | null, more: { eventId?: string; chargeId?: string } = {}) => {
  events += 1;
  const { eventId = `evt_${events}`, chargeId = null } = more;
  await under.payments.notifications.receive({
    eventId,
    kind: 'PAYMENT_RECEIVED',
    ids: { chargeId: chargeId, paymentId: reference },
  });
};
const work = () => under.payments.notifications.handlePending();
const payCharge = async (): Promise<string> => {
  const paymentId = await under.beginPayment();
  under.provider.set(paymentId, { status: 'paid' });
  return paymentId;
};
const typesOf = async (paymentId: string): Promise<readonly string[]> => {
  const types = [];
  for await (const event of under.log.read(`payment-${paymentId}`)) types.push(event.type);
  return types;
};

describe('notices of the payment provider', () => {
  test('of one charge lead to one read of it, however many they are', async () => {
    const paymentId = await payCharge();
    for (let i = 0; i < 20; i += 1) await receive(paymentId);
    const before = under.provider.callCounts.get;
    expect(await work()).toBe(20);
    expect(under.provider.callCounts.get).toBe(before + 1);
    expect(await typesOf(paymentId)).toEqual(['PaymentConfirmed']);
    expect(await work()).toBe(0);
  });

  test('that are repeated are not handled again', async () => {
    const paymentId = await payCharge();
    await receive(paymentId, { eventId: 'evt_same' });
    await work();
    await receive(paymentId, { eventId: 'evt_same' });
    expect(await work()).toBe(0);
  });

  test('that arrive while their charge is being read are handled afterwards', async () => {
    const paymentId = await under.beginPayment();
    await receive(paymentId);
    const working = work();
    await receive(paymentId);
    const first = await working;
    under.provider.set(paymentId, { status: 'paid' });
    expect(first + (await work())).toBe(2);
  });

  test('taken by two processes at once are handled once each', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, payCharge));
    for (const id of ids) await receive(id);
    const before = under.provider.callCounts.get;
    const done = await Promise.all([work(), under.anotherProcess().notifications.handlePending()]);
    expect(done[0] + done[1]).toBe(20);
    expect(under.provider.callCounts.get).toBe(before + 20);
    expect((await Promise.all(ids.map((id) => under.isConfirmed(id)))).every(Boolean)).toBe(true);
  });

  test('taken by a process that died are taken again after a minute', async () => {
    const paymentId = await payCharge();
    await receive(paymentId);
    await under.pool.query(`update payments.webhook set due_at = $1`, [new Date(under.now().getTime() + MINUTE)]);
    expect(await work()).toBe(0);
    under.advanceClock(MINUTE);
    expect(await work()).toBe(1);
    expect(await under.isConfirmed(paymentId)).toBe(true);
  });

  test('are kept while the provider is away, retried ever more rarely, and finally handled', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, payCharge));
    for (const id of ids) await receive(id);
    under.provider.isAway = true;
    const before = under.provider.callCounts.get;
    await work();
    // The calls in flight fail; from then on the provider counts as away.
    expect(under.provider.callCounts.get - before).toBeLessThanOrEqual(4);
    expect(await work()).toBe(0);
    under.advanceClock(5 * SECOND);
    expect(await work()).toBe(10);
    under.advanceClock(5 * SECOND);
    expect(await work()).toBe(0);
    under.provider.isAway = false;
    under.advanceClock(5 * SECOND);
    expect(await work()).toBe(10);
    expect((await Promise.all(ids.map((id) => under.isConfirmed(id)))).every(Boolean)).toBe(true);
  });

  test('never wait longer than ten minutes', async () => {
    const paymentId = await payCharge();
    await receive(paymentId);
    await under.pool.query('update payments.webhook set tries = 30');
    under.provider.fail('get', { kind: 'malformed' });
    await work();
    under.advanceClock(10 * MINUTE);
    expect(await work()).toBe(1);
    expect(await under.isConfirmed(paymentId)).toBe(true);
  });

  test('about foreign charges are completed without effect', async () => {
    await receive(crypto.randomUUID());
    await receive('no id at all');
    await receive(null, { chargeId: 'pay_of_somebody' });
    expect(await work()).toBe(3);
    expect(await work()).toBe(0);
  });

  test('that name only an unknown charge find its payment through the provider', async () => {
    const paymentId = await under.beginPayment();
    const second = { paymentId, cents: 1_000, status: 'paid', refundedCents: 0 } as const;
    under.provider.add({ chargeId: 'pay_second', ...second });
    await receive(null, { chargeId: 'pay_second' });
    await work();
    expect(await under.isConfirmed(paymentId)).toBe(true);
  });

  test('store no names, only handles', async () => {
    await receive(await payCharge());
    await work();
    const { rows } = await under.pool.query('select * from payments.webhook');
    expect(JSON.stringify(rows)).not.toMatch(/Joana|joana@/);
    expect(under.warnings.join('\n')).not.toMatch(/Joana|joana@/);
  });
});
