import { type Charge, type NewCharge, ProviderError } from '../port.ts';
import type { AsaasHttp } from './http.ts';
import type { AsaasPayments } from './payments.ts';
import { chargeFrom, codeFrom, CreatedReply, PaymentReply, QrCodeReply } from './replies.ts';
import { endOfDay, localDate } from './sao-paulo-time.ts';

/**
 * Makes charges in the name of a payer, who has to give a CPF or CNPJ, which is passed on and not stored. An existing
 * charge of the same reference is reused.
 */
export function pixCharges(http: AsaasHttp, payments: AsaasPayments): (charge: NewCharge) => Promise<Charge> {
  /** A superfluous customer record does no harm: after an unclear answer it is enough that nothing was charged. */
  async function customerOf({ reference, payer: { name, email, taxId: cpfCnpj } }: NewCharge): Promise<string> {
    const body = { name, email, cpfCnpj, externalReference: reference, notificationDisabled: true };
    try {
      return (await http.post('create customer', { path: '/customers', body, reply: CreatedReply })).id;
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'ambiguous')
        throw new ProviderError('unavailable', 'create customer: no clear answer, nothing charged');
      throw error;
    }
  }

  async function make(charge: NewCharge): Promise<PaymentReply> {
    const { reference, cents, description, dueDate } = charge;
    const body = {
      customer: await customerOf(charge),
      billingType: 'PIX',
      value: cents / 100,
      dueDate: localDate(dueDate),
      description,
      externalReference: reference,
    };
    try {
      return await http.post('create payment', { path: '/payments', body, reply: PaymentReply });
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'ambiguous') throw error;
      const made = await payments.find('externalReference', reference).catch(() => undefined);
      if (!made) throw error;
      return made;
    }
  }

  return async (charge) => {
    if (!charge.payer.taxId) throw new ProviderError('rejected', 'create payment: no CPF or CNPJ');
    const payment = (await payments.find('externalReference', charge.reference)) ?? (await make(charge));
    const told = chargeFrom(payment);
    if (told.status !== 'pending' && told.status !== 'overdue') return told;
    const path = `/payments/${encodeURIComponent(payment.id)}/pixQrCode`;
    const code = codeFrom(await http.get('read PIX code', { path, reply: QrCodeReply }));
    return { ...told, expiresAt: endOfDay(localDate(charge.dueDate)), ...code };
  };
}
