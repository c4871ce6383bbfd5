import type { Money, Payment } from '#domain/payment/payment.ts';
import { type Intent, payableUntil } from '../intent.ts';
import { type Charge, type ChargeStatus, ProviderError } from '../port.ts';
import { chargeById, chargeByReference, isChargeOf, isUnpaidStaticCode } from './charges.ts';
import type { Claims } from './claims.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';
import { intentUpdate } from './charge-reading.ts';

export interface CollectResult {
  readonly payment: Payment;
  /** Whether the provider has a charge for the payment. */
  readonly found: boolean;
  /** Whether this reading confirmed the payment. */
  readonly isNews: boolean;
}

/**
 * Reads a charge again at its provider and applies all consequences: money is only ever recorded here. Webhooks, the
 * sweep, an administrator's run and a waiting payer all call it, as often as they like.
 * @param chargeId the charge that a notification names; without it the intent's own charge is read
 * @returns null for a payment that nobody began here
 * @throws ProviderError · CommandNotDone
 */
export type Collect = (paymentId: string, call: PaymentCall, chargeId?: string | null) => Promise<CollectResult | null>;

export function createCollect(
  ports: Pick<PaymentsPorts, 'provider' | 'intents' | 'payments' | 'access' | 'clock' | 'newId' | 'warn'> & {
    readonly claims: Claims;
  },
): Collect {
  const { provider, intents, payments, access, claims, clock, newId, warn } = ports;

  async function chargeFor(intent: Intent, chargeId: string | null): Promise<Charge | undefined> {
    const id = chargeId ?? intent.providerId;
    if (id !== null) return chargeById(provider, id);
    const charge = await chargeByReference(provider, intent.paymentId);
    if (charge) await intents.noteCharge(intent.paymentId, charge);
    return charge;
  }

  /**
   * The charge after its payment's time: it is cancelled, because a later payer is not let in. If the provider refuses,
   * the charge stays as it is and is read again later.
   */
  async function ended(intent: Intent, charge: Charge): Promise<Charge> {
    const isUnpaid = charge.status === 'pending' || charge.status === 'overdue';
    if (!isUnpaid || isUnpaidStaticCode(charge) || clock() < payableUntil(intent)) return charge;
    try {
      return await provider.cancel(charge.providerId);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      warn({ paymentId: intent.paymentId, err: error }, 'a charge past its time could not be cancelled');
      return charge;
    }
  }

  /** The payment after recording the charge's money. @param known the payment before the provider was asked */
  async function noteMoney(intent: Intent, charge: Charge, known: Payment, call: PaymentCall) {
    const { paymentId, cents: price } = intent;
    const { providerId: chargeId, cents } = charge;
    const status = moneyOf(charge.status);
    const money: Money = { provider: provider.name, chargeId, cents, status, known: known.takenBack };
    const context = { ...call, changeId: newId() };
    const outcome = await payments.handle(paymentId, { type: 'NoteMoney', money, price }, context);
    if (outcome.kind !== 'done') throw new Error(`NoteMoney on payment ${paymentId}: ${outcome.kind}`);
    return { payment: outcome.state, changed: outcome.changed };
  }

  /** The payer's account gets the access, unless another holder has it already. */
  async function claimed(intent: Intent, payment: Payment, call: PaymentCall): Promise<Payment> {
    if (!payment.confirmed || payment.holder !== null || intent.user === null) return payment;
    return (await claims.claim(intent.paymentId, { to: intent.user, from: null, via: 'session' }, call)).payment;
  }

  return async (paymentId, call, chargeId = null) => {
    const intent = await intents.find(paymentId);
    if (!intent || intent.provider !== provider.name) return null;
    const known = await payments.current(paymentId);
    const read = await chargeFor(intent, chargeId);
    const charge = read && isChargeOf(intent, read) ? await ended(intent, read) : undefined;
    if (read && !charge) warn({ paymentId }, 'the charge is another payment’s: nothing follows from it');
    const noted = charge ? await noteMoney(intent, charge, known, call) : { payment: known, changed: false };
    const payment = await claimed(intent, noted.payment, call);
    if (payment.isUnderpaid && noted.changed) warn({ paymentId }, 'less than the price was paid');
    if (payment.cents !== null) await access.settle(paymentId, call);
    await intents.noteReading(paymentId, intentUpdate(intent, charge, payment, clock()));
    return { payment, found: charge !== undefined, isNews: noted.changed && payment.confirmed };
  };
}

/** Nothing follows from a charge that is pending, overdue, cancelled, or has an unknown status. */
function moneyOf(status: ChargeStatus): Money['status'] {
  switch (status) {
    case 'paid':
    case 'refunded':
    case 'charged_back':
      return status;
    case 'pending':
    case 'overdue':
    case 'cancelled':
    case 'unknown':
      return 'pending';
    default:
      return status satisfies never;
  }
}
