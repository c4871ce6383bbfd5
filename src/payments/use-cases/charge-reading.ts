import type { Payment } from '#domain/payment/payment.ts';
import { type Intent, type IntentState, type IntentUpdate, payableUntil } from '../intent.ts';
import type { Charge } from '../port.ts';
import { isUnpaidStaticCode } from './charges.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The interval of the sweep. */
export const SWEEP_EVERY_MS = 10 * MINUTE;
/** Minimum interval of requests to the provider that a waiting buyer causes for one payment. */
export const ASK_EVERY_SECONDS = 15;
/**
 * A charge that the provider does not know counts as never made or deleted at this age; an ended one counts as closed.
 */
const CLOSED_AFTER_MS = DAY;
/** A chargeback is possible for months; after that a paid charge is not read again. */
const SETTLED_AFTER_MS = 400 * DAY;

/**
 * The result of reading a charge: the state of the payment, and the time of the next reading. The interval is an eighth
 * of the payment's age (at least ten minutes, or a day once it is paid), so that a payment needs some forty requests
 * altogether and not one every ten minutes. A waiting payment is also read at its end.
 */
export function intentUpdate(intent: Intent, charge: Charge | undefined, payment: Payment, at: Date): IntentUpdate {
  const state = stateOf(intent, charge, payment, at);
  return { state, at, dueAt: payment.takenBack === 'refunded' ? null : dueAt(state, intent, at) };
}

function stateOf(intent: Intent, charge: Charge | undefined, payment: Payment, at: Date): IntentState {
  if (payment.confirmed) return 'paid';
  if (payment.takenBack !== null) return 'taken_back';
  if (payment.isUnderpaid) return 'underpaid';
  const isOver = isLongAgo(lastPayableAt(intent, charge), at);
  return isOver || charge?.status === 'cancelled' ? 'closed' : 'open';
}

/**
 * The last instant at which the intent could be paid; null if it may be paid at any time. A static code cannot be paid
 * after it expires; a real charge that could not be cancelled may still be.
 */
function lastPayableAt({ createdAt, expiresAt }: Intent, charge: Charge | undefined): Date | null {
  if (!charge) return createdAt;
  return isUnpaidStaticCode(charge) ? expiresAt : null;
}

const isLongAgo = (instant: Date | null, now: Date): boolean =>
  instant !== null && now.getTime() - instant.getTime() > CLOSED_AFTER_MS;

function dueAt(state: IntentState, intent: Intent, at: Date): Date | null {
  const age = at.getTime() - intent.createdAt.getTime();
  const end = payableUntil(intent);
  const nextReading = (minimumMs: number): Date => new Date(at.getTime() + Math.max(minimumMs, age / 8));
  switch (state) {
    case 'open': {
      const next = nextReading(SWEEP_EVERY_MS);
      return at < end && end < next ? end : next;
    }
    case 'paid':
    case 'underpaid':
    case 'taken_back':
      return age > SETTLED_AFTER_MS ? null : nextReading(DAY);
    case 'closed':
      return null;
    default:
      return state satisfies never;
  }
}
