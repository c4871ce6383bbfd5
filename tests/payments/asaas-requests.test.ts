import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentProvider } from '#payments/provider.ts';
import { listed, newCharge } from '#tests/contract/payment-provider.suite.ts';
import { type AsaasUnderTest, asaasUnderTest, failureOf, NOW } from './asaas-under-test.ts';

let under: AsaasUnderTest;
let provider: PaymentProvider;
const start = async (way: 'static' | 'charge'): Promise<void> => {
  under = await asaasUnderTest(way);
  provider = under.create();
};
afterEach(() => under.fake.stop());

const bodyOf = (request: string): unknown => {
  const found = under.fake.requests.find(({ method, path }) => `${method} ${path}` === request);
  return JSON.parse(found?.body ?? 'null');
};

describe('charge in the payer’s name at Asaas', () => {
  beforeEach(() => start('charge'));

  test('creates a customer, a payment and its code, and only the customer gets the document', async () => {
    const wanted = newCharge('our-id', 1_050);
    const charge = await provider.createPixCharge(wanted);
    expect(bodyOf('POST /customers')).toEqual({
      name: 'Ana Souza',
      email: 'ana@exemplo.com',
      cpfCnpj: '52998224725',
      externalReference: 'our-id',
      notificationDisabled: true,
    });
    expect(bodyOf('POST /payments')).toEqual({
      customer: [...under.fake.account.customers.keys()][0],
      billingType: 'PIX',
      value: 10.5,
      dueDate: '2026-12-01', // This is midnight in São Paulo.
      description: 'Acesso ao Prumo',
      externalReference: 'our-id',
    });
    const [payment] = under.fake.account.payments;
    expect(charge).toEqual({
      chargeId: payment?.id,
      paymentId: 'our-id',
      cents: 1_050,
      status: 'pending',
      refundedCents: 0,
      invoiceUrl: `https://www.asaas.com/i/${payment?.id.slice(4)}`,
      copyPaste: payment?.payload,
      qrPng: expect.stringMatching(/^iVBORw0KGgo/),
      expiresAt: new Date('2026-12-02T02:59:59Z'),
    });
  });

  test('is not tried without a CPF or CNPJ, which Asaas would refuse', async () => {
    const { payer, ...rest } = newCharge();
    const without = { ...rest, payer: { name: payer.name, email: payer.email } };
    expect((await failureOf(provider.createPixCharge(without))).kind).toBe('rejected');
    expect(under.fake.requests).toEqual([]);
    expect(provider.capabilities).toEqual({ needsTaxId: true, canRefund: true, canSimulate: false });
  });
});

describe('static code at Asaas', () => {
  beforeEach(() => start('static'));

  test('names no payer, can be paid once, and ends on its due date', async () => {
    const wanted = { ...newCharge('our-id'), description: 'Acesso à ferramenta de custos e preços do Prumo 🍕' };
    const charge = await provider.createPixCharge(wanted);
    expect(bodyOf('POST /pix/qrCodes/static')).toEqual({
      addressKey: under.fake.pixKey,
      description: 'Acesso à ferramenta de custos e preço',
      value: 10,
      format: 'ALL',
      expirationSeconds: (wanted.dueDate.getTime() - NOW.getTime()) / 1_000,
      allowsMultiplePayments: false,
      externalReference: 'our-id',
    });
    expect(under.fake.requests.map(({ body }) => body).join()).not.toMatch(/Ana|exemplo|52998224725/);
    expect(charge).toEqual({
      chargeId: [...under.fake.account.codes.keys()][0],
      paymentId: 'our-id',
      cents: 1_000,
      status: 'pending',
      refundedCents: 0,
      copyPaste: [...under.fake.account.codes.values()][0]?.payload,
      qrPng: expect.stringMatching(/^iVBORw0KGgo/),
      expiresAt: new Date('2026-12-02T02:59:59Z'),
    });
    expect(provider.capabilities).toEqual({ needsTaxId: false, canRefund: true, canSimulate: false });
  });

  test('lasts a minute at least', async () => {
    await provider.createPixCharge({ ...newCharge(), dueDate: new Date(0) });
    expect(bodyOf('POST /pix/qrCodes/static')).toMatchObject({ expirationSeconds: 60 });
  });

  test('is created again once it cannot be paid any more', async () => {
    let now = NOW;
    provider = under.create({ clock: () => now });
    const wanted = newCharge();
    const first = await provider.createPixCharge(wanted);
    now = new Date('2026-12-02T02:59:58Z');
    expect((await provider.createPixCharge(wanted)).chargeId).toBe(first.chargeId);
    now = new Date('2026-12-02T02:59:59Z');
    expect((await provider.createPixCharge(wanted)).chargeId).not.toBe(first.chargeId);
  });

  test('that was paid is found by its own id, even when the payment lacks our reference', async () => {
    under.fake.account.settings.carriesReference = false;
    const { chargeId } = await provider.createPixCharge(newCharge());
    const payment = under.fake.account.payStaticCode(chargeId);
    const charge = await provider.getCharge(chargeId);
    expect(charge).toMatchObject({ chargeId: chargeId, paymentId: null, cents: 1_000, status: 'paid' });
    expect(await provider.getCharge(payment.id)).toEqual(charge);
    expect(await listed(provider, {})).toEqual([charge]);
    expect(await provider.refund(chargeId, 'x')).toMatchObject({
      chargeId: chargeId,
      status: 'refunded',
    });
  });

  test('paid twice counts as long as one of its payments does', async () => {
    const { account } = under.fake;
    account.settings.paysTwice = true;
    const { chargeId } = await provider.createPixCharge(newCharge());
    account.payStaticCode(chargeId);
    const second = account.payStaticCode(chargeId);
    await provider.refund(second.id, 'x');
    expect(await provider.getCharge(chargeId)).toMatchObject({ status: 'paid', refundedCents: 0 });
    await provider.refund(chargeId, 'x');
    expect(await provider.getCharge(chargeId)).toMatchObject({ status: 'refunded' });
    expect(account.payments.map(({ status }) => status)).toEqual(['REFUNDED', 'REFUNDED']);
  });

  test('paid with another amount is reported with that amount', async () => {
    const { chargeId } = await provider.createPixCharge(newCharge());
    under.fake.account.payStaticCode(chargeId, 0.01);
    expect(await provider.getCharge(chargeId)).toMatchObject({ cents: 1, status: 'paid' });
  });
});

