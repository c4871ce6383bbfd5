import type { RequestContext } from '#app/new-events.ts';
import type { ChargeReport, Payment } from '#domain/payment/payment.ts';
import { type PaymentIntent, payableUntil } from '../intent.ts';
import { type Charge, type ChargeStatus, ProviderError } from '../provider.ts';
import { findChargeById, findChargeByPayment, isChargeOf, isUnpaidStaticCode } from './find-charge.ts';
import type { ClaimPayment } from './claim-payment.ts';
import type { PaymentsPorts } from './ports.ts';
import { intentUpdate } from './intent-update.ts';

/** What a reading of a charge has led to. */
export interface ChargeReading {
  readonly payment: Payment;
  /** Tells whether the provider has a charge for the payment. */
  readonly hasChargeAtProvider: boolean;
  /** Tells whether this reading confirmed the payment. */
  readonly isNewlyConfirmed: boolean;
}

/**
 * Reads a charge again at its provider and applies all consequences; payments, refunds and chargebacks are recorded
 * nowhere else. Notifications, the recurring rereads, an administrator's run and a waiting buyer all lead here.
 * Idempotent.
 * @param chargeId the charge that a notification names; without it the intent's own charge is read
 * @returns null for a payment that nobody began here
 * @throws ProviderError · CommandNotDone
 */
export type RereadCharge = (
  paymentId: string,
  context: RequestContext,
  chargeId?: string | null,
) => Promise<ChargeReading | null>;

export function createRereadCharge(
  ports: Pick<PaymentsPorts, 'provider' | 'intents' | 'paymentCommands' | 'access' | 'clock' | 'newId' | 'warn'> & {
    readonly claimPayment: ClaimPayment;
  },
): RereadCharge {
  const { provider, intents, paymentCommands, access, claimPayment, clock, newId, warn } = ports;

  async function readCharge(intent: PaymentIntent, chargeId: string | null): Promise<Charge | undefined> {
    const id = chargeId ?? intent.chargeId;
    if (id !== null) return findChargeById(provider, id);
    const charge = await findChargeByPayment(provider, intent.paymentId);
    if (charge) await intents.recordCharge(intent.paymentId, charge);
    return charge;
  }

  /**
   * Cancels an unpaid charge whose time to pay has ended, because a later payer would not get access. If the provider
   * refuses, the charge stays as it is and is read again later.
   */
  async function cancelIfExpired(intent: PaymentIntent, charge: Charge): Promise<Charge> {
    const isUnpaid = charge.status === 'pending' || charge.status === 'overdue';
    if (!isUnpaid || isUnpaidStaticCode(charge) || clock() < payableUntil(intent)) return charge;
    try {
      return await provider.cancel(charge.chargeId);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      warn({ paymentId: intent.paymentId, err: error }, 'a charge past its time could not be cancelled');
      return charge;
    }
  }

  /** Records the provider's report of the charge. @param before the payment before the provider was asked */
  async function recordReport(intent: PaymentIntent, charge: Charge, before: Payment, context: RequestContext) {
    const { paymentId, priceCents } = intent;
    const { chargeId, cents } = charge;
    const [status, reversalBeforeReading] = [reportedStatusOf(charge.status), before.reversal];
    const report: ChargeReport = { provider: provider.name, chargeId, cents, status, reversalBeforeReading };
    const command = { type: 'RecordChargeReport', report, priceCents } as const;
    const outcome = await paymentCommands.handle(paymentId, command, { ...context, changeId: newId() });
    if (outcome.kind !== 'done') throw new Error(`RecordChargeReport on payment ${paymentId}: ${outcome.kind}`);
    return { payment: outcome.state, hasAppended: outcome.changed };
  }

  /** Claims a confirmed payment without a holder for its starter: the account or guest who began it, if any. */
  async function claimForStarter(intent: PaymentIntent, payment: Payment, context: RequestContext): Promise<Payment> {
    if (!payment.isConfirmed || payment.holder !== null || intent.user === null) return payment;
    return (await claimPayment(intent.paymentId, { to: intent.user, from: null, via: 'session' }, context)).payment;
  }

  return async (paymentId, context, chargeId = null) => {
    const intent = await intents.find(paymentId);
    if (!intent || intent.provider !== provider.name) return null;
    const before = await paymentCommands.currentState(paymentId);
    const providerCharge = await readCharge(intent, chargeId);
    const charge =
      providerCharge && isChargeOf(intent, providerCharge) ? await cancelIfExpired(intent, providerCharge) : undefined;
    if (providerCharge && !charge) warn({ paymentId }, 'the charge is another payment’s: nothing follows from it');
    const recorded = charge && (await recordReport(intent, charge, before, context));
    const hasAppended = recorded?.hasAppended ?? false;
    const payment = await claimForStarter(intent, recorded?.payment ?? before, context);
    if (payment.isUnderpaid && hasAppended) warn({ paymentId }, 'less than the price was paid');
    if (payment.paidCents !== null) await access.syncAccounts(paymentId, context);
    await intents.recordUpdate(paymentId, intentUpdate(intent, charge, payment, clock()));
    return {
      payment,
      hasChargeAtProvider: charge !== undefined,
      isNewlyConfirmed: hasAppended && payment.isConfirmed,
    };
  };
}

/** The status to record: nothing follows from a charge that is pending, overdue, cancelled, or of unknown status. */
function reportedStatusOf(status: ChargeStatus): ChargeReport['status'] {
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
