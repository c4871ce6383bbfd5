import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newBuyer, type PaymentsUnderTest, paymentsUnderTest, systemCall } from '#tests/support/payments-under-test.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

let under: PaymentsUnderTest;
beforeAll(async () => {
  under = await paymentsUnderTest();
});
beforeEach(() => under.clear());
afterAll(() => under.close());

const sweep = async () => under.payments.rereads.rereadDue();
const rowOf = async (paymentId: string) => {
  const { rows } = await under.pool.query('select * from payments.intent where payment_id = $1', [paymentId]);
  return rows[0] as { state: string; due_at: Date | null; asked_at: Date | null } | undefined;
};

describe('sweep of open payments', () => {
  test('confirms a paid charge although no notice came', async () => {
    const [paid, unpaid] = [await under.beginPayment(), await under.beginPayment()];
    under.provider.set(paid, { status: 'paid' });
    under.advanceClock(10 * MINUTE);
    expect(await sweep()).toEqual({ checked: 2, confirmed: 1, failed: 0 });
    expect([await under.isConfirmed(paid), await under.isConfirmed(unpaid)]).toEqual([true, false]);
  });

  test('confirms a charge that was paid long ago, when nobody looked', async () => {
    const paymentId = await under.beginPayment();
    under.provider.set(paymentId, { status: 'paid' });
    under.advanceClock(30 * DAY);
    await sweep();
    expect(await under.isConfirmed(paymentId)).toBe(true);
    expect(under.provider.callCounts.cancel).toBe(0);
  });

  test('detects a refund without a notice', async () => {
    const paymentId = await under.beginPayment();
    under.provider.set(paymentId, { status: 'paid' });
    under.advanceClock(10 * MINUTE);
    await sweep();
    under.provider.set(paymentId, { status: 'refunded' });
    under.advanceClock(DAY);
    await sweep();
    expect(await under.isConfirmed(paymentId)).toBe(false);
    expect(await rowOf(paymentId)).toMatchObject({ state: 'taken_back', due_at: null });
  });

  test('skips charges younger than ten minutes, and reads older ones ever more rarely', async () => {
    const paymentId = await under.beginPayment();
    under.provider.fail('cancel', ...Array.from({ length: 60 }, () => ({ kind: 'rejected' }) as const));
    under.advanceClock(10 * MINUTE - SECOND);
    expect(await sweep()).toMatchObject({ checked: 0 });
    let asked = 0;
    for (let passed = 0; passed < 30 * DAY; passed += 60 * MINUTE) {
      under.advanceClock(60 * MINUTE);
      asked += (await sweep())?.checked ?? 0;
    }
    expect(asked).toBeGreaterThan(25);
    expect(asked).toBeLessThan(60);
    under.provider.set(paymentId, { status: 'paid' });
    under.advanceClock(5 * DAY);
    await sweep();
    expect(await under.isConfirmed(paymentId)).toBe(true);
    under.provider.clear();
  });

  test('reads a limited number of charges, and begins with those read longest ago', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push(await under.beginPayment());
    const [first = '', second = '', third = ''] = ids;
    under.advanceClock(10 * MINUTE);
    await under.payments.rereadCharge(second, systemCall);
    under.advanceClock(SECOND);
    await under.payments.rereadCharge(first, systemCall);
    under.advanceClock(DAY);
    under.provider.fail('get', { kind: 'unavailable' });
    // This charge was never read, so it is the first, and its failure ends the run.
    expect(await sweep()).toEqual({ checked: 1, confirmed: 0, failed: 1 });
    await under.payments.rereadCharge(third, systemCall);
    under.provider.set(second, { status: 'paid' });
    under.provider.fail('get', { kind: 'malformed' });
    await sweep();
    expect(await under.isConfirmed(second)).toBe(false);
    await sweep();
    expect(await under.isConfirmed(second)).toBe(true);
    await under.pool.query(
      `insert into payments.intent (payment_id, provider, cents, buyer_hash, created_at, due_at, receipt_hash)
       select gen_random_uuid(), 'asaas', 1000, repeat('b', 43), now(), 'epoch', lpad(n::text, 43, 'r')
         from generate_series(1, 300) n`,
    );
    expect(await sweep()).toMatchObject({ checked: 200 });
    expect(await sweep()).toMatchObject({ checked: 100 });
  });

  test('continues after a charge that cannot be read, and stops when the provider is away', async () => {
    const ids = [await under.beginPayment(), await under.beginPayment(), await under.beginPayment()];
    for (const id of ids) under.provider.set(id, { status: 'paid' });
    under.advanceClock(10 * MINUTE);
    under.provider.fail('get', { kind: 'rejected' });
    expect(await sweep()).toEqual({ checked: 3, confirmed: 2, failed: 1 });
    under.provider.fail('get', { kind: 'rate_limited' });
    expect(await sweep()).toEqual({ checked: 1, confirmed: 0, failed: 1 });
    expect(await sweep()).toMatchObject({ checked: 1, confirmed: 1 });
  });

  test('is done by one process at a time', async () => {
    await under.beginPayment();
    under.advanceClock(10 * MINUTE);
    const reports = await Promise.all([sweep(), under.anotherProcess().rereads.rereadDue(), sweep()]);
    expect(reports.filter((report) => report !== null && report.checked > 0)).toHaveLength(1);
    expect(await under.locks.tryWithLock('payments sweep', async () => 'free')).toBe('free');
  });

  test('leaves the charges of another provider alone', async () => {
    const paymentId = await under.beginPayment();
    await under.pool.query(`update payments.intent set provider = 'sandbox'`);
    under.advanceClock(DAY);
    expect(await sweep()).toMatchObject({ checked: 0 });
    expect(await under.payments.rereadCharge(paymentId, systemCall)).toBeNull();
  });
});

