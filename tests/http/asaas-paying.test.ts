import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAsaas } from '#payments/asaas/asaas.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { requestCharge, buy, type CreatedCharge, PAYER, statusOf, waitForStatus } from '#tests/support/buying.ts';
import { type FakeAsaas, startFakeAsaas } from '#tests/support/fake-asaas/fake-asaas.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

const TOKEN = 'a token of the webhook of forty letters, or more';
const WAYS = [
  { way: 'a code without a document', payer: PAYER },
  { way: 'a charge in the payer’s name', payer: { ...PAYER, tax_id: '529.982.247-25' } },
];

describe.each(WAYS)('payment by Asaas with $way', ({ payer }) => {
  const isStatic = payer === PAYER;
  let fake: FakeAsaas;
  let api: RunningApi;
  beforeAll(async () => {
    fake = await startFakeAsaas();
    const { url, apiKey } = fake;
    const pixKey = isStatic ? fake.pixKey : undefined;
    const clock = () => new Date();
    api = await startApi({
      paymentProvider: createAsaas({ url, apiKey, webhookToken: TOKEN, pixKey, clock, timeoutMs: 800 }),
    });
    fake.webhooks.target = { url: `${api.origin}/api/payment/webhook`, token: TOKEN };
  });
  afterEach(() => {
    fake.faults.clear();
    fake.account.settings.carriesReference = true;
  });
  afterAll(async () => {
    await api.stop();
    await fake.stop();
  });

  /** Pays as the payer's bank would after reading the code. */
  function pay({ payment_id: reference, pix_copy_paste: code }: CreatedCharge, reais?: number): string {
    const [codeId] = [...fake.account.codes.values()].filter((each) => each.externalReference === reference).slice(-1);
    return (codeId ? fake.account.payStaticCode(codeId.id, reais) : fake.account.pay(code)).id;
  }
  const buyWith = async (): Promise<{ readonly browser: ApiVisitor; readonly created: CreatedCharge }> => {
    const browser = api.visitor();
    return { browser, created: await buy(browser, payer) };
  };
  const madeFor = (reference: string) => fake.account.payments.filter((each) => each.externalReference === reference);

  test('is confirmed once and refunded once when notices repeat in the wrong order', async () => {
    const { browser, created } = await buyWith();
    expect(created.pix_copy_paste).toMatch(/^000201.*6304[0-9A-F]{4}$/);
    expect(created.pix_qr_code).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const paymentId = pay(created);
    fake.webhooks.repeat(3);
    fake.webhooks.reverse();
    expect(new Set(await fake.webhooks.deliver())).toEqual(new Set([200]));
    expect(await waitForStatus(browser, created.payment_id, 'CONFIRMED')).toMatchObject({ held_by: 'you' });
    fake.account.refund(paymentId, {});
    await fake.webhooks.deliver();
    expect(await waitForStatus(browser, created.payment_id, 'REFUNDED')).toMatchObject({ access_granted: false });
  });

  test('is found by “já paguei” when no notice arrives', async () => {
    const { browser, created } = await buyWith();
    pay(created);
    fake.webhooks.waiting.splice(0);
    const answer = await statusOf(browser, created.payment_id, '?check=now');
    expect(answer.json).toMatchObject({ status: 'CONFIRMED', access_granted: true });
  });

  test('creates one charge although the answer to its creation was lost or came too late', async () => {
    const call = isStatic ? 'POST /pix/qrCodes/static' : 'POST /payments';
    for (const fault of [
      { kind: 'dropped_after_commit' },
      { kind: 'truncated' },
      { kind: 'latency', milliseconds: 1_200 },
    ] as const) {
      fake.faults.next(call, fault);
      const { browser, created } = await buyWith();
      pay(created);
      expect(madeFor(created.payment_id)).toHaveLength(1);
      await fake.webhooks.deliver();
      expect(await waitForStatus(browser, created.payment_id, 'CONFIRMED')).toMatchObject({ held_by: 'you' });
    }
  });

  test('is refused with a sentence while Asaas is away, and continues where it stopped', async () => {
    const browser = api.visitor();
    for (const fault of [
      { kind: 'html', status: 502 },
      { kind: 'rate_limited', headers: {} },
    ] as const) {
      fake.faults.next('', fault, { times: 9 });
      const refused = await requestCharge(browser, payer);
      expect(refused.status).toBe(503);
      expect(refused.text).toContain('Não foi possível falar com o provedor de pagamento agora.');
      expect(refused.text).not.toMatch(/joana|Joana|529\.?982/);
      fake.faults.clear();
    }
    const created = await buy(browser, payer);
    pay(created);
    await fake.webhooks.deliver();
    expect(await waitForStatus(browser, created.payment_id, 'CONFIRMED')).toMatchObject({ held_by: 'you' });
  });

  test('is confirmed later when Asaas could not be reached at its notice', { timeout: 30_000 }, async () => {
    const { browser, created } = await buyWith();
    pay(created);
    fake.faults.next('GET /payments', { kind: 'reset' }, { times: 1 });
    expect(await fake.webhooks.deliver()).not.toContain(503);
    await expect
      .poll(async () => (await statusOf(browser, created.payment_id)).json, { interval: 500 })
      .toMatchObject({ status: 'CONFIRMED' });
  });

  test.runIf(isStatic)('gives no access when the amount differs from the price', async () => {
    const { browser, created } = await buyWith();
    pay(created, 9.99);
    await fake.webhooks.deliver();
    expect(await waitForStatus(browser, created.payment_id, 'REFUSED_AMOUNT')).toMatchObject({ access_granted: false });
  });

  test.runIf(isStatic)('is recognised by the code’s id when Asaas has lost our reference', async () => {
    const { browser, created } = await buyWith();
    fake.account.settings.carriesReference = false;
    pay(created);
    await fake.webhooks.deliver();
    expect(await waitForStatus(browser, created.payment_id, 'CONFIRMED')).toMatchObject({ held_by: 'you' });
  });

  test.runIf(!isStatic)('requires the payer’s document', async () => {
    const answer = await requestCharge(api.visitor(), PAYER);
    expect(answer.json).toMatchObject({ status: 422, fields: { tax_id: expect.any(String) } });
  });
});
