import type { Payment } from '#domain/payment/payment.ts';
import { type PaymentIntent, type IntentState, type IntentUpdate, payableUntil } from '../intent.ts';
import type { Charge } from '../provider.ts';
import { isUnpaidStaticCode } from './find-charge.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The interval at which due charges are read again. */
export const REREAD_EVERY_MS = 10 * MINUTE;
/** The minimum interval of readings that a waiting buyer causes for one payment. */
export const MIN_READING_INTERVAL_SECONDS = 15;
/** The age at which an intent without a charge, or with an expired one, counts as closed. */
const CLOSE_AFTER_MS = DAY;
/** A chargeback is possible for months; beyond this age a paid charge is not read again. */
const CHARGEBACK_LIMIT_MS = 400 * DAY;

/**
 * Computes the state that follows from a reading of the charge, and the time of the next reading. The interval is an
 * eighth of the payment's age (at least ten minutes, or a day once it is paid), so that a payment needs some forty
 * requests altogether and not one every ten minutes. An open payment is also read when its time ends.
 */
export function intentUpdate(
  intent: PaymentIntent,
  charge: Charge | undefined,
  payment: Payment,
  now: Date,
): IntentUpdate {
  const state = stateOf(intent, charge, payment, now);
  return {
    state,
    readAt: now,
    nextReadingAt: payment.reversal === 'refunded' ? null : computeNextReading(state, intent, now),
  };
}

function stateOf(intent: PaymentIntent, charge: Charge | undefined, payment: Payment, now: Date): IntentState {
  if (payment.isConfirmed) return 'paid';
  if (payment.reversal !== null) return 'taken_back';
  if (payment.isUnderpaid) return 'underpaid';
  const isOver = isLongAgo(lastPayableAt(intent, charge), now);
  return isOver || charge?.status === 'cancelled' ? 'closed' : 'open';
}

/**
 * The last instant at which the intent could be paid; null if it may be paid at any time. A static code cannot be paid
 * after it expires; a real charge that could not be cancelled may still be.
 */
function lastPayableAt({ createdAt, expiresAt }: PaymentIntent, charge: Charge | undefined): Date | null {
  if (!charge) return createdAt;
  return isUnpaidStaticCode(charge) ? expiresAt : null;
}

const isLongAgo = (instant: Date | null, now: Date): boolean =>
  instant !== null && now.getTime() - instant.getTime() > CLOSE_AFTER_MS;

function computeNextReading(state: IntentState, intent: PaymentIntent, at: Date): Date | null {
  const age = at.getTime() - intent.createdAt.getTime();
  const end = payableUntil(intent);
  const readingAfter = (minimumMs: number): Date => new Date(at.getTime() + Math.max(minimumMs, age / 8));
  switch (state) {
    case 'open': {
      const next = readingAfter(REREAD_EVERY_MS);
      return at < end && end < next ? end : next;
    }
    case 'paid':
    case 'underpaid':
    case 'taken_back':
      return age > CHARGEBACK_LIMIT_MS ? null : readingAfter(DAY);
    case 'closed':
      return null;
    default:
      return state satisfies never;
  }
}
