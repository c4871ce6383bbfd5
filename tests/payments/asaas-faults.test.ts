import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownPort } from '#tests/support/port.ts';
import { createAsaasHttp } from '#payments/asaas/http.ts';
import type { Charge, PaymentProvider, ProviderErrorKind } from '#payments/provider.ts';
import { newCharge } from '#tests/contract/payment-provider.suite.ts';
import type { Fault } from '#tests/support/fake-asaas/faults.ts';
import { startWebhookListener } from '#tests/support/webhook-listener.ts';
import { type AsaasUnderTest, asaasUnderTest, failureOf } from './asaas-under-test.ts';

const LATE: Fault = { kind: 'latency', milliseconds: 1_400 };
const html = (status: number): Fault => ({ kind: 'html', status });
const answered = (body: string, status = 200): Fault => ({ kind: 'answered', body, status });
/** An answer that is correct in every other way. */
const ENDLESS = answered(
  JSON.stringify({ id: 'pay_1', value: 10, status: 'RECEIVED', payload: 'x', more: 'x'.repeat(5 * 1024 * 1024) }),
);
const REDIRECT: Fault = { kind: 'redirect', to: 'http://127.0.0.1:9/elsewhere' };

let under: AsaasUnderTest;
let provider: PaymentProvider;
const start = async (way: 'static' | 'charge'): Promise<void> => {
  under = await asaasUnderTest(way);
  provider = under.create();
};
afterEach(() => under.fake.stop());

/** Makes a call fail. The timeout is short for a fast test, and long enough for a busy machine. */
function broken(requests: string, fault: Fault): void {
  const isLate = ['silent', 'latency', 'late_commit'].includes(fault.kind);
  if (isLate) provider = under.create({ timeoutMs: 700 });
  under.fake.faults.next(requests, fault);
}

/** The answer repeats the name, e-mail and document of a payer. */
const begin = (reference = 'our-id'): Promise<Charge> => provider.createPixCharge(newCharge(reference));

describe('read of a charge at Asaas', () => {
  let charge: Charge;
  beforeEach(async () => {
    await start('charge');
    charge = await begin();
  });

  test.each<[string, Fault, ProviderErrorKind]>([
    ['no answer in time', { kind: 'silent' }, 'unavailable'],
    ['an answer too late', LATE, 'unavailable'],
    ['a reset', { kind: 'reset' }, 'unavailable'],
    ['a reset in the middle', { kind: 'reset_in_answer' }, 'unavailable'],
    ['a page of the proxy', html(502), 'unavailable'],
    ['an error of theirs', answered('{}', 500), 'unavailable'],
    ['half of the JSON', { kind: 'truncated' }, 'malformed'],
    ['a page instead of JSON', answered('<html>'), 'malformed'],
    ['nothing', answered(''), 'malformed'],
    ['null', answered('null'), 'malformed'],
    ['another form', answered('{"id":"pay_1"}'), 'malformed'],
    ['an endless answer', ENDLESS, 'malformed'],
    ['201, which Asaas does not say', answered('{}', 201), 'malformed'],
    ['a redirect', REDIRECT, 'malformed'],
    ['400', answered('{"errors":[{"code":"invalid_object"}]}', 400), 'rejected'],
    ['401', html(401), 'unauthorized'],
    ['403', html(403), 'unauthorized'],
    ['404 without a body', answered('', 404), 'not_found'],
    ['429', { kind: 'rate_limited', headers: {} }, 'rate_limited'],
  ])('with %s reports nothing about the charge', async (_what, fault, kind) => {
    under.fake.account.pay(charge.copyPaste ?? '');
    broken('GET /payments/', fault);
    expect((await failureOf(provider.getCharge(charge.chargeId))).kind).toBe(kind);
    expect((await provider.getCharge(charge.chargeId)).status).toBe('paid');
  });

  test.each<[Readonly<Record<string, string>>, number]>([
    [{ 'RateLimit-Reset': '42' }, 42],
    [{ 'Retry-After': '7' }, 7],
    [{ 'RateLimit-Reset': '0.2' }, 1],
    [{}, 60],
    [{ 'RateLimit-Reset': 'soon' }, 60],
    [{ 'RateLimit-Reset': '-5' }, 60],
    [{ 'RateLimit-Reset': '99999999' }, 43_200],
  ])('limited by the headers %j waits %i seconds', async (headers, retryAfterSeconds) => {
    under.fake.faults.next('GET /payments', { kind: 'rate_limited', headers });
    expect(await failureOf(provider.health())).toMatchObject({ kind: 'rate_limited', retryAfterSeconds });
  });

  test('returns the amount that the provider states, however wrong', async () => {
    under.fake.faults.next('GET /payments/', { kind: 'other_amount', reais: 0.01 });
    expect(await provider.getCharge(charge.chargeId)).toMatchObject({ cents: 1 });
  });

  test('follows no redirect, so that the key goes nowhere else', async () => {
    const elsewhere = await startWebhookListener();
    under.fake.faults.next('GET /payments', { kind: 'redirect', to: elsewhere.url });
    under.fake.faults.next('POST /payments', { kind: 'redirect', to: elsewhere.url });
    await failureOf(provider.health());
    await failureOf(begin('another'));
    expect(elsewhere.notices).toEqual([]);
    await elsewhere.stop();
  });
});

