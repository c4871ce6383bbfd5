import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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
import type { Intents } from './payments/intent.ts';
import { createReceiptCodes, type ReceiptCodes } from './payments/receipt-codes.ts';
import { createWebhooks } from './payments/webhooks.ts';

interface Options extends Pick<PaymentsPorts, 'access' | 'guests' | 'accounts' | 'reads' | 'priceCents' | 'clock'> {
  readonly chosen: ChosenPaymentProvider;
  readonly handler: PaymentsPorts['payments'];
  readonly connectionString: string;
  readonly pool: Pool;
  readonly logger: Logger;
}

/** A provider that is silent does not keep the product from ending: what was asked is asked again after the next start. */
const PATIENCE_MS = 3_000;

/** Paying, ready for HTTP and at work: notices are looked into and lost ones found. */
export interface Paying {
  readonly payments: Payments;
  readonly buyerTokens: BuyerTokens;
  readonly needsTaxId: boolean;
  readonly simulate: ChosenPaymentProvider['simulate'];
  readonly verifyWebhook: ChosenPaymentProvider['provider']['verifyWebhook'];
  readonly wake: () => void;
  readonly intents: Intents;
  readonly receiptCodes: ReceiptCodes;
  stop(): Promise<void>;
}

export async function startPaying(options: Options): Promise<Paying> {
  const { chosen, handler, connectionString, pool, logger, clock, ...ports } = options;
  const { provider, simulate } = chosen;
  const locks = createLocks(connectionString, {
    onLost: (error) => logger.warn({ err: error }, 'lock connection lost'),
  });
  const intents = createIntents(pool, provider.name);
  const receiptCodes = createReceiptCodes(await loadSecret(pool, 'receipt-codes'));
  const payments = createPayments({
    ...ports,
    provider,
    clock,
    locks,
    payments: handler,
    intents,
    webhooks: createWebhooks(pool, provider.name),
    receiptCodes,
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
    intents,
    receiptCodes,
    async stop() {
      const stopped = worker.stop().then(() => locks.close());
      await Promise.race([stopped, sleep(PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}
