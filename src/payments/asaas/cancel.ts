import { type Charge, ProviderError } from '../port.ts';
import type { AsaasHttp } from './http.ts';
import type { Payments } from './payments.ts';
import { chargeFrom, DeletedReply } from './replies.ts';
import { unpaidCode } from './static-codes.ts';

/**
 * Deletes a payment that nobody has paid. Asaas refuses it for one that was paid; whatever it answers, the payment is read
 * again, and what is there counts.
 */
export function cancellations(http: AsaasHttp, payments: Payments): (handle: string) => Promise<Charge> {
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
