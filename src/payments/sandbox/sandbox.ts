import type { Pool } from 'pg';
import { createNotificationParser } from '../asaas/webhook.ts';
import { type PaymentProvider, ProviderError, type Simulate } from '../provider.ts';
import { chargeFrom, createCharges } from './charges.ts';
import { postNotification } from './notifications.ts';
import { qrPng } from './qr-png.ts';
import { createSimulation } from './simulate.ts';

const MAX_CENTS = 1_000_000_000;

interface Options {
  readonly pool: Pool;
  readonly clock: () => Date;
  /** The product's own webhook. */
  readonly webhook: { readonly url: string; readonly token: string };
  /** Timeout of each notification, in milliseconds. */
  readonly timeoutMs?: number;
}

export interface Sandbox {
  readonly provider: PaymentProvider;
  readonly simulate: Simulate;
}

function checkAmount(cents: number): void {
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > MAX_CENTS)
    throw new ProviderError('rejected', 'the amount must be 1 to 1,000,000,000 cents');
}

/**
 * A provider without real money that behaves like Asaas and sends notifications over HTTP, as Asaas does. Its charges
 * are stored in schema `sandbox` and survive restarts. Errors of the database are thrown unchanged.
 */
export function createSandbox({ pool, clock, webhook, timeoutMs = 10_000 }: Options): Sandbox {
  const charges = createCharges(pool, clock);

  const provider: PaymentProvider = {
    name: 'sandbox',
    capabilities: { needsTaxId: false, canRefund: true, canSimulate: true },

    async createPixCharge(charge) {
      checkAmount(charge.cents);
      const row = await charges.create(charge);
      return { ...chargeFrom(row), qrPng: qrPng(row.copy_paste) };
    },

    getCharge: async (chargeId) => chargeFrom(await charges.find('id', chargeId)),

    async *listCharges({ paymentId }) {
      let belowSeq: string | null = null;
      for (;;) {
        const rows = await charges.listPage({ reference: paymentId ?? null, belowSeq });
        for (const row of rows) yield chargeFrom(row);
        belowSeq = rows.at(-1)?.seq ?? null;
        if (belowSeq === null) return;
      }
    },

    refund: async (chargeId) => chargeFrom(await charges.refund(chargeId)),
    cancel: async (chargeId) => chargeFrom(await charges.cancel(chargeId)),
    parseNotification: createNotificationParser(webhook.token),

    async health() {
      await pool.query('select 1 from sandbox.charge limit 1');
    },
  };

  const post = (notification: Parameters<typeof postNotification>[0]): Promise<void> =>
    postNotification(notification, { ...webhook, timeoutMs });
  return { provider, simulate: createSimulation({ charges, clock, post }) };
}
