import { loadSecret } from '#identity/secret.ts';
import type { Pool } from 'pg';
import type { Config } from '#config/config.ts';
import { createAsaas } from '#payments/asaas/asaas.ts';
import type { PaymentProvider, Simulate } from '#payments/provider.ts';
import { createSandbox } from '#payments/sandbox/sandbox.ts';

interface Options {
  readonly config: Pick<Config, 'asaas' | 'host' | 'port'>;
  readonly pool: Pool;
  readonly clock: () => Date;
}

export interface ChosenPaymentProvider {
  readonly provider: PaymentProvider;
  /** Simulates events of a charge; undefined where money is real. */
  readonly simulate: Simulate | undefined;
}

/** Asaas where its key is configured, else the sandbox, which sends its notifications to this product's own webhook. */
export async function choosePaymentProvider({ config, pool, clock }: Options): Promise<ChosenPaymentProvider> {
  if (config.asaas) return { provider: createAsaas({ ...config.asaas, clock }), simulate: undefined };
  const token = Buffer.from(await loadSecret(pool, 'payment-webhook')).toString('base64url');
  return createSandbox({ pool, clock, webhook: { url: `${ownAddress(config)}/api/payment/webhook`, token } });
}

/** The address at which this process reaches itself: the public origin may be unknown, or not trusted, from inside. */
function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const name = loopbackOf[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
