import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SimulatedOutcome } from '#payments/provider.ts';
import { createSandbox, type Sandbox } from '#payments/sandbox/sandbox.ts';
import { newCharge } from '#tests/contract/payment-provider.suite.ts';
import { freshDatabase, migrateDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startWebhookListener, type WebhookListener } from '#tests/support/webhook-listener.ts';

const TOKEN = 'sandbox-token-'.padEnd(43, 'x');
const NOW = '2026-11-21T03:45:21Z';

let database: TestDatabase;
let pool: pg.Pool;
let listener: WebhookListener;
let sandbox: Sandbox;
beforeAll(async () => {
  database = await freshDatabase();
  ({ pool } = database);
  listener = await startWebhookListener();
  await Promise.all(Array.from({ length: 6 }, () => migrateDatabase(pool)));
  const webhook = { url: listener.url, token: TOKEN };
  sandbox = createSandbox({ pool, clock: () => new Date(NOW), webhook, timeoutMs: 2_000 });
});
afterEach(() => {
  listener.answerWith(200);
  listener.notices.length = 0;
});
afterAll(async () => {
  await listener.stop();
  await database.drop();
});

interface SentNotice {
  readonly id: string;
  readonly event: string;
  readonly dateCreated: string;
  readonly payment: Record<string, unknown>;
}

const charge = async (...outcomes: readonly SimulatedOutcome[]): Promise<string> => {
  const reference = randomUUID();
  await sandbox.provider.createPixCharge(newCharge(reference));
  for (const outcome of outcomes) await sandbox.simulate(reference, outcome);
  listener.notices.length = 0;
  return reference;
};
const sentNotices = (): SentNotice[] => listener.notices.map(({ body }) => JSON.parse(body) as SentNotice);
const statusOf = async (reference: string): Promise<string> =>
  (await sandbox.provider.createPixCharge(newCharge(reference))).status;

test('a simulated payment notifies the webhook in the form of Asaas, with the token', async () => {
  const reference = await charge();
  await sandbox.simulate(reference, 'paid');
  expect(listener.notices).toMatchObject([
    {
      method: 'POST',
      path: '/api/payment/webhook',
      headers: { 'asaas-access-token': TOKEN, 'content-type': 'application/json' },
    },
  ]);
  expect(sentNotices()).toMatchObject([
    {
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      event: 'PAYMENT_RECEIVED',
      dateCreated: '2026-11-21 00:45:21',
      payment: { object: 'payment', externalReference: reference, value: 10, status: 'RECEIVED', billingType: 'PIX' },
    },
  ]);
  const { headers, body } = listener.notices[0] ?? { headers: {}, body: '' };
  const { chargeId } = await sandbox.provider.createPixCharge(newCharge(reference));
  expect(sandbox.provider.parseNotification(headers, body)).toMatchObject({
    ids: { chargeId: chargeId, paymentId: reference },
  });
  expect(body).not.toMatch(/Ana|exemplo|52998224725/);
});

test.each<[SimulatedOutcome, readonly SimulatedOutcome[], readonly string[], string]>([
  ['paid', [], ['PAYMENT_RECEIVED'], 'paid'],
  ['paid', ['overdue'], ['PAYMENT_RECEIVED'], 'paid'],
  ['paid', ['paid'], ['PAYMENT_RECEIVED'], 'paid'],
  ['overdue', [], ['PAYMENT_OVERDUE'], 'overdue'],
  ['refunded', ['paid'], ['PAYMENT_REFUNDED'], 'refunded'],
  ['chargeback', ['paid'], ['PAYMENT_CHARGEBACK_REQUESTED'], 'charged_back'],
  ['duplicate', [], ['PAYMENT_RECEIVED', 'PAYMENT_RECEIVED', 'PAYMENT_RECEIVED'], 'paid'],
  ['out_of_order', [], ['PAYMENT_RECEIVED', 'PAYMENT_OVERDUE'], 'paid'],
])('the outcome %s after %j sends the notices %j and leaves the charge %s', async (outcome, before, events, status) => {
  const reference = await charge(...before);
  await sandbox.simulate(reference, outcome);
  expect(sentNotices().map(({ event }) => event)).toEqual(events);
  expect(new Set(sentNotices().map(({ id }) => id)).size).toBe(new Set(events).size);
  expect(await statusOf(reference)).toBe(status);
});

test('the last notice out of order still contains the older status', async () => {
  await sandbox.simulate(await charge(), 'out_of_order');
  expect(sentNotices().map(({ payment }) => payment['status'])).toEqual(['RECEIVED', 'OVERDUE']);
});

test.each<[SimulatedOutcome, readonly SimulatedOutcome[]]>([
  ['refunded', []],
  ['chargeback', []],
  ['overdue', ['paid']],
  ['paid', ['paid', 'refunded']],
  ['duplicate', ['paid', 'chargeback']],
  ['refunded', ['paid', 'chargeback']],
])('the outcome %s after %j is refused, and no notice is sent', async (outcome, before) => {
  const reference = await charge(...before);
  const status = await statusOf(reference);
  await expect(sandbox.simulate(reference, outcome)).rejects.toMatchObject({ kind: 'rejected' });
  expect([await statusOf(reference), sentNotices()]).toEqual([status, []]);
});

test('an outcome for an unknown charge is refused', async () => {
  for (const reference of [randomUUID(), 'x\0', ''])
    await expect(sandbox.simulate(reference, 'paid')).rejects.toMatchObject({ kind: 'not_found' });
});

test.each([500, 401, 302, 204, 0])(
  'a webhook that answers %i is named in the error, and the outcome stays',
  async (status) => {
    const reference = await charge();
    listener.answerWith(status);
    await expect(sandbox.simulate(reference, 'paid')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await statusOf(reference)).toBe('paid');
  },
);

test('a repeated simulation sends new notices', async () => {
  const reference = await charge('paid');
  await sandbox.simulate(reference, 'paid');
  await sandbox.simulate(reference, 'paid');
  expect(new Set(sentNotices().map(({ id }) => id)).size).toBe(2);
});

test('charges survive a restart, and are stored without name or document', async () => {
  const reference = await charge('paid');
  await migrateDatabase(pool);
  const { rows } = await pool.query<{ text: string }>('select c::text as text from sandbox.charge c');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ text }) => text).join()).not.toMatch(/Ana|exemplo|52998224725/);
  expect(await statusOf(reference)).toBe('paid');
});

test('the PIX codes lead to an address that belongs to nobody', async () => {
  const { copyPaste } = await sandbox.provider.createPixCharge(newCharge());
  expect(copyPaste).toMatch(/^000201010212.*br\.gov\.bcb\.pix2548pix\.example\.com\/[0-9a-f]{32}5204/);
});
