import { type AsaasOptions, createAsaas } from '#payments/asaas/asaas.ts';
import { type PaymentProvider, ProviderError } from '#payments/provider.ts';
import { type FakeAsaas, startFakeAsaas } from '#tests/support/fake-asaas/fake-asaas.ts';

export const NOW = new Date('2026-11-21T03:45:21Z');
export const WEBHOOK_TOKEN = 'webhook-token-of-forty-characters-or-more';

export interface AsaasUnderTest {
  readonly fake: FakeAsaas;
  /** Creates the provider of one more process, without the cache of another. */
  create(options?: Partial<Pick<AsaasOptions, 'apiKey' | 'url' | 'clock' | 'timeoutMs'>>): PaymentProvider;
  /** Returns how often a call was made, for example 'POST /payments'. */
  requestCount(request: string): number;
}

export async function asaasUnderTest(way: 'static' | 'charge'): Promise<AsaasUnderTest> {
  const fake = await startFakeAsaas();
  return {
    fake,
    create: ({ apiKey = fake.apiKey, url = fake.url, clock = () => NOW, timeoutMs = 10_000 } = {}) =>
      createAsaas({
        url,
        apiKey,
        webhookToken: WEBHOOK_TOKEN,
        pixKey: way === 'static' ? fake.pixKey : undefined,
        clock,
        timeoutMs,
      }),
    requestCount: (request) =>
      fake.requests.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === request).length,
  };
}

/** Returns the error of a refused call, and fails when the call was not refused. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
