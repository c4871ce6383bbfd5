import type { Pool } from 'pg';
import { webhookReader } from '../asaas/webhook.ts';
import { type PaymentProvider, ProviderError, type Simulate } from '../port.ts';
import { chargeFrom, createCharges, statusesOf } from './charges.ts';
import { postNotice } from './notices.ts';
import { qrPng } from './qr-png.ts';
import { simulation } from './simulate.ts';

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
 * are stored in schema `sandbox` and survive restarts. Errors of the database pass through.
 */
export function createSandbox({ pool, clock, webhook, timeoutMs = 10_000 }: Options): Sandbox {
  const charges = createCharges(pool, clock);

  const provider: PaymentProvider = {
    name: 'sandbox',
    capabilities: { needsTaxId: false, refunds: true, simulate: true },

    async createPixCharge(charge) {
      checkAmount(charge.cents);
      const row = await charges.make(charge);
      return { ...chargeFrom(row), qrPng: qrPng(row.copy_paste) };
    },

    getCharge: async (providerId) => chargeFrom(await charges.find('id', providerId)),

    async *listCharges({ reference, status }) {
      const filter = { reference: reference ?? null, statuses: status ? statusesOf(status) : null };
      let below: string | null = null;
      for (;;) {
        const rows = await charges.page({ ...filter, below });
        for (const row of rows) yield chargeFrom(row);
        below = rows.at(-1)?.seq ?? null;
        if (below === null) return;
      }
    },

    async refund(providerId, { cents }) {
      if (cents !== undefined) checkAmount(cents);
      return chargeFrom(await charges.giveBack(providerId, cents));
    },
    cancel: async (providerId) => chargeFrom(await charges.cancel(providerId)),
    verifyWebhook: webhookReader(webhook.token),

    async health() {
      await pool.query('select 1 from sandbox.charge limit 1');
    },
  };

  const post = (notice: Parameters<typeof postNotice>[0]): Promise<void> =>
    postNotice(notice, { ...webhook, timeoutMs });
  return { provider, simulate: simulation({ charges, clock, post }) };
}
