import { ProviderError } from '../port.ts';
import type { AsaasHttp } from './http.ts';
import { chargeFrom, PaymentPage, PaymentReply } from './replies.ts';

export interface AsaasPayments {
  /** @throws ProviderError `not_found` */
  get(paymentId: string): Promise<PaymentReply>;
  /** The payment that counts among those that share a reference or a static code; undefined without one. */
  find(by: 'externalReference' | 'pixQrCodeId', value: string): Promise<PaymentReply | undefined>;
  /** The payment of a charge's handle; undefined for an unpaid static code. @throws ProviderError `not_found` */
  behind(handle: string): Promise<PaymentReply | undefined>;
  /** All payments, newest first and without duplicates. */
  all(filter: { readonly externalReference?: string | undefined }): AsyncGenerator<PaymentReply>;
}

const PAGE = 100;

const isPaymentId = (handle: string): boolean => handle.startsWith('pay_');

export function createPayments(http: AsaasHttp): AsaasPayments {
  const page = (query: Readonly<Record<string, string | undefined>>) =>
    http.get('list payments', { path: '/payments', query: { ...query, limit: String(PAGE) }, reply: PaymentPage });

  const get = (paymentId: string): Promise<PaymentReply> =>
    http.get('read payment', { path: `/payments/${encodeURIComponent(paymentId)}`, reply: PaymentReply });

  async function find(by: 'externalReference' | 'pixQrCodeId', value: string): Promise<PaymentReply | undefined> {
    const { data } = await page({ [by]: value, offset: '0' });
    const mine = data.filter((payment) => payment[by] === value); // The filter of the provider is not relied on.
    return mine.find((payment) => chargeFrom(payment).status === 'paid') ?? mine[0];
  }

  return {
    get,
    find,
    async behind(handle) {
      if (!/^[\x21-\x7e]{1,200}$/.test(handle)) throw new ProviderError('not_found', 'no such handle');
      return isPaymentId(handle) ? get(handle) : find('pixQrCodeId', handle);
    },

    // New payments push the others to the next page, where they appear again.
    async *all(filter) {
      const seen = new Set<string>();
      for (let offset = 0; ; offset += PAGE) {
        const { data, hasMore } = await page({ ...filter, offset: String(offset) });
        const fresh = data.filter(({ id }) => !seen.has(id));
        for (const payment of fresh) {
          seen.add(payment.id);
          yield payment;
        }
        if (!hasMore || data.length === 0) return;
      }
    },
  };
}
