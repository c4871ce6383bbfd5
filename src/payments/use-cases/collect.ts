import type { Money, Payment } from '#domain/payment/payment.ts';
import { type Intent, payableUntil } from '../intent.ts';
import { type Charge, type ChargeStatus, ProviderError } from '../port.ts';
import { chargeById, chargeByReference, isChargeOf, isUnpaidCode } from './charges.ts';
import type { Claims } from './claims.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';
import { readingOf } from './reading.ts';

export interface CollectResult {
  readonly payment: Payment;
  /** The provider has a charge for it. */
  readonly found: boolean;
  /** This reading confirmed it. */
  readonly isNews: boolean;
}

/**
 * Reads a charge again at its provider and draws all consequences: the only way by which money is believed. Webhooks,
 * the sweep, an administrator's run and the impatient payer all end here; as often as they like.
 * @param chargeId the charge that a notice named, where that is not the one we know
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
   * The charge after its payment's time: cancelled, for whoever pays it later is let in nowhere. A provider that does not
   * want to is not asked into saying yes: the charge stays as it is and is looked at again.
   */
  async function ended(intent: Intent, charge: Charge): Promise<Charge> {
    const isUnpaid = charge.status === 'pending' || charge.status === 'overdue';
    if (!isUnpaid || isUnpaidCode(charge) || clock() < payableUntil(intent)) return charge;
    try {
      return await provider.cancel(charge.providerId);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      warn({ paymentId: intent.paymentId, err: error }, 'a charge past its time could not be cancelled');
      return charge;
    }
  }

  /** The payment after what the charge says of its money. `known`: as it was before the provider was asked. */
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

  /** Who was signed in while paying has the access, unless somebody else has it already. */
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
    if (payment.tooLittle && noted.changed) warn({ paymentId }, 'less than the price was paid');
    if (payment.cents !== null) await access.settle(paymentId, call);
    await intents.noteReading(paymentId, readingOf(intent, charge, payment, clock()));
    return { payment, found: charge !== undefined, isNews: noted.changed && payment.confirmed };
  };
}

/** Nothing follows from a charge that waits, is late, was cancelled, or says what we do not know. */
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
