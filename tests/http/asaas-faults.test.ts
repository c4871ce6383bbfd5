import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AsaasUnderTest, asaasUnderTest, WEBHOOK_TOKEN } from '#tests/payments/asaas-under-test.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { requestCharge, buy, type CreatedCharge, PAYER, statusOf, waitForStatus } from '#tests/support/buying.ts';
import type { Fault } from '#tests/support/fake-asaas/faults.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

const html = (status: number): Fault => ({ kind: 'html', status });
const NO_ACCESS = { status: 'PENDING', access_granted: false, held_by: null };

// These tests run the whole product with the stand-in for Asaas.
describe.each([
  ['a static code', 'static'],
  ['a charge in the payer’s name', 'charge'],
] as const)('payment through Asaas with %s', (_name, way) => {
  const body = way === 'charge' ? { ...PAYER, tax_id: '529.982.247-25' } : PAYER;
  const creation = way === 'charge' ? 'POST /payments' : 'POST /pix/qrCodes/static';
  let under: AsaasUnderTest;
  let api: RunningApi;
  const lines: string[] = [];
  beforeAll(async () => {
    under = await asaasUnderTest(way);
    api = await startApi({
      paymentProvider: under.create({ clock: () => new Date() }),
      onLog: (line) => void lines.push(line),
    });
    under.fake.webhooks.target = { url: `${api.origin}/api/payment/webhook`, token: WEBHOOK_TOKEN };
  });
  beforeEach(() => under.fake.faults.clear());
  afterAll(async () => {
    await api.stop();
    await under.fake.stop();
  });

  const pay = ({ pix_copy_paste: code }: CreatedCharge): string => under.fake.account.pay(code).id;
  const delivered = async (): Promise<void> => {
    expect(new Set(await under.fake.webhooks.deliver())).toEqual(new Set([200]));
  };
  const paymentsOf = (paymentId: string): number =>
    under.fake.account.payments.filter(({ externalReference }) => externalReference === paymentId).length;
  const askNow = async (browser: ApiVisitor, paymentId: string) =>
    (await statusOf(browser, paymentId, '?check=now')).json as unknown;

  test('gives access however often and in whatever order notices arrive, and a refund takes it away', async () => {
    const browser = api.visitor();
    const created = await buy(browser, body);
    expect(getPixPayloadInfo(created.pix_copy_paste)).not.toBeNull();
    expect(created.pix_qr_code).toMatch(/^iVBORw0KGgo/);
    const chargeId = pay(created);
    under.fake.webhooks.reverse();
    under.fake.webhooks.repeat(3);
    await delivered();
    expect(await waitForStatus(browser, created.payment_id, 'CONFIRMED')).toMatchObject({ held_by: 'you' });
    under.fake.account.refund(chargeId, {});
    await delivered();
    expect(await waitForStatus(browser, created.payment_id, 'REFUNDED')).toMatchObject({ access_granted: false });
  });

  test.each<[string, Fault]>([
    ['an error', html(500)],
    ['a request to wait', { kind: 'rate_limited', headers: { 'RateLimit-Reset': '30' } }],
    ['half of an answer', { kind: 'truncated' }],
    ['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:9/' }],
    ['a reset', { kind: 'reset' }],
  ])('accepts a notice but confirms nothing while the provider answers with %s', async (_what, fault) => {
    const browser = api.visitor();
    const created = await buy(browser, body);
    under.fake.faults.next('GET /payments', fault, { times: 50 });
    const id = pay(created);
    await delivered();
    expect(await askNow(browser, created.payment_id)).toEqual(NO_ACCESS);
    under.fake.faults.clear();
    under.fake.webhooks.add('PAYMENT_UPDATED', { id, externalReference: created.payment_id });
    await delivered();
    expect(await waitForStatus(browser, created.payment_id, 'CONFIRMED')).toMatchObject({ held_by: 'you' });
  });

  test('reads the charge after each notice, because a notice alone proves no payment', async () => {
    const browser = api.visitor();
    const created = await buy(browser, body);
    under.fake.webhooks.add('PAYMENT_RECEIVED', {
      id: under.fake.account.payments.at(-1)?.id,
      externalReference: created.payment_id,
      status: 'RECEIVED',
      value: 10,
    });
    await delivered();
    expect(await askNow(browser, created.payment_id)).toEqual(NO_ACCESS);
    const { id, event } = under.fake.webhooks.add('PAYMENT_RECEIVED', { id: 'pay_1' });
    under.fake.webhooks.waiting.length = 0;
    const forged = await api.visitor().call('POST', '/api/payment/webhook', {
      body: { id, event, payment: { id: 'pay_1', externalReference: created.payment_id } },
      headers: { 'asaas-access-token': `${WEBHOOK_TOKEN}x`, 'Sec-Fetch-Site': '' },
    });
    expect(forged.status).toBe(401);
  });

  test('refuses an amount below the price', async () => {
    const browser = api.visitor();
    const created = await buy(browser, body);
    pay(created);
    under.fake.faults.next('GET /payments', { kind: 'other_amount', reais: 9.99 }, { times: 50 });
    await delivered();
    expect(await waitForStatus(browser, created.payment_id, 'REFUSED_AMOUNT')).toMatchObject({ access_granted: false });
  });

  test.each<[string, Fault]>([
    ['dropped after it was made', { kind: 'dropped_after_commit' }],
    ['answered by half', { kind: 'truncated' }],
    ['502', html(502)],
    ['a reset', { kind: 'reset' }],
  ])('shows the code of a charge whose creation met "%s"', async (_what, fault) => {
    const browser = api.visitor();
    under.fake.faults.next(creation, fault);
    const created = await buy(browser, body);
    expect(getPixPayloadInfo(created.pix_copy_paste)).not.toBeNull();
    expect(paymentsOf(created.payment_id)).toBe(way === 'charge' ? 1 : 0);
  });

  test('creates a charge once when its creation stays unclear, and shows its code in the end', async () => {
    const browser = api.visitor();
    under.fake.faults.next(creation, { kind: 'dropped_after_commit' });
    under.fake.faults.next('GET /payments', html(503), { after: 1, times: 50 });
    const answer = await requestCharge(browser, body);
    expect(answer.status).toBe(503);
    under.fake.faults.clear();
    const created = await buy(browser, body);
    expect(getPixPayloadInfo(created.pix_copy_paste)).not.toBeNull();
    pay(created);
    await delivered();
    expect(await waitForStatus(browser, created.payment_id, 'CONFIRMED')).toMatchObject({ held_by: 'you' });
  });

  test('shows the code of a charge that another request found first', async () => {
    const browser = api.visitor();
    under.fake.faults.next(creation, { kind: 'dropped_after_commit' });
    under.fake.faults.next('GET /payments', html(503), { after: 1, times: 50 });
    expect((await requestCharge(browser, body)).status).toBe(503);
    under.fake.faults.clear();
    // The notice arrives before the browser asks again: a charge exists, but its code has not been read.
    const { id, externalReference } = under.fake.account.payments.at(-1) ?? {};
    under.fake.webhooks.add('PAYMENT_UPDATED', { id, externalReference });
    await delivered();
    const created = await buy(browser, body);
    expect(getPixPayloadInfo(created.pix_copy_paste)).not.toBeNull();
  });

  test('writes no key, document or name to the log', () => {
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toMatch(/52998224725|529\.982|Joana|comprou\.example|aact_|webhook-token/);
  });
});
