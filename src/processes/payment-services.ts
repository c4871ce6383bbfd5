import { randomUUID } from 'node:crypto';
import { waitAtMost } from '#runtime/waiting.ts';
import { createPayments, type Payments } from '#payments/use-cases/payments.ts';
import type { PaymentsPorts } from '#payments/use-cases/ports.ts';
import { loadSecret } from '#identity/secret.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { ChosenPaymentProvider } from './payment-provider.ts';
import { createIntents } from '#payments/intent-table.ts';
import { createLocks } from '#payments/locks.ts';
import { newPaymentId, type PaymentIntents } from '#payments/intent.ts';
import type { PaymentProvider } from '#payments/provider.ts';
import { createReceiptCodes, type ReceiptCodes } from '#payments/receipt-codes.ts';
import { createNotificationQueue } from '#payments/notification-table.ts';
import type { UseCases } from './use-cases.ts';

interface Options {
  readonly infrastructure: Infrastructure;
  readonly useCases: UseCases;
  readonly chosenProvider: ChosenPaymentProvider;
  readonly readModel: PaymentsPorts['readModel'];
}

const STOP_TIMEOUT_MS = 3_000;

/** A silent provider must not keep the product from ending: the request is repeated after the next start. */
export const waitForEnd = (ending: Promise<void>): Promise<void> => waitAtMost(STOP_TIMEOUT_MS, ending);

/** The use cases of payments and what they work on, for the process that serves and the one with the payment worker. */
export interface PaymentServices {
  readonly payments: Payments;
  readonly provider: PaymentProvider;
  readonly simulate: ChosenPaymentProvider['simulate'];
  readonly intents: PaymentIntents;
  readonly receiptCodes: ReceiptCodes;
  stop(): Promise<void>;
}

export async function createPaymentServices({
  infrastructure,
  useCases,
  chosenProvider,
  readModel,
}: Options): Promise<PaymentServices> {
  const { connectionString, pool, clock, logger, config } = infrastructure;
  const { handlers, access, guests, accounts } = useCases;
  const { provider, simulate } = chosenProvider;
  const locks = createLocks(connectionString, {
    onLost: (error) => logger.warn({ err: error }, 'lock connection lost'),
  });
  const intents = createIntents(pool, provider.name);
  const receiptCodes = createReceiptCodes(await loadSecret(pool, 'receipt-codes'));
  const payments = createPayments({
    access,
    guests,
    accounts,
    readModel,
    priceCents: config.site.priceCents,
    provider,
    clock,
    locks,
    paymentCommands: handlers.paymentCommands,
    intents,
    notificationQueue: createNotificationQueue(pool, provider.name, clock),
    receiptCodes,
    newId: randomUUID,
    newPaymentId,
    warn: (details, message) => logger.warn(details, message),
  });
  return {
    payments,
    provider,
    simulate,
    intents,
    receiptCodes,
    stop: () => waitForEnd(locks.close()),
  };
}
