import { type Charge, type NewCharge, type PaymentProvider, ProviderError } from '../port.ts';
import { cancellations, refunds } from './refund.ts';
import { createAsaasHttp } from './http.ts';
import { createPayments } from './payments.ts';
import { pixCharges } from './pix-charges.ts';
import { chargeFrom, PaymentPage } from './replies.ts';
import { staticCodes, unpaidCode } from './static-codes.ts';
import { webhookReader } from './webhook.ts';

export interface AsaasOptions {
  /** An address such as https://api.asaas.com/v3. */
  readonly url: string;
  readonly apiKey: string;
  readonly webhookToken: string;
  /** The account's PIX key, for static codes; undefined for charges in the payer's name, who gives a CPF or CNPJ. */
  readonly pixKey: string | undefined;
  readonly clock: () => Date;
  /** Timeout of each call, answer included, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * Asaas, API v3. A charge's handle is the id of its static code, whether paid or not, or of its payment; both work in
 * `getCharge`, `refund` and `cancel`. An unpaid static code has no reference and no amount, and cannot be told from an
 * id that was never issued.
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
  const payments = createPayments(http);
  const create = pixKey === undefined ? pixCharges(http, payments) : staticCodes({ http, payments, pixKey, clock });

  return {
    name: 'asaas',
    capabilities: { needsTaxId: pixKey === undefined, refunds: true, simulate: false },
    createPixCharge: oneAtATime(create),

    async getCharge(providerId) {
      const payment = await payments.behind(providerId);
      return payment ? chargeFrom(payment) : unpaidCode(providerId);
    },

    async *listCharges({ reference, status }) {
      for await (const payment of payments.all({ externalReference: reference })) {
        const charge = chargeFrom(payment);
        const isWanted = reference === undefined || charge.reference === reference;
        if (isWanted && (status === undefined || charge.status === status)) yield charge;
      }
    },

    refund: refunds(http, payments),
    cancel: cancellations(http, payments),
    verifyWebhook: webhookReader(webhookToken),

    async health() {
      await http.get('health', { path: '/payments', query: { limit: '1' }, reply: PaymentPage });
    },
  };
}

/** Concurrent requests for the same reference share one answer. */
function oneAtATime(create: (charge: NewCharge) => Promise<Charge>): PaymentProvider['createPixCharge'] {
  const underWay = new Map<string, Promise<Charge>>();
  return async (charge) => {
    if (!Number.isSafeInteger(charge.cents) || charge.cents < 1)
      throw new ProviderError('rejected', 'the amount is none');
    const { reference } = charge;
    const made = underWay.get(reference) ?? create(charge).finally(() => underWay.delete(reference));
    underWay.set(reference, made);
    return made;
  };
}
