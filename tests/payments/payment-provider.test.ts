import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choosePaymentProvider } from '#processes/payment-provider.ts';
import { newCharge } from '#tests/contract/payment-provider.suite.ts';
import { migratedDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startWebhookListener, type WebhookListener } from '#tests/support/webhook-listener.ts';

let database: TestDatabase;
let pool: pg.Pool;
let listener: WebhookListener;
beforeAll(async () => {
  database = await migratedDatabase();
  ({ pool } = database);
  listener = await startWebhookListener();
});
afterAll(async () => {
  await listener.stop();
  await database.drop();
});

const choose = (asaas?: Parameters<typeof choosePaymentProvider>[0]['config']['asaas'], host = '127.0.0.1') =>
  choosePaymentProvider({
    config: { asaas, host, port: Number(new URL(listener.url).port) },
    pool,
    clock: () => new Date(),
  });

test('a fresh machine simulates payments, whose notices reach its own webhook and are accepted by every process', async () => {
  const [{ provider, simulate }, another] = await Promise.all([choose(), choose()]);
  expect(provider).toMatchObject({
    name: 'sandbox',
    capabilities: { needsTaxId: false, canRefund: true, canSimulate: true },
  });
  const reference = randomUUID();
  await provider.createPixCharge(newCharge(reference));
  await simulate?.(reference, 'paid');
  const [notice] = listener.notices;
  expect(notice?.path).toBe('/api/payment/webhook');
  expect(another.provider.parseNotification(notice?.headers ?? {}, notice?.body ?? '')).toMatchObject({
    kind: 'PAYMENT_RECEIVED',
    ids: { paymentId: reference },
  });
});

test.each(['0.0.0.0', 'localhost'])(
  'the sandbox of a server that listens on %s reaches the server’s own webhook',
  async (host) => {
    const { provider, simulate } = await choose(undefined, host);
    const reference = randomUUID();
    await provider.createPixCharge(newCharge(reference));
    await simulate?.(reference, 'paid');
    expect(listener.notices.at(-1)?.body).toContain(reference);
  },
);

test('a configured Asaas key selects real payments without simulation', async () => {
  const asaas = { url: 'http://127.0.0.1:1/v3', apiKey: '$aact_prod_x', webhookToken: 'w'.repeat(32), pixKey: 'x' };
  const { provider, simulate } = await choose(asaas);
  expect([provider.name, provider.capabilities.needsTaxId, simulate]).toEqual(['asaas', false, undefined]);
  const asking = await choose({ ...asaas, pixKey: undefined });
  expect(asking.provider.capabilities).toEqual({ needsTaxId: true, canRefund: true, canSimulate: false });
});
