import { type Charge, type NewCharge, type PaymentProvider, ProviderError } from '../provider.ts';
import { createCancel, createRefund } from './refund.ts';
import { createAsaasHttp } from './http.ts';
import { createAsaasPayments } from './payments.ts';
import { createPixChargeFactory } from './pix-charges.ts';
import { chargeFrom, PaymentPage } from './responses.ts';
import { createStaticCodeFactory, unpaidCharge } from './static-codes.ts';
import { createNotificationParser } from './webhook.ts';

export interface AsaasOptions {
  /** The base address of the API with its version, such as https://api.asaas.com/v3. */
  readonly url: string;
  readonly apiKey: string;
  readonly webhookToken: string;
  /** The account's PIX key, for static codes; undefined for charges in the payer's name, who gives a CPF or CNPJ. */
  readonly pixKey: string | undefined;
  readonly clock: () => Date;
  /** Timeout of each request, response included, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * Adapter for Asaas, API v3. The id of a charge is that of its static code, paid or not, or else that of its payment;
 * both work in `getCharge`, `refund` and `cancel`. An unpaid static code has no payment id of ours and no amount, and
 * cannot be told from an id that was never issued.
 */
export function createAsaas({
  url,
  apiKey,
  webhookToken,
  pixKey,
  clock,
  timeoutMs = 10_000,
}: AsaasOptions): PaymentProvider {
  const http = createAsaasHttp({ url, apiKey, timeoutMs });
  const asaasPayments = createAsaasPayments(http);
  const create =
    pixKey === undefined
      ? createPixChargeFactory(http, asaasPayments)
      : createStaticCodeFactory({ http, asaasPayments, pixKey, clock });

  return {
    name: 'asaas',
    capabilities: { needsTaxId: pixKey === undefined, canRefund: true, canSimulate: false },
    createPixCharge: shareConcurrentCalls(create),

    async getCharge(chargeId) {
      const payment = await asaasPayments.findByCharge(chargeId);
      return payment ? chargeFrom(payment) : unpaidCharge(chargeId);
    },

    async *listCharges({ paymentId }) {
      for await (const payment of asaasPayments.list({ externalReference: paymentId })) {
        const charge = chargeFrom(payment);
        if (paymentId === undefined || charge.paymentId === paymentId) yield charge;
      }
    },

    refund: createRefund(http, asaasPayments),
    cancel: createCancel(http, asaasPayments),
    parseNotification: createNotificationParser(webhookToken),

    async health() {
      await http.get('health', { path: '/payments', query: { limit: '1' }, schema: PaymentPage });
    },
  };
}

/** Concurrent requests for the same payment share one result, so that only one charge is created. */
function shareConcurrentCalls(create: (charge: NewCharge) => Promise<Charge>): PaymentProvider['createPixCharge'] {
  const creations = new Map<string, Promise<Charge>>();
  return async (charge) => {
    if (!Number.isSafeInteger(charge.cents) || charge.cents < 1)
      throw new ProviderError('rejected', 'the amount is none');
    const { paymentId } = charge;
    const creation = creations.get(paymentId) ?? create(charge).finally(() => creations.delete(paymentId));
    creations.set(paymentId, creation);
    return creation;
  };
}
