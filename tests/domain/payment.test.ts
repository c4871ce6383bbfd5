import type { AccountOrGuest } from '#domain/account/account.ts';
import {
  decidePayment,
  emptyPayment,
  evolvePayment,
  isPaymentEventType,
  type ChargeReport,
  type Payment,
  type PaymentCommand,
  type PaymentEvent,
} from '#domain/payment/payment.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const PRICE = 1_000;
const charge = { provider: 'asaas', chargeId: 'pay_1', cents: 1_000 };
const confirmed: PaymentEvent = { type: 'PaymentConfirmed', data: charge };
const refunded: PaymentEvent = { type: 'PaymentRefunded', data: charge };
const chargedBack: PaymentEvent = { type: 'PaymentChargedBack', data: charge };
const guest: AccountOrGuest = { kind: 'guest', userId: 'visita' };
const ana: AccountOrGuest = { kind: 'account', userId: 'ana' };
const bia: AccountOrGuest = { kind: 'account', userId: 'bia' };
const claimed = (
  from: AccountOrGuest | null,
  to: AccountOrGuest,
  via: 'browser' | 'joining' | 'receipt_code' = 'browser',
) => ({ type: 'PaymentClaimed', data: { from, to, via } }) as const;

const paymentAfter = (...events: readonly PaymentEvent[]): Payment => events.reduce(evolvePayment, emptyPayment);
const noteStatus = (state: Payment, report: Partial<ChargeReport>) =>
  decidePayment(state, {
    type: 'RecordChargeReport',
    priceCents: PRICE,
    report: { ...charge, status: 'paid', reversalBeforeReading: null, ...report },
  });
const claim = (state: Payment, command: Partial<Extract<PaymentCommand, { type: 'Claim' }>>) =>
  decidePayment(state, { type: 'Claim', to: ana, from: null, via: 'session', ...command });

describe('the status reported by the provider', () => {
  test('is recorded once, however often it arrives', () => {
    expect(noteStatus(emptyPayment, {})).toEqual([confirmed]);
    expect(noteStatus(paymentAfter(confirmed), {})).toEqual([]);
    expect(noteStatus(paymentAfter(confirmed), { status: 'refunded' })).toEqual([refunded]);
    expect(noteStatus(paymentAfter(confirmed, refunded), { status: 'refunded' })).toEqual([]);
    expect(noteStatus(paymentAfter(confirmed), { status: 'charged_back' })).toEqual([chargedBack]);
    expect(noteStatus(paymentAfter(confirmed, chargedBack), { status: 'charged_back' })).toEqual([]);
  });

  test('is not recorded while the payment is pending', () => {
    expect(noteStatus(emptyPayment, { status: 'pending' })).toEqual([]);
    expect(noteStatus(paymentAfter(confirmed), { status: 'pending' })).toEqual([]);
  });

  test('is final when it is a refund, even if that arrives first', () => {
    expect(noteStatus(emptyPayment, { status: 'refunded' })).toEqual([refunded]);
    expect(noteStatus(paymentAfter(refunded), {})).toEqual([]);
    expect(noteStatus(paymentAfter(confirmed, refunded), { reversalBeforeReading: 'refunded' })).toEqual([]);
    expect(noteStatus(paymentAfter(confirmed, refunded), { status: 'charged_back' })).toEqual([]);
    expect(noteStatus(paymentAfter(confirmed, chargedBack), { status: 'refunded' })).toEqual([refunded]);
  });

  test('confirms a payment again after a won chargeback, but not from an answer from before the chargeback', () => {
    expect(noteStatus(paymentAfter(confirmed, chargedBack), { reversalBeforeReading: 'charged_back' })).toEqual([
      confirmed,
    ]);
    expect(paymentAfter(confirmed, chargedBack, confirmed)).toMatchObject({ isConfirmed: true, reversal: null });
    expect(noteStatus(paymentAfter(confirmed, chargedBack), { reversalBeforeReading: null })).toEqual([]);
    expect(noteStatus(paymentAfter(chargedBack), { reversalBeforeReading: null })).toEqual([]);
  });

  test('confirms an amount of at least the price and no smaller one', () => {
    const isUnderpaid = { type: 'PaymentAmountRefused', data: { ...charge, cents: 999, price: PRICE } } as const;
    expect(noteStatus(emptyPayment, { cents: 999 })).toEqual([isUnderpaid]);
    expect(noteStatus(paymentAfter(isUnderpaid), { cents: 999 })).toEqual([]);
    expect(noteStatus(paymentAfter(isUnderpaid), { cents: 1_001 })).toEqual([
      { type: 'PaymentConfirmed', data: { ...charge, cents: 1_001 } },
    ]);
  });
});