/** Faults of a POST that took effect; below, faults of one that did not. */
const EFFECTIVE_FAULTS: readonly (readonly [string, Fault])[] = [
  ['answered too late', LATE],
  ['dropped', { kind: 'dropped_after_commit' }],
  ['reset in the answer', { kind: 'reset_in_answer' }],
  ['answered in half', { kind: 'truncated' }],
  ['answered with 500', answered('{"errors":[]}', 500)],
  ['answered with nothing', answered('')],
  ['answered in another form', answered('{"object":"payment"}')],
  ['answered endlessly', ENDLESS],
];
const NOT_DONE: readonly (readonly [string, Fault])[] = [
  ['silence', { kind: 'silent' }],
  ['a reset', { kind: 'reset' }],
  ['502', html(502)],
  ['a redirect', REDIRECT],
];
const REFUSALS: readonly (readonly [string, Fault, ProviderErrorKind])[] = [
  ['400', answered('{}', 400), 'rejected'],
  ['401', html(401), 'unauthorized'],
  ['429', { kind: 'rate_limited', headers: {} }, 'rate_limited'],
  ['404', html(404), 'not_found'],
];

describe('charge in the payer’s name at Asaas', () => {
  beforeEach(() => start('charge'));

  test.each(EFFECTIVE_FAULTS)('that was created but %s is found and used', async (_what, fault) => {
    broken('POST /payments', fault);
    const charge = await begin();
    expect(charge.chargeId).toBe(under.fake.account.payments[0]?.id);
    expect(charge.copyPaste).toBe(under.fake.account.payments[0]?.payload);
    expect(under.requestCount('POST /payments')).toBe(1);
  });

  test.each(EFFECTIVE_FAULTS)(
    'that was created but %s, and cannot be looked up now, is found the next time',
    async (_what, fault) => {
      broken('POST /payments', fault);
      under.fake.faults.next('GET /payments', html(503), { after: 1 });
      expect((await failureOf(begin())).kind).toBe('ambiguous');
      expect(under.fake.account.payments).toHaveLength(1);
      const charge = await under.create().createPixCharge(newCharge('our-id'));
      expect(under.fake.account.payments).toMatchObject([{ id: charge.chargeId, externalReference: 'our-id' }]);
    },
  );

  test.each(NOT_DONE)('met by %s has an unknown outcome, and is created once by the next try', async (_what, fault) => {
    broken('POST /payments', fault);
    expect((await failureOf(begin())).kind).toBe('ambiguous');
    expect(under.fake.account.payments).toHaveLength(0);
    await begin();
    await under.create().createPixCharge(newCharge('our-id'));
    expect(under.fake.account.payments).toHaveLength(1);
  });

  test.each(REFUSALS)('refused with %s was not created', async (_what, fault, kind) => {
    broken('POST /payments', fault.kind === 'answered' ? html(400) : fault);
    expect((await failureOf(begin())).kind).toBe(kind);
    expect(under.fake.account.payments).toHaveLength(0);
    expect(under.requestCount('GET /payments')).toBe(1);
  });

  test.each([...EFFECTIVE_FAULTS, ...NOT_DONE])(
    'is not created when the creation of its customer was %s',
    async (_what, fault) => {
      broken('POST /customers', fault);
      expect((await failureOf(begin())).kind).toBe('unavailable');
      expect(under.requestCount('POST /payments')).toBe(0);
      await begin();
      expect(under.fake.account.payments).toHaveLength(1);
    },
  );

  test('created after both tries gave up leaves two charges, of which one is ever shown', async () => {
    broken('POST /payments', { kind: 'late_commit', milliseconds: 1_400 });
    expect((await failureOf(begin())).kind).toBe('ambiguous');
    const shown = await begin();
    await expect.poll(() => under.fake.account.payments.length).toBe(2);
    under.fake.account.pay(shown.copyPaste ?? '');
    for (const each of [provider, under.create()])
      expect(await each.createPixCharge(newCharge('our-id'))).toMatchObject({
        chargeId: shown.chargeId,
        status: 'paid',
      });
  });

  test('whose code cannot be read now is not created again', async () => {
    under.fake.faults.next('GET /payments/', html(503));
    expect((await failureOf(begin())).kind).toBe('unavailable');
    const charge = await begin();
    expect(charge.copyPaste).toBe(under.fake.account.payments[0]?.payload);
    expect(under.fake.account.payments).toHaveLength(1);
  });

  test('is not created while it is unknown whether one exists', async () => {
    under.fake.faults.next('GET /payments', html(503));
    expect((await failureOf(begin())).kind).toBe('unavailable');
    expect(under.requestCount('POST /payments') + under.requestCount('POST /customers')).toBe(0);
  });

  test.each([...EFFECTIVE_FAULTS, ...NOT_DONE])(
    'whose cancellation was %s has the state that is found afterwards',
    async (_what, fault) => {
      const { chargeId } = await begin();
      broken('DELETE /payments/', fault);
      const failures = await provider.cancel(chargeId);
      expect(failures.status).toBe(EFFECTIVE_FAULTS.some(([, done]) => done === fault) ? 'cancelled' : 'pending');
      expect((await provider.cancel(chargeId)).status).toBe('cancelled');
    },
  );

  test.each(REFUSALS)('is not cancelled when %s refuses the cancellation', async (_what, fault, kind) => {
    const { chargeId } = await begin();
    broken('DELETE /payments/', fault.kind === 'answered' ? html(400) : fault);
    expect((await failureOf(provider.cancel(chargeId))).kind).toBe(kind);
    expect((await provider.getCharge(chargeId)).status).toBe('pending');
  });

  test('is rejected with Asaas’s own code for a document that it does not accept', async () => {
    const wanted = newCharge();
    const wrong = { ...wanted, payer: { ...wanted.payer, taxId: '11122233344' } };
    expect(await failureOf(provider.createPixCharge(wrong))).toMatchObject({
      kind: 'rejected',
      message: 'payment provider (rejected): create customer: status 400 invalid_cpfCnpj',
    });
  });
});