describe('charge past its payment deadline', () => {
  /** Sweeps as often as the product does until that much time has passed. */
  async function sweepFor(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 10 * MINUTE) {
      under.advanceClock(10 * MINUTE);
      await sweep();
    }
  }
  const statusOf = (paymentId: string) =>
    under.provider.charges.find(({ paymentId: reference }) => reference === paymentId)?.status;

  test('is cancelled before the expiry of the cookie that would let its payer in', async () => {
    const [waiting, late] = [await under.beginPayment(), await under.beginPayment()];
    under.provider.set(late, { status: 'overdue' });
    await sweepFor(DAY - 70 * MINUTE);
    expect([statusOf(waiting), statusOf(late)]).toEqual(['pending', 'overdue']);
    await sweepFor(20 * MINUTE);
    expect([statusOf(waiting), statusOf(late)]).toEqual(['cancelled', 'cancelled']);
    expect([await rowOf(waiting), await rowOf(late)]).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
  });

  test('that was paid at the last moment is confirmed, whether it is read before or after the cancellation', async () => {
    const [seen, between] = [await under.beginPayment(), await under.beginPayment()];
    under.provider.set(seen, { status: 'paid' });
    under.provider.payBeforeCancel(between);
    under.advanceClock(DAY);
    await sweep();
    expect([await under.isConfirmed(seen), await under.isConfirmed(between)]).toEqual([true, true]);
  });

  test('is cancelled later when the provider is away, and left alone when the provider refuses', async () => {
    const paymentId = await under.beginPayment();
    under.advanceClock(DAY);
    under.provider.fail('cancel', { kind: 'unavailable' }, { kind: 'rejected' });
    expect(await sweep()).toMatchObject({ failed: 1 });
    expect(await sweep()).toMatchObject({ checked: 1, failed: 0 });
    expect(under.warnings.at(-1)).toContain('could not be cancelled');
    expect([statusOf(paymentId), await rowOf(paymentId)]).toMatchObject(['pending', { state: 'open' }]);
    under.advanceClock(DAY);
    await sweep();
    expect([statusOf(paymentId), await rowOf(paymentId)]).toMatchObject(['cancelled', { state: 'closed' }]);
  });
});