describe('a claim of a payment', () => {
  test('gives a confirmed payment to the first person who claims it', () => {
    expect(claim(paymentAfter(confirmed), {})).toEqual([
      { type: 'PaymentClaimed', data: { from: null, to: ana, via: 'session' } },
    ]);
    expect(claim(paymentAfter(confirmed, claimed(null, ana)), {})).toEqual([]);
    expect(claim(paymentAfter(confirmed, claimed(null, ana)), { to: bia })).toEqual({
      refusal: 'payment_held',
      by: ana,
    });
  });

  test('is refused without a confirmed payment', () => {
    expect(claim(emptyPayment, {})).toEqual({ refusal: 'payment_not_confirmed' });
    expect(claim(paymentAfter(confirmed, refunded), {})).toEqual({ refusal: 'payment_not_confirmed' });
  });

  test('moves the payment from the named guest, and from nobody else', () => {
    const held = paymentAfter(confirmed, claimed(null, guest));
    expect(claim(held, {})).toEqual({ refusal: 'payment_held', by: guest });
    expect(claim(held, { from: 'outra visita' })).toEqual({ refusal: 'payment_held', by: guest });
    expect(claim(held, { from: 'visita', via: 'joining' })).toEqual([claimed(guest, ana, 'joining')]);
  });

  test('is refused while an account holds the payment, even if the claim names that account as the former holder', () => {
    const held = paymentAfter(confirmed, claimed(null, ana));
    expect(claim(held, { to: bia, from: 'ana', via: 'joining' })).toEqual({ refusal: 'payment_held', by: ana });
  });

  test('with a receipt code moves the payment once', () => {
    const used = paymentAfter(confirmed, claimed(null, guest), claimed(guest, ana, 'receipt_code'));
    expect(claim(used, { to: bia, from: 'ana', via: 'receipt_code' })).toEqual({ refusal: 'receipt_code_used' });
    expect(claim(used, { via: 'receipt_code' })).toEqual([]);
  });

  test('uses up the receipt code even if the caller has the payment already', () => {
    const held = paymentAfter(confirmed, claimed(null, guest), claimed(guest, ana));
    expect(held.guestId).toBe('visita');
    expect(claim(held, { via: 'receipt_code' })).toEqual([claimed(ana, ana, 'receipt_code')]);
    expect(claim(held, { to: bia, from: 'ana', via: 'receipt_code' })).toEqual({ refusal: 'payment_held', by: ana });
  });

  test('moves a charged-back payment with the guest who signs in, and in no other case', () => {
    const held = paymentAfter(confirmed, claimed(null, guest), chargedBack);
    expect(claim(held, { from: 'visita', via: 'joining' })).toEqual([claimed(guest, ana, 'joining')]);
    expect(claim(held, { from: 'visita', via: 'verified_email' })).toEqual({ refusal: 'payment_not_confirmed' });
    expect(claim(held, { from: 'outra visita', via: 'joining' })).toEqual({ refusal: 'payment_not_confirmed' });
    expect(claim(paymentAfter(confirmed, refunded), { from: 'visita', via: 'joining' })).toEqual({
      refusal: 'payment_not_confirmed',
    });
  });
});

test('the reported statuses of a payment lead to the same state in any order and number, and confirm it at most once', () => {
  const RANK = ['pending', 'paid', 'charged_back', 'refunded'] as const;
  const cents = fc.constantFrom(PRICE - 1, PRICE, PRICE + 1);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...RANK), { maxLength: 12 }), cents, (statuses, amount) => {
      const events: PaymentEvent[] = [];
      let state = emptyPayment;
      for (const status of statuses) {
        const decision = noteStatus(state, { status, cents: amount });
        if (!Array.isArray(decision)) throw new Error('refused');
        events.push(...(decision as readonly PaymentEvent[]));
        state = paymentAfter(...events);
        expect(noteStatus(state, { status, cents: amount })).toEqual([]);
      }
      const worst = RANK.findLast((status) => statuses.includes(status)) ?? 'pending';
      expect(state).toMatchObject({
        isConfirmed: worst === 'paid' && amount >= PRICE,
        isUnderpaid: worst === 'paid' && amount < PRICE,
        reversal: { pending: null, paid: null, charged_back: 'charged_back', refunded: 'refunded' }[worst],
        paidCents: worst === 'pending' ? null : amount,
      });
      expect(events.filter(({ type }) => type === 'PaymentConfirmed').length).toBeLessThanOrEqual(1);
    }),
    runs(200),
  );
});

test('a payment remembers each of its former holders once', () => {
  const { holder, holders } = paymentAfter(
    confirmed,
    claimed(null, guest),
    claimed(guest, ana),
    refunded,
    claimed(null, guest),
  );
  expect(holders).toEqual(['visita', 'ana']);
  expect(holder).toEqual(guest);
});

test('a payment recognises its own event types and no other word', () => {
  expect([confirmed, refunded, chargedBack].every(({ type }) => isPaymentEventType(type))).toBe(true);
  expect(['AccountRegistered', 'toString', ''].some(isPaymentEventType)).toBe(false);
});
