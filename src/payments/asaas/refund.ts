import { type Charge, ProviderError } from '../provider.ts';
import type { AsaasHttp } from './http.ts';
import type { AsaasPayments } from './payments.ts';
import { chargeFrom, PaymentResponse, DeletionResponse } from './responses.ts';
import { unpaidCharge } from './static-codes.ts';

/**
 * Refunds a payment, or what is left of it after a partial refund on the provider's own pages. Refunding a completely
 * refunded payment changes nothing; after an unknown outcome the payment is read once, and its state decides.
 */
export function createRefund(
  http: AsaasHttp,
  asaasPayments: AsaasPayments,
): (chargeId: string, reason: string) => Promise<Charge> {
  return async (chargeId, reason) => {
    const payment = await asaasPayments.findByCharge(chargeId);
    if (!payment) throw new ProviderError('rejected', 'refund: nothing was paid');
    const charge = chargeFrom(payment);
    if (charge.status === 'refunded') return charge;
    if (charge.status !== 'paid') throw new ProviderError('rejected', `refund: while ${payment.status.slice(0, 40)}`);
    const path = `/payments/${encodeURIComponent(payment.id)}/refund`;
    const remainingCents = charge.cents - charge.refundedCents;
    const body = {
      description: reason,
      ...(charge.refundedCents === 0 ? {} : { value: remainingCents / 100 }),
    };
    try {
      return chargeFrom(await http.post('refund', { path, body, reply: PaymentResponse }));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'ambiguous') throw error;
      const chargeAfter = await asaasPayments.get(payment.id).then(chargeFrom, () => charge);
      if (chargeAfter.refundedCents < charge.cents) throw error;
      return chargeAfter;
    }
  };
}

/**
 * Deletes an unpaid payment. Asaas refuses to delete a paid one; whatever the response, the payment is read again,
 * and its state decides.
 */
export function createCancel(http: AsaasHttp, asaasPayments: AsaasPayments): (chargeId: string) => Promise<Charge> {
  return async (chargeId) => {
    const payment = await asaasPayments.findByCharge(chargeId);
    if (!payment) return unpaidCharge(chargeId);
    const charge = chargeFrom(payment);
    if (charge.status === 'cancelled') return charge;
    if (charge.status !== 'pending' && charge.status !== 'overdue')
      throw new ProviderError('rejected', `cancel: while ${payment.status.slice(0, 40)}`);
    try {
      const path = `/payments/${encodeURIComponent(payment.id)}`;
      await http.delete('cancel', { path, reply: DeletionResponse });
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'ambiguous') throw error;
    }
    return chargeFrom(await asaasPayments.get(payment.id));
  };
}
