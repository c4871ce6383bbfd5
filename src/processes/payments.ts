import { randomUUID } from 'node:crypto';
import { atMost } from '#runtime/waiting.ts';
import { createPayments, type Payments } from '#payments/use-cases/payments.ts';
import type { PaymentsPorts } from '#payments/use-cases/ports.ts';
import { loadSecret } from '#identity/secret.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { ChosenPaymentProvider } from './payment-provider.ts';
import { createIntents } from '#payments/intents.ts';
import { createLocks } from '#payments/locks.ts';
import { newPaymentId, type Intents } from '#payments/intent.ts';
import type { PaymentProvider } from '#payments/port.ts';
import { createReceiptCodes, type ReceiptCodes } from '#payments/receipt-codes.ts';
import { createWebhooks } from '#payments/webhooks.ts';
import type { UseCases } from './use-cases.ts';

interface Options {
  readonly infrastructure: Infrastructure;
  readonly useCases: UseCases;
  readonly chosen: ChosenPaymentProvider;
  readonly reads: PaymentsPorts['reads'];
}

const TIMEOUT_MS = 3_000;

/** A silent provider must not keep the product from ending: the request is repeated after the next start. */
export const unlessSilent = (ending: Promise<void>): Promise<void> => atMost(TIMEOUT_MS, ending);

/** The use cases of payments, for the process that serves and the one with the payment worker. */
export interface PaymentParts {
  readonly payments: Payments;
  readonly provider: PaymentProvider;
  readonly simulate: ChosenPaymentProvider['simulate'];
  readonly intents: Intents;
  readonly receiptCodes: ReceiptCodes;
  stop(): Promise<void>;
}

export async function createPaymentParts({ infrastructure, useCases, chosen, reads }: Options): Promise<PaymentParts> {
  const { connectionString, pool, clock, logger, config } = infrastructure;
  const { handlers, access, guests, accounts } = useCases;
  const { provider, simulate } = chosen;
  const locks = createLocks(connectionString, {
    onLost: (error) => logger.warn({ err: error }, 'lock connection lost'),
  });
  const intents = createIntents(pool, provider.name);
  const receiptCodes = createReceiptCodes(await loadSecret(pool, 'receipt-codes'));
  const payments = createPayments({
    access,
    guests,
    accounts,
    reads,
    priceCents: config.site.priceCents,
    provider,
    clock,
    locks,
    payments: handlers.payments,
    intents,
    webhooks: createWebhooks(pool, provider.name, clock),
    receiptCodes,
    newId: randomUUID,
    newPaymentId,
    warn: (what, message) => logger.warn(what, message),
  });
  return {
    payments,
    provider,
    simulate,
    intents,
    receiptCodes,
    stop: () => unlessSilent(locks.close()),
  };
}
