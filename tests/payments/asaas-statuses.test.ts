import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeStatus, rawStatusesOf } from '#payments/asaas/responses.ts';
import { type AsaasUnderTest, asaasUnderTest, failureOf } from './asaas-under-test.ts';

let under: AsaasUnderTest;
beforeAll(async () => {
  under = await asaasUnderTest('charge');
});
afterAll(() => under.fake.stop());

const chargeFrom = (payment: Record<string, unknown>) => {
  const body = JSON.stringify({ id: 'pay_1', value: 10, status: 'RECEIVED', ...payment });
  under.fake.faults.next('GET /payments/pay_1', { kind: 'answered', body });
  return under.create().getCharge('pay_1');
};

test.each([
  ['PENDING', 'pending'],
  ['AWAITING_RISK_ANALYSIS', 'pending'],
  ['RECEIVED', 'paid'],
  ['CONFIRMED', 'paid'],
  ['RECEIVED_IN_CASH', 'paid'],
  ['OVERDUE', 'overdue'],
  ['DUNNING_REQUESTED', 'overdue'],
  ['REFUNDED', 'refunded'],
  ['REFUND_REQUESTED', 'refunded'],
  ['REFUND_IN_PROGRESS', 'refunded'],
  ['CHARGEBACK_REQUESTED', 'charged_back'],
  ['CHARGEBACK_DISPUTE', 'charged_back'],
  ['AWAITING_CHARGEBACK_REVERSAL', 'charged_back'],
  ['DUNNING_RECEIVED', 'unknown'],
  ['REFUND_DENIED', 'unknown'],
  ['received', 'unknown'],
  ['', 'unknown'],
  ['constructor', 'unknown'],
  ['__proto__', 'unknown'],
])('the status %s of Asaas means %s', async (rawStatus, status) => {
  expect(chargeStatus(rawStatus)).toBe(status);
  expect(await chargeFrom({ status: rawStatus })).toMatchObject({ status, cents: 1_000 });
});

test('every status of ours but two has a status of Asaas that maps back to it', () => {
  for (const status of ['pending', 'overdue', 'paid', 'refunded', 'charged_back'] as const)
    expect(new Set(rawStatusesOf(status).map(chargeStatus))).toEqual(new Set([status]));
  expect([...rawStatusesOf('cancelled'), ...rawStatusesOf('unknown')]).toEqual([]);
});

test('a deleted payment counts as cancelled, whatever its status', async () => {
  expect(await chargeFrom({ status: 'PENDING', deleted: true })).toMatchObject({ status: 'cancelled' });
});

test.each([
  ['half of it', [{ value: 5, status: 'DONE' }], 'paid', 500],
  ['all of it, pending', [{ value: 10, status: 'PENDING' }], 'refunded', 1_000],
  ['all of it, in parts', [{ value: 9.99 }, { value: 0.01 }], 'refunded', 1_000],
  ['nothing in the end', [{ value: 10, status: 'CANCELLED' }], 'paid', 0],
])(
  'RECEIVED with a refund of %s has the status that follows from the amount',
  async (_what, refunds, status, refundedCents) => {
    expect(await chargeFrom({ refunds })).toMatchObject({ status, refundedCents });
  },
);

test('REFUNDED without any listed refund counts as fully refunded', async () => {
  expect(await chargeFrom({ status: 'REFUNDED' })).toMatchObject({ refundedCents: 1_000 });
});

test.each([
  ['no amount', { value: undefined }],
  ['an amount as text', { value: '10.00' }],
  ['a negative amount', { value: -10 }],
  ['fractions of a cent', { value: 9.999 }],
  ['an amount beyond the maximum', { value: 1e300 }],
  ['no status', { status: undefined }],
  ['no id', { id: undefined }],
  ['a refund without amount', { refunds: [{ status: 'DONE' }] }],
])('a payment with %s is rejected as malformed', async (_what, payment) => {
  expect((await failureOf(chargeFrom(payment))).kind).toBe('malformed');
});

test.each([
  [10, 1_000],
  [0.29, 29],
  [1.1, 110],
  [4.35, 435],
  [99_999.99, 9_999_999],
  [0, 0],
])('%d reais are read as %i cents', async (value, cents) => {
  expect(await chargeFrom({ value })).toMatchObject({ cents });
});
