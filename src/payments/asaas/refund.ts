import { type Charge, ProviderError } from '../port.ts';
import type { AsaasHttp } from './http.ts';
import type { AsaasPayments } from './payments.ts';
import { chargeFrom, PaymentReply, DeletedReply } from './replies.ts';
import { unpaidCode } from './static-codes.ts';

/**
 * Refunds a payment, completely or in part. Refunding a completely refunded payment changes nothing; after an unclear
 * answer the payment is read once, and its state decides.
 */
export function refunds(
  http: AsaasHttp,
  payments: AsaasPayments,
): (handle: string, refund: { readonly cents?: number; readonly reason: string }) => Promise<Charge> {
  return async (handle, { cents, reason }) => {
    const payment = await payments.behind(handle);
    if (!payment) throw new ProviderError('rejected', 'refund: nothing was paid');
    const before = chargeFrom(payment);
    if (cents === undefined && before.status === 'refunded') return before;
    const left = before.cents - before.refundedCents;
    const wanted = cents ?? left;
    if (before.status !== 'paid') throw new ProviderError('rejected', `refund: while ${payment.status.slice(0, 40)}`);
    if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > left)
      throw new ProviderError('rejected', 'refund: not between a cent and what is left');
    const path = `/payments/${encodeURIComponent(payment.id)}/refund`;
    const body = { description: reason, ...(wanted === before.cents ? {} : { value: wanted / 100 }) };
    try {
      return chargeFrom(await http.post('refund', { path, body, reply: PaymentReply }));
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'ambiguous') throw error;
      const after = await payments.get(payment.id).then(chargeFrom, () => before);
      if (after.refundedCents < before.refundedCents + wanted) throw error;
      return after;
    }
  };
}

/**
 * Deletes an unpaid payment. Asaas refuses to delete a paid one; whatever it answers, the payment is read again, and
 * its state decides.
 */
export function cancellations(http: AsaasHttp, payments: AsaasPayments): (handle: string) => Promise<Charge> {
  return async (handle) => {
    const payment = await payments.behind(handle);
    if (!payment) return unpaidCode(handle);
    const before = chargeFrom(payment);
    if (before.status === 'cancelled') return before;
    if (before.status !== 'pending' && before.status !== 'overdue')
      throw new ProviderError('rejected', `cancel: while ${payment.status.slice(0, 40)}`);
    try {
      const path = `/payments/${encodeURIComponent(payment.id)}`;
      await http.delete('cancel', { path, reply: DeletedReply });
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'ambiguous') throw error;
    }
    return chargeFrom(await payments.get(payment.id));
  };
}
