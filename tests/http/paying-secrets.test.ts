import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPaymentId } from '#payments/intent.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { requestCharge, buy, createPaidGuest, statusOf, reportStatus, waitForStatus } from '#tests/support/buying.ts';
import { type MemoryProvider, memoryProvider } from '#tests/support/memory-provider.ts';
import { wholeLog } from '#tests/support/event-log.ts';

let api: RunningApi;
let provider: MemoryProvider;
const lines: string[] = [];
beforeAll(async () => {
  provider = memoryProvider({ needsTaxId: true });
  api = await startApi({
    paymentProvider: provider,
    onLog: (line) => void lines.push(line),
  });
});
afterAll(() => api.stop());

/** Returns all rows of all tables of these schemas as text. */
async function contentsOf(...schemas: readonly string[]): Promise<string> {
  const { rows: tables } = await api.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema = any($1) and table_type = 'BASE TABLE'`,
    [schemas],
  );
  const contents = [];
  for (const { name } of tables) contents.push((await api.pool.query(`select * from ${name}`)).rows);
  return JSON.stringify(contents);
}

test('names, e-mails, documents, codes and tokens of a payment are stored only where they belong', async () => {
  const payer = { name: 'Canário da Silva', email: 'canario@canario.example', tax_id: '529.982.247-25' };
  provider.fail('create', { kind: 'unavailable' });
  await requestCharge(api.visitor(), payer);
  const { browser, paymentId } = await createPaidGuest(api, provider, payer);
  const receipt = (await browser.call('GET', `/api/payment/receipt/${paymentId}`)).json as { receipt_code: string };
  const account = await api.signIn('canario@canario.example');
  await account.call('POST', '/api/payment/redeem', { body: { code: receipt.receipt_code } });
  await reportStatus(api, provider, paymentId, { status: 'refunded' });
  await waitForStatus(account, paymentId, 'REFUNDED');
  provider.fail('get', { kind: 'malformed' });
  const { payment_id: other } = await buy(browser, payer);
  await statusOf(browser, other, '?check=now');

  const tokens = browser
    .cookieHeader()
    .split('; ')
    .map((cookie) => cookie.split('=')[1] ?? '');
  expect(tokens).toHaveLength(2);
  const secrets = ['Canário', 'canario@', '529', receipt.receipt_code, ...tokens];
  const secret = new RegExp(secrets.join('|').replace('529', '52998224725|529\\.982'), 'i');
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => secret.test(line))).toEqual([]);
  const log = await api.openLog();
  const events = JSON.stringify(await wholeLog(log), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(events).toContain('PaymentRefunded');
  expect(events).not.toMatch(secret);
  expect(await contentsOf('read', 'reactor', 'sandbox')).not.toMatch(secret);
  const payments = await contentsOf('payments');
  expect(payments).toContain('Canário');
  expect(payments).not.toMatch(new RegExp([receipt.receipt_code, '52998224725', ...tokens].join('|')));
});

test('an unverified e-mail cannot claim a payment', async () => {
  const payer = { name: 'Eu', email: 'incerto@exemplo.com', tax_id: '52998224725' };
  const { browser: guest } = await createPaidGuest(api, provider, payer);
  const account = await api.signIn('incerto@exemplo.com');
  await api.pool.query(`update identity.person set email_verified = false where email = 'incerto@exemplo.com'`);
  const answer = await account.call('POST', '/api/payment/verify-access');
  expect(answer.json).toMatchObject({ access_granted: false });
  expect(answer.text).not.toMatch(/liberado|confirmado/);
  expect((await guest.call('GET', '/api/dashboard')).status).toBe(200);
  const events = async (): Promise<string> => {
    const log = await api.openLog();
    const all = await wholeLog(log);
    return all.map(({ type }) => type).join();
  };
  expect(await events()).not.toContain('PaymentTransferRequested');
  await api.pool.query(`update identity.person set email_verified = true where email = 'incerto@exemplo.com'`);
  await account.call('POST', '/api/payment/verify-access');
  expect(await events()).toContain('PaymentTransferRequested');
});

test('a provider that requires a CPF or CNPJ makes it a required field, and a wrong one is named', async () => {
  const who = { name: 'Ana', email: 'ana@comprou.example' };
  for (const more of [{}, { tax_id: '529.982.247-24' }, { tax_id: '11.222.333/0001-80' }, { tax_id: '1' }]) {
    const answer = await requestCharge(api.visitor(), { ...who, ...more });
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ fields: { tax_id: expect.stringMatching(/CPF ou CNPJ/) } });
  }
  for (const tax_id of ['529.982.247-25', '11.222.333/0001-81'])
    expect((await requestCharge(api.visitor(), { ...who, tax_id })).status).toBe(201);
});

test('payment ids are random in every bit', () => {
  const ids = Array.from({ length: 64 }, () => BigInt(`0x${newPaymentId().replaceAll('-', '')}`));
  for (let bit = 0n; bit < 128n; bit += 1n) expect(new Set(ids.map((id) => (id >> bit) & 1n)).size).toBe(2);
});