describe('static code at Asaas', () => {
  beforeEach(() => start('static'));

  test.each([...EFFECTIVE_FAULTS, ...NOT_DONE])(
    'met by "%s" has an unknown outcome, and only one is ever shown',
    async (_what, fault) => {
      broken('POST /pix/qrCodes/static', fault);
      expect((await failureOf(begin())).kind).toBe('ambiguous');
      const shown = await begin();
      expect(await begin()).toEqual(shown);
      under.fake.account.payStaticCode(shown.chargeId);
      expect(under.fake.account.payments).toHaveLength(1);
      expect(await provider.getCharge(shown.chargeId)).toMatchObject({ status: 'paid', paymentId: 'our-id' });
    },
  );

  test.each(REFUSALS)('refused with %s was not created', async (_what, fault, kind) => {
    broken('POST /pix/qrCodes/static', fault.kind === 'answered' ? html(400) : fault);
    expect((await failureOf(begin())).kind).toBe(kind);
    expect(under.fake.account.codes.size).toBe(0);
  });
});

describe('refund at Asaas', () => {
  let charge: Charge;
  beforeEach(async () => {
    await start('charge');
    charge = await begin();
    under.fake.account.pay(charge.copyPaste ?? '');
  });
  const refund = (): Promise<Charge> => provider.refund(charge.chargeId, 'Arrependimento');
  const refundRequests = (): unknown[] =>
    under.fake.requests.filter(({ path }) => path.endsWith('/refund')).map(({ body }) => JSON.parse(body) as unknown);

  test('of the full amount names no amount, and one of the rest names its own', async () => {
    under.fake.account.refund(charge.chargeId, { value: 3 });
    expect(await refund()).toMatchObject({ status: 'refunded', refundedCents: 1_000 });
    expect(refundRequests()).toEqual([{ description: 'Arrependimento', value: 7 }]);
    const another = await begin('another');
    under.fake.account.pay(another.copyPaste ?? '');
    await provider.refund(another.chargeId, 'x');
    expect(refundRequests().at(-1)).toEqual({ description: 'x' });
  });

  test.each(EFFECTIVE_FAULTS)('that was done but %s is found and reported as done', async (_what, fault) => {
    broken('POST /payments/', fault);
    expect(await refund()).toMatchObject({ status: 'refunded', refundedCents: 1_000 });
    expect(await refund()).toMatchObject({ status: 'refunded', refundedCents: 1_000 });
    expect(refundRequests()).toHaveLength(1);
  });

  test.each(NOT_DONE)('met by %s has an unknown outcome, and no money is returned', async (_what, fault) => {
    broken('POST /payments/', fault);
    expect((await failureOf(refund())).kind).toBe('ambiguous');
    expect(await provider.getCharge(charge.chargeId)).toMatchObject({ status: 'paid', refundedCents: 0 });
  });

  test('that cannot be checked afterwards stays unknown, and is not done twice', async () => {
    under.fake.faults.next('POST /payments/', { kind: 'dropped_after_commit' });
    under.fake.faults.next('GET /payments/', html(503), { after: 1 });
    expect((await failureOf(refund())).kind).toBe('ambiguous');
    expect(await refund()).toMatchObject({ refundedCents: 1_000 });
    expect(refundRequests()).toHaveLength(1);
  });

  test('is rejected while the balance is too low', async () => {
    under.fake.account.settings.balance = 9.99;
    const { kind, message } = await failureOf(refund());
    expect([kind, message]).toEqual(['rejected', 'payment provider (rejected): refund: status 400 invalid_action']);
    expect(await provider.getCharge(charge.chargeId)).toMatchObject({ status: 'paid', refundedCents: 0 });
  });
});