describe('every call to Asaas', () => {
  beforeEach(() => start('charge'));

  test('sends the key unchanged, dollar signs included, and names the caller', async () => {
    await provider.createPixCharge(newCharge());
    expect(under.fake.apiKey).toContain('$1$&');
    for (const { headers } of under.fake.requests)
      expect(headers).toMatchObject({ access_token: under.fake.apiKey, 'user-agent': 'Prumo' });
  });

  test.each([
    ['wrong', 'invalid_access_token_format'],
    ['$aact_hmlg_another', 'invalid_access_token'],
    ['$aact_prod_000', 'invalid_environment'],
    ['', 'invalid_access_token_format'],
  ])('with the key "%s" is refused as %s, and the refusal does not repeat the key', async (apiKey, code) => {
    for (const call of [
      () => under.create({ apiKey }).health(),
      () => under.create({ apiKey }).createPixCharge(newCharge()),
    ]) {
      const { kind, message } = await failureOf(call());
      expect(kind).toBe('unauthorized');
      expect(message).toContain(code);
      expect(message).not.toMatch(/\$aact|wrong/);
    }
  });

  test('accepts additional and unknown fields in the answer', async () => {
    const charge = await provider.createPixCharge(newCharge());
    const payment = under.fake.account.payment(charge.chargeId);
    const extendedPayment = {
      id: payment?.id,
      value: 10,
      status: 'SOMETHING_NEW',
      brandNew: [{ deep: true }],
      refunds: null,
    };
    under.fake.faults.next('GET /payments/', { kind: 'answered', body: JSON.stringify(extendedPayment) });
    expect(await provider.getCharge(charge.chargeId)).toEqual({
      chargeId: charge.chargeId,
      paymentId: null,
      cents: 1_000,
      status: 'unknown',
      refundedCents: 0,
    });
  });
});

describe('lists of charges at Asaas', () => {
  beforeEach(() => start('charge'));

  test('are read page by page, and only while there are more', async () => {
    for (let count = 0; count < 3; count++) await provider.createPixCharge(newCharge());
    under.fake.requests.length = 0;
    expect(await listed(provider, {})).toHaveLength(3);
    expect(under.fake.requests.map(({ path }) => path)).toEqual(['/payments?offset=0&limit=100']);
  });

  test('contain each charge once although others are created meanwhile', async () => {
    for (let count = 0; count < 103; count++) await provider.createPixCharge(newCharge());
    const seen: string[] = [];
    for await (const { chargeId } of provider.listCharges({})) {
      if (seen.length === 0) for (let count = 0; count < 2; count++) await provider.createPixCharge(newCharge());
      seen.push(chargeId);
    }
    expect(seen).toHaveLength(103);
    expect(new Set(seen).size).toBe(103);
  });

  test('end when the provider promises more and returns nothing', async () => {
    under.fake.faults.next('GET /payments', { kind: 'answered', body: '{"hasMore":true,"data":[]}' }, { times: 9 });
    expect(await listed(provider, {})).toEqual([]);
    expect(under.requestCount('GET /payments')).toBe(1);
  });

  test('leave out charges of other references, even when the provider’s filter fails', async () => {
    await provider.createPixCharge(newCharge('another'));
    const { body } = await answerOf('/payments');
    under.fake.faults.next('GET /payments', { kind: 'answered', body });
    expect(await listed(provider, { paymentId: 'mine' })).toEqual([]);
    under.fake.faults.next('GET /payments', { kind: 'answered', body });
    const mine = await provider.createPixCharge(newCharge('mine'));
    expect(mine.paymentId).toBe('mine');
  });
});

async function answerOf(path: string): Promise<{ body: string }> {
  const response = await fetch(under.fake.url + path, { headers: { access_token: under.fake.apiKey } });
  return { body: await response.text() };
}
