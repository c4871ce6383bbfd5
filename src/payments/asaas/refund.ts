import { type Charge, ProviderError } from '../port.ts';
import type { AsaasHttp } from './http.ts';
import type { AsaasPayments } from './payments.ts';
import { chargeFrom, PaymentResponse, DeletionResponse } from './responses.ts';
import { unpaidCharge } from './static-codes.ts';

/**
 * Refunds a payment, completely or in part. Refunding a completely refunded payment changes nothing; after an
 * unknown outcome the payment is read once, and its state decides.
 */
export function createRefund(
  http: AsaasHttp,
  payments: AsaasPayments,
): (chargeId: string, refund: { readonly cents?: number; readonly reason: string }) => Promise<Charge> {
  return async (chargeId, { cents, reason }) => {
    const payment = await payments.findByCharge(chargeId);
    if (!payment) throw new ProviderError('rejected', 'refund: nothing was paid');
    const charge = chargeFrom(payment);
    if (cents === undefined && charge.status === 'refunded') return charge;
    const remainingCents = charge.cents - charge.refundedCents;
    const refundCents = cents ?? remainingCents;
    if (charge.status !== 'paid') throw new ProviderError('rejected', `refund: while ${payment.status.slice(0, 40)}`);
    if (!Number.isSafeInteger(refundCents) || refundCents < 1 || refundCents > remainingCents)
      throw new ProviderError('rejected', 'refund: not between a cent and what is left');
    const path = `/payments/${encodeURIComponent(payment.id)}/refund`;
    const body = { description: reason, ...(refundCents === charge.cents ? {} : { value: refundCents / 100 }) };
    try {
      return chargeFrom(await http.post('refund', { path, body, reply: PaymentResponse }));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'ambiguous') throw error;
      const chargeAfter = await payments.get(payment.id).then(chargeFrom, () => charge);
      if (chargeAfter.refundedCents < charge.refundedCents + refundCents) throw error;
      return chargeAfter;
    }
  };
}

/**
 * Deletes an unpaid payment. Asaas refuses to delete a paid one; whatever the response, the payment is read again,
 * and its state decides.
 */
export function createCancel(http: AsaasHttp, payments: AsaasPayments): (handle: string) => Promise<Charge> {
  return async (chargeId) => {
    const payment = await payments.findByCharge(chargeId);
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
    return chargeFrom(await payments.get(payment.id));
  };
}
