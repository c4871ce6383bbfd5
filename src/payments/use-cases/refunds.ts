import type { RequestContext } from '#app/new-events.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { PaymentIntents } from '../intent.ts';
import { type PaymentProvider, ProviderError } from '../provider.ts';
import type { Payments } from './payments.ts';
import type { AdminRecord } from '#app/admin/admin-record.ts';

/** Refunds, which the buyer may request within seven days (CDC, art. 49). */
export interface Refunds {
  /**
   * Refunds the whole payment. `requested`: the provider has accepted it and not carried it out yet. `rejected`: the
   * provider has refused it. `not_paid`: there is nothing to refund. `not_possible`: the provider cannot refund, or
   * there is no charge. `payment_unknown`: nobody began this payment here.
   * @throws ProviderError when the outcome is unknown: a retry is safe, because the provider refunds once
   */
  refund(
    paymentId: string,
    reason: string,
    context: RequestContext,
  ): Promise<'refunded' | 'requested' | 'rejected' | 'not_paid' | 'not_possible' | 'payment_unknown'>;
}

interface Ports {
  readonly provider: Pick<PaymentProvider, 'capabilities' | 'refund'>;
  readonly intents: Pick<PaymentIntents, 'find'>;
  readonly currentPayment: (paymentId: string) => Promise<Payment>;
  readonly payments: Pick<Payments, 'rereadCharge'>;
  readonly adminRecord: AdminRecord;
}

export function createRefunds({ provider, intents, currentPayment, payments, adminRecord }: Ports): Refunds {
  return {
    async refund(paymentId, reason, context) {
      const intent = await intents.find(paymentId);
      if (!intent) return 'payment_unknown';
      if (!provider.capabilities.canRefund || intent.chargeId === null) return 'not_possible';
      if (!(await currentPayment(paymentId)).isConfirmed) return 'not_paid';
      const causationId = await adminRecord.append({ type: 'RefundRequested', data: { paymentId, reason } }, context);
      try {
        await provider.refund(intent.chargeId, reason);
      } catch (error) {
        if (error instanceof ProviderError && error.kind === 'rejected') return 'rejected';
        throw error;
      }
      const reading = await payments.rereadCharge(paymentId, { ...context, causationId });
      return reading?.payment.reversal === 'refunded' ? 'refunded' : 'requested';
    },
  };
}
