import { type Charge, type NewCharge, ProviderError } from '../provider.ts';
import type { AsaasHttp } from './http.ts';
import type { AsaasPayments } from './payments.ts';
import {
  chargeFrom,
  codeFrom,
  CreationResponse,
  PaymentResponse,
  QrCodeResponse,
  endOfDay,
  localDate,
} from './responses.ts';

/**
 * Creates charges in the name of a payer, who has to give a CPF or CNPJ, which is passed on and not stored. An existing
 * charge of the same payment is reused.
 */
export function createPixChargeFactory(
  http: AsaasHttp,
  asaasPayments: AsaasPayments,
): (charge: NewCharge) => Promise<Charge> {
  /** A superfluous customer record does no harm: after an unknown outcome it is enough that nothing was charged. */
  async function createCustomer({ paymentId, payer: { name, email, taxId: cpfCnpj } }: NewCharge): Promise<string> {
    const body = { name, email, cpfCnpj, externalReference: paymentId, notificationDisabled: true };
    try {
      return (await http.post('create customer', { path: '/customers', body, reply: CreationResponse })).id;
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'ambiguous')
        throw new ProviderError('unavailable', 'create customer: no clear answer, nothing charged');
      throw error;
    }
  }

  async function createPayment(charge: NewCharge): Promise<PaymentResponse> {
    const { paymentId, cents, description, dueDate } = charge;
    const body = {
      customer: await createCustomer(charge),
      billingType: 'PIX',
      value: cents / 100,
      dueDate: localDate(dueDate),
      description,
      externalReference: paymentId,
    };
    try {
      return await http.post('create payment', { path: '/payments', body, reply: PaymentResponse });
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'ambiguous') throw error;
      const existing = await asaasPayments.find('externalReference', paymentId).catch(() => undefined);
      if (!existing) throw error;
      return existing;
    }
  }

  return async (charge) => {
    if (!charge.payer.taxId) throw new ProviderError('rejected', 'create payment: no CPF or CNPJ');
    const payment = (await asaasPayments.find('externalReference', charge.paymentId)) ?? (await createPayment(charge));
    const result = chargeFrom(payment);
    if (result.status !== 'pending' && result.status !== 'overdue') return result;
    const path = `/payments/${encodeURIComponent(payment.id)}/pixQrCode`;
    const code = codeFrom(await http.get('read PIX code', { path, schema: QrCodeResponse }));
    return { ...result, expiresAt: endOfDay(localDate(charge.dueDate)), ...code };
  };
}