describe('charge with an unknown outcome', () => {
  const beginWithoutAnswer = async (madeNevertheless: boolean): Promise<string> => {
    under.provider.fail('create', { kind: 'ambiguous', after: madeNevertheless });
    under.provider.fail('list', { kind: 'unavailable' });
    await expect(under.beginPayment()).rejects.toThrow('unavailable');
    const { rows } = await under.pool.query<{ payment_id: string }>('select payment_id from payments.intent');
    return rows[0]?.payment_id ?? '';
  };

  test('is found by its reference, and confirmed when it is paid', async () => {
    const paymentId = await beginWithoutAnswer(true);
    under.provider.set(paymentId, { status: 'paid' });
    under.advanceClock(10 * MINUTE);
    expect(await sweep()).toMatchObject({ confirmed: 1 });
  });

  test('is given up after a day, and deleted after thirty more', async () => {
    const paymentId = await beginWithoutAnswer(false);
    under.advanceClock(10 * MINUTE);
    await sweep();
    expect(await rowOf(paymentId)).toMatchObject({ state: 'open' });
    under.advanceClock(DAY + MINUTE);
    await sweep();
    expect(await rowOf(paymentId)).toMatchObject({ state: 'closed', due_at: null });
    under.advanceClock(30 * DAY - MINUTE);
    await sweep();
    expect(await rowOf(paymentId)).toBeDefined();
    under.advanceClock(2 * MINUTE);
    await sweep();
    expect(await rowOf(paymentId)).toBeUndefined();
  });
});

describe('retention of payment data', () => {
  test('keeps an unpaid code until thirty days after it could last be paid', async () => {
    const paymentId = await under.beginPayment();
    const [charge] = under.provider.charges.filter(({ paymentId: reference }) => reference === paymentId);
    if (!charge) throw new Error('no charge');
    under.provider.add({ ...charge, paymentId: null, cents: 0 });
    await under.pool.query('update payments.intent set expires_at = $1', [new Date(under.now().getTime() + DAY)]);
    under.advanceClock(2 * DAY - MINUTE);
    await sweep();
    expect(await rowOf(paymentId)).toMatchObject({ state: 'open' });
    under.advanceClock(DAY);
    await sweep();
    expect(await rowOf(paymentId)).toMatchObject({ state: 'closed' });
    // A notice for it would still be handled.
    under.provider.add({ ...charge, status: 'paid' });
    await under.payments.rereadCharge(paymentId, systemCall);
    expect(await rowOf(paymentId)).toMatchObject({ state: 'paid', closed_at: null });
  });

  test('keeps an unpaid payment until thirty days after its cancellation, and a paid one for good', async () => {
    const [cancelled, paid, overdue] = [
      await under.beginPayment(),
      await under.beginPayment(),
      await under.beginPayment(),
    ];
    under.provider.set(cancelled, { status: 'cancelled' });
    under.provider.set(paid, { status: 'paid' });
    under.provider.set(overdue, { status: 'overdue' });
    under.advanceClock(10 * MINUTE);
    await sweep();
    under.advanceClock(31 * DAY);
    await sweep();
    expect(await rowOf(cancelled)).toBeUndefined();
    expect(await rowOf(paid)).toMatchObject({ state: 'paid' });
    expect(await rowOf(overdue)).toMatchObject({ state: 'closed' });
  });
});

describe('an administrator’s check of payments', () => {
  test('reads every open payment, due or not, and names who started it', async () => {
    const ids = [await under.beginPayment(), await under.beginPayment(), await under.beginPayment()];
    under.provider.set(ids[1] ?? '', { status: 'paid' });
    under.provider.fail('get', { kind: 'unavailable' });
    const run = crypto.randomUUID();
    const seen = [];
    for await (const swept of under.payments.rereads.rereadOpen({ ...systemCall, causationId: run })) seen.push(swept);
    expect(seen.map(({ paymentId }) => paymentId).toSorted()).toEqual(ids.toSorted());
    expect(seen.filter(({ error }) => error !== null)).toHaveLength(1);
    const again = [];
    for await (const swept of under.payments.rereads.rereadOpen({ ...systemCall, causationId: run })) again.push(swept);
    expect([...seen, ...again].filter(({ reading }) => reading?.isNewlyConfirmed)).toHaveLength(1);
    const causes = [];
    for await (const event of under.log.read(`payment-${ids[1]}`)) causes.push(event.meta.causationId);
    expect(causes).toEqual([run]);
  });
});

test('a payment is reported as refunded only once its access is gone and reads show that', async () => {
  const buyer = newBuyer();
  const paymentId = await under.beginPayment(buyer);
  const status = () =>
    under.payments.status.read(paymentId, { buyerTokenHash: buyer.buyerTokenHash, user: null }, systemCall);
  under.provider.set(paymentId, { status: 'paid' });
  under.advanceClock(10 * MINUTE);
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
