import type { Payment } from '#domain/payment/payment.ts';
import { type Intent, type IntentState, type IntentUpdate, payableUntil } from '../intent.ts';
import type { Charge } from '../port.ts';
import { isUnpaidCode } from './charges.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The sweep's own pace. */
export const SWEEP_EVERY_MS = 10 * MINUTE;
/** Whoever waits for their payment makes us ask the provider about it no more often. */
export const ASK_EVERY_SECONDS = 15;
/** After this long a charge that the provider does not know was never made, or is gone; one that has ended, is over. */
const OVER_AFTER_MS = DAY;
/** Money can be demanded back for months; after that a paid charge is left alone. */
const SETTLED_AFTER_MS = 400 * DAY;

/**
 * What to note after a charge was read: what has become of the payment, and when to look again. The older it is, the
 * rarer: an eighth of its age later (after ten minutes at the earliest, or a day where it is paid), so that a payment costs
 * some forty questions in its whole life and not one every ten minutes. One that waits is looked at as it ends, too.
 */
export function readingOf(intent: Intent, charge: Charge | undefined, payment: Payment, at: Date): IntentUpdate {
  const state = stateOf(intent, charge, payment, at);
  return { state, at, dueAt: payment.takenBack === 'refunded' ? null : dueAt(state, intent, at) };
}

function stateOf(intent: Intent, charge: Charge | undefined, payment: Payment, at: Date): IntentState {
  if (payment.confirmed) return 'paid';
  if (payment.takenBack !== null) return 'taken_back';
  if (payment.tooLittle) return 'underpaid';
  const isOver = isLongAgo(endOf(intent, charge), at);
  return isOver || charge?.status === 'cancelled' ? 'closed' : 'open';
}

/**
 * When it could last be paid. A code behind which there is no payment (nothing is known of it, not even an amount) cannot
 * be paid after its time; of a real charge that could not be cancelled money may come for ever.
 */
function endOf({ createdAt, expiresAt }: Intent, charge: Charge | undefined): Date | null {
  if (!charge) return createdAt;
  return isUnpaidCode(charge) ? expiresAt : null;
}

const isLongAgo = (instant: Date | null, now: Date): boolean =>
  instant !== null && now.getTime() - instant.getTime() > OVER_AFTER_MS;

function dueAt(state: IntentState, intent: Intent, at: Date): Date | null {
  const age = at.getTime() - intent.createdAt.getTime();
  const end = payableUntil(intent);
  const later = (least: number): Date => new Date(at.getTime() + Math.max(least, age / 8));
  switch (state) {
    case 'open': {
      const next = later(SWEEP_EVERY_MS);
      return at < end && end < next ? end : next;
    }
    case 'paid':
    case 'underpaid':
    case 'taken_back':
      return age > SETTLED_AFTER_MS ? null : later(DAY);
    case 'closed':
      return null;
    default:
      return state satisfies never;
  }
}
