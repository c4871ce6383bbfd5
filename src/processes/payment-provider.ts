import { loadSecret } from '#identity/secret.ts';
import type { Pool } from 'pg';
import type { Config } from '#config/config.ts';
import { createAsaas } from '#payments/asaas/asaas.ts';
import type { PaymentProvider, Simulate } from '#payments/port.ts';
import { createSandbox } from '#payments/sandbox/sandbox.ts';

interface Options {
  readonly config: Pick<Config, 'asaas' | 'publicOrigin'>;
  readonly pool: Pool;
  readonly clock: () => Date;
}

export interface ChosenPaymentProvider {
  readonly provider: PaymentProvider;
  /** Lets something happen to a charge; undefined where money is real. */
  readonly simulate: Simulate | undefined;
}

/** Asaas where its key is given, else the sandbox, which sends its notices to this product's own webhook. */
export async function choosePaymentProvider({ config, pool, clock }: Options): Promise<ChosenPaymentProvider> {
  if (config.asaas) return { provider: createAsaas({ ...config.asaas, clock }), simulate: undefined };
  const token = Buffer.from(await loadSecret(pool, 'payment-webhook')).toString('base64url');
  return createSandbox({ pool, clock, webhook: { url: `${config.publicOrigin}/api/payment/webhook`, token } });
}
