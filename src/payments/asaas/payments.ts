import { ProviderError } from '../provider.ts';
import type { AsaasHttp } from './http.ts';
import { chargeFrom, PaymentPage, PaymentResponse } from './responses.ts';

export interface AsaasPayments {
  /** @throws ProviderError `not_found` */
  get(asaasPaymentId: string): Promise<PaymentResponse>;
  /** Finds the payment of one of our payment ids or of a static code: the paid one if there are several. */
  find(key: 'externalReference' | 'pixQrCodeId', value: string): Promise<PaymentResponse | undefined>;
  /** Finds the payment of a charge; undefined for an unpaid static code. @throws ProviderError `not_found` */
  findByCharge(chargeId: string): Promise<PaymentResponse | undefined>;
  /** Yields all payments, newest first and without duplicates. */
  list(filter: { readonly externalReference?: string | undefined }): AsyncGenerator<PaymentResponse>;
}

const PAGE_SIZE = 100;

const isAsaasPaymentId = (chargeId: string): boolean => chargeId.startsWith('pay_');

export function createAsaasPayments(http: AsaasHttp): AsaasPayments {
  const readPage = (query: Readonly<Record<string, string | undefined>>) =>
    http.get('list payments', {
      path: '/payments',
      query: { ...query, limit: String(PAGE_SIZE) },
      schema: PaymentPage,
    });

  const get = (asaasPaymentId: string): Promise<PaymentResponse> =>
    http.get('read payment', { path: `/payments/${encodeURIComponent(asaasPaymentId)}`, schema: PaymentResponse });

  async function find(key: 'externalReference' | 'pixQrCodeId', value: string): Promise<PaymentResponse | undefined> {
    const { data } = await readPage({ [key]: value, offset: '0' });
    const matches = data.filter((payment) => payment[key] === value); // The provider's own filter is not relied on.
    return matches.find((payment) => chargeFrom(payment).status === 'paid') ?? matches[0];
  }

  return {
    get,
    find,
    async findByCharge(chargeId) {
      if (!/^[\x21-\x7e]{1,200}$/.test(chargeId)) throw new ProviderError('not_found', 'no such charge id');
      return isAsaasPaymentId(chargeId) ? get(chargeId) : find('pixQrCodeId', chargeId);
    },

    // New payments push the others to the next page, where they appear again.
    async *list(filter) {
      const seenIds = new Set<string>();
      for (let offset = 0; ; offset += PAGE_SIZE) {
        const { data, hasMore } = await readPage({ ...filter, offset: String(offset) });
        const newPayments = data.filter(({ id }) => !seenIds.has(id));
        for (const payment of newPayments) {
          seenIds.add(payment.id);
          yield payment;
        }
        if (!hasMore || data.length === 0) return;
      }
    },
  };
}
