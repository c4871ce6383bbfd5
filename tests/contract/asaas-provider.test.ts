import { createAsaas } from '#payments/asaas/asaas.ts';
import type { Charge } from '#payments/provider.ts';
import { startFakeAsaas } from '#tests/support/fake-asaas/fake-asaas.ts';
import { describePaymentProvider, type ProviderUnderTest } from './payment-provider.suite.ts';

async function againstTheFake(way: 'static' | 'charge'): Promise<ProviderUnderTest> {
  const fake = await startFakeAsaas();
  const token = 'webhook-token-of-forty-characters-or-more';
  const create = () =>
    createAsaas({
      url: fake.url,
      apiKey: fake.apiKey,
      webhookToken: token,
      pixKey: way === 'static' ? fake.pixKey : undefined,
      clock: () => new Date('2026-11-21T03:45:21Z'),
      timeoutMs: 5_000,
    });
  const paymentIdOf = ({ chargeId }: Charge): string =>
    fake.account.payments.find(({ pixQrCodeId }) => pixQrCodeId === chargeId)?.id ?? chargeId;
  return {
    provider: create(),
    other: create(),
    token,
    world: {
      async pay({ chargeId, copyPaste = '' }) {
        if (way === 'static') fake.account.payStaticCode(chargeId);
        else fake.account.pay(copyPaste);
      },
      async letExpire(charge) {
        if (way === 'charge') fake.account.letExpire(paymentIdOf(charge));
      },
      async chargeBack(charge) {
        fake.account.chargeBack(paymentIdOf(charge));
      },
    },
    dispose: () => fake.stop(),
  };
}

describePaymentProvider('Asaas with static codes', () => againstTheFake('static'), { knowsUnpaid: false });
describePaymentProvider('Asaas with charges', () => againstTheFake('charge'), { knowsUnpaid: true });