describe('unreachable Asaas', () => {
  beforeEach(() => start('charge'));

  test('makes a call fail without any effect when its host name is unknown', async () => {
    provider = under.create({ url: 'http://no-such-name.invalid/v3' });
    expect((await failureOf(begin())).kind).toBe('unavailable');
  });

  test('leaves no doubt about a POST that reached no server', async () => {
    const url = `http://127.0.0.1:${await ownPort()}/v3`;
    const http = createAsaasHttp({ url, apiKey: 'x', timeoutMs: 500 });
    const failure = await failureOf(http.post('try', { path: '/payments', body: {}, reply: v.unknown() }));
    expect([failure.kind, failure.message]).toEqual([
      'unavailable',
      'payment provider (unavailable): try: ECONNREFUSED',
    ]);
  });
});

test('no failure contains a key, a name, an e-mail or a document', async () => {
  await start('charge');
  const { apiKey } = under.fake;
  const failures: string[] = [];
  const collectFailure = async (call: Promise<unknown>): Promise<void> => {
    const error = await failureOf(call);
    failures.push(`${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`);
  };
  const echo = answered(
    JSON.stringify({ errors: [{ code: '52998224725 Ana Souza', description: `${apiKey} ana@exemplo.com` }] }),
    400,
  );
  for (const fault of [...EFFECTIVE_FAULTS, ...NOT_DONE]
    .map(([, each]) => each)
    .concat(
      echo,
      REFUSALS.map(([, each]) => each),
    )) {
    broken('POST /customers', fault);
    await collectFailure(begin(`${failures.length}`));
    if (EFFECTIVE_FAULTS.some(([, each]) => each === fault)) continue;
    broken('POST /payments', fault);
    await collectFailure(begin(`${failures.length}`));
  }
  for (const key of ['$aact_prod_canary', 'canary', '$aact_hmlg_canary'])
    await collectFailure(under.create({ apiKey: key }).health());
  const wrong = { ...newCharge(), payer: { name: 'Ana Souza', email: 'ana@exemplo.com', taxId: '11122233344' } };
  await collectFailure(provider.createPixCharge(wrong));
  expect(failures.length).toBeGreaterThan(20);
  expect(failures.join('\n')).not.toMatch(/Ana|Souza|exemplo\.com|52998224725|11122233344|aact|canary/);
});
