import { randomUUID } from 'node:crypto';
import { createPayments, type Payments } from '#app/payments.ts';
import type { PaymentsPorts } from '#app/payments/ports.ts';
import { SWEEP_EVERY_MS } from '#app/payments/reading.ts';
import { loadSecret } from '#identity/secret.ts';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ChosenPaymentProvider } from './payment-provider.ts';
import { type BuyerTokens, createBuyerTokens } from './payments/buyer-tokens.ts';
import { createIntents } from './payments/intents.ts';
import { createLocks } from './payments/locks.ts';
import { newPaymentId } from './payments/payment-id.ts';
import { startPaymentWorker } from './payments/payment-worker.ts';
import { createReceiptCodes } from './payments/receipt-codes.ts';
import { createWebhooks } from './payments/webhooks.ts';

interface Options extends Pick<PaymentsPorts, 'access' | 'guests' | 'accounts' | 'reads' | 'priceCents' | 'clock'> {
  readonly chosen: ChosenPaymentProvider;
  readonly handler: PaymentsPorts['payments'];
  readonly connectionString: string;
  readonly pool: Pool;
  readonly logger: Logger;
}

/** Paying, ready for HTTP and at work: notices are looked into and lost ones found. */
export interface Paying {
  readonly payments: Payments;
  readonly buyerTokens: BuyerTokens;
  readonly needsTaxId: boolean;
  readonly simulate: ChosenPaymentProvider['simulate'];
  readonly verifyWebhook: ChosenPaymentProvider['provider']['verifyWebhook'];
  readonly wake: () => void;
  stop(): Promise<void>;
}

export async function startPaying(options: Options): Promise<Paying> {
  const { chosen, handler, connectionString, pool, logger, clock, ...ports } = options;
  const { provider, simulate } = chosen;
  const locks = createLocks(connectionString, (error) => logger.warn({ err: error }, 'lock connection lost'));
  const payments = createPayments({
    ...ports,
    provider,
    clock,
    locks,
    payments: handler,
    intents: createIntents(pool, provider.name),
    webhooks: createWebhooks(pool, provider.name),
    receiptCodes: createReceiptCodes(await loadSecret(pool, 'receipt-codes')),
    newId: randomUUID,
    newPaymentId,
    warn: (what, message) => logger.warn(what, message),
  });
  const worker = startPaymentWorker(
    {
      notices: (signal) => payments.notices.work(signal),
      sweep: (signal) => payments.sweep.run(signal),
      onError: (error) => logger.warn({ err: error }, 'payments could not be looked after'),
    },
    SWEEP_EVERY_MS,
  );
  return {
    payments,
    buyerTokens: createBuyerTokens(await loadSecret(pool, 'buyer-tokens')),
    needsTaxId: provider.capabilities.needsTaxId,
    simulate,
    verifyWebhook: (headers, raw) => provider.verifyWebhook(headers, raw),
    wake: () => worker.wake(),
    async stop() {
      await worker.stop();
      await locks.close();
    },
  };
}
