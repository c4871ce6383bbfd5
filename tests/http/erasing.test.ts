import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventLog } from '#eventstore/port.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { buy, createPaidGuest, reportStatus, waitForStatus } from '#tests/support/buying.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type MemoryProvider, memoryProvider } from '#tests/support/memory-provider.ts';
import { tablesContaining } from '#tests/support/tables-containing.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

const EMAIL = 'zulmira.canaria@exemplo.com';

let provider: MemoryProvider;
let api: RunningApi;
let log: EventLog;
let logged = '';
beforeAll(async () => {
  provider = memoryProvider();
  api = await startApi({
    paymentProvider: provider,
    onLog(line) {
      logged += line;
    },
  });
  log = await api.openLog();
});
afterAll(() => api.stop());

const idOf = async (browser: ApiVisitor): Promise<string> =>
  ((await browser.call('GET', '/api/users/me')).json as { id: string }).id;

const completed = async (userId: string): Promise<number> => {
  let times = 0;
  for await (const { type } of log.read(`account-${userId}`)) if (type === 'ErasureCompleted') times += 1;
  return times;
};

async function fill(browser: ApiVisitor, name: string): Promise<void> {
  for (const [path, body] of [
    ['/api/ingredients', { name: `Farinha ${name}`, unit: 'kg', unit_price: 5 }],
    ['/api/dishes', { name: `Pizza ${name}`, sale_price: 40 }],
    ['/api/fixed-costs', { name: `Aluguel ${name}`, value: 1_000 }],
    ['/api/channels', { name: `Balcão ${name}` }],
  ] as const)
    expect((await browser.call('POST', path, { body })).status).toBe(201);
  const [pizza] = (await browser.call('GET', '/api/dishes')).json as readonly { readonly id: string }[];
  const line = { packs: 1, pack_quantity: 1, pack_unit: 'kg', total: 9, new: { name: `Sal ${name}`, unit: 'kg' } };
  const bought = { date: '2026-10-12', source: 'quick', supplier: { name: `Atacado ${name}` }, lines: [line] };
  expect((await browser.call('POST', '/api/purchases', { body: bought })).status).toBe(201);
  expect((await browser.call('PUT', '/api/stock-values/2026-10', { body: { value: 1_250 } })).status).toBe(200);
  const body = { rows: [{ dish_id: pizza?.id, quantity: 7 }] };
  expect((await browser.call('PUT', '/api/sales/2026-10/main', { body })).status).toBe(200);
}

test('an account that asks for erasure is erased to the last byte, and returns as a new account', async () => {
  const zulmira = await api.signIn(EMAIL);
  const { payment_id: paymentId } = await buy(zulmira, { name: 'Zulmira Canaria', email: EMAIL });
  await reportStatus(api, provider, paymentId, { status: 'paid' });
  await waitForStatus(zulmira, paymentId, 'CONFIRMED');
  await fill(zulmira, 'canaria');
  await expect.poll(async () => (await api.pool.query('select from mail.outbox')).rows.length).toBe(1);
  const userId = await idOf(zulmira);
  const elsewhere = await api.signIn(EMAIL);
  const mine = await zulmira.call('GET', '/api/account/data');
  for (const kept of [
    'Zulmira Canaria',
    EMAIL,
    'Farinha canaria',
    'Pizza canaria',
    'Balcão canaria',
    'Sal canaria',
    'Atacado canaria',
    paymentId,
  ])
    expect(mine.text).toContain(kept);
  const { estado_atual: now } = (mine.json as { negocios: { estado_atual: Record<string, object[]> }[] }).negocios[0]!;
  expect([now['canais'], now['vendas']]).toMatchObject([
    [{ name: 'Balcão canaria', is_main: true }],
    [{ month: '2026-10', rows: [{ quantity: 7, revenue: null }] }],
  ]);
  expect((await tablesContaining(api.pool, api.storage, 'canaria')).length).toBeGreaterThan(5);

  for (const body of [{}, { confirm: 'excluir' }, { confirm: true }])
    expect((await zulmira.call('DELETE', '/api/account', { body })).status).toBe(422);
  const gone = await zulmira.call('DELETE', '/api/account', { body: { confirm: 'EXCLUIR' } });
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect(gone.headers.get('Clear-Site-Data')).toContain('"storage"');
  expect(zulmira.cookieHeader()).not.toMatch(/session=./);
  for (const browser of [zulmira, elsewhere]) {
    expect((await browser.call('GET', '/api/users/me')).status).toBe(401);
    expect((await browser.call('GET', '/api/dashboard')).status).toBe(401);
  }
  await expect.poll(() => completed(userId)).toBe(1);
  expect(await tablesContaining(api.pool, api.storage, 'canaria')).toEqual([]);
  expect(logged).toContain('"msg":"request"'); // The reactor had been following this stream.
  expect(logged.toLowerCase()).not.toContain('canaria');
  const { rows } = await api.pool.query('select from access_log.entry where account_id = $1', [userId]);
  expect(rows.length).toBeGreaterThan(0); // The law requires this for six months.

  const back = await api.signIn(EMAIL);
  expect(await idOf(back)).not.toBe(userId);
  expect((await back.call('GET', '/api/users/me')).json).toMatchObject({ access_granted: false, payment_id: null });
  expect((await back.call('POST', '/api/payment/verify-access')).json).toMatchObject({ access_granted: false });
  expect((await back.call('GET', '/api/account/data')).json).toMatchObject({ negocios: [], pagamentos: [] });
});

test('a guest can download their data and be erased', async () => {
  const payer = { name: 'Guido Passarinho', email: 'guido@passarinho.example' };
  const { browser, paymentId } = await createPaidGuest(api, provider, payer);
  await fill(browser, 'passarinho');
  const userId = await idOf(browser);
  const file = (await browser.call('GET', '/api/account/data')).json;
  expect(file).toMatchObject({
    conta: { id: userId, tipo: 'sem conta', email: null, termos_aceitos: expect.stringMatching(/^\d{4}-/) },
    pagamentos: [{ id: paymentId, cobranca: { nome_informado: payer.name, email_informado: payer.email, valor: 10 } }],
  });
  const buyer = browser.cookieHeader();
  expect((await browser.call('DELETE', '/api/account', { body: { confirm: 'EXCLUIR' } })).status).toBe(204);
  await expect.poll(() => completed(userId)).toBe(1);
  expect(await tablesContaining(api.pool, api.storage, 'passarinho')).toEqual([]);
  expect(browser.cookieHeader()).not.toMatch(/=./);
  // A copy of the buyer's cookie no longer starts a session.
  const status = await api.visitor().call('GET', `/api/payment/status/${paymentId}`, { headers: { Cookie: buyer } });
  expect(status.status).toBe(404);
  expect(status.headers.getSetCookie().filter((cookie) => !cookie.includes('buyer=;'))).toEqual([]);
  expect((await browser.call('GET', '/api/dashboard')).status).toBe(401);
});

test('an interrupted erasure lets the person not sign in, and is completed after the next start', async () => {
  const shop = await freshDatabase();
  const email = 'novo@exemplo.com';
  const apiWithoutErasureList = await startApi({
    storage: shop,
    config: { erasureList: '/dev/null/none' },
    onLog: () => undefined,
  });
  const novo = await apiWithoutErasureList.signIn(email);
  expect((await novo.call('DELETE', '/api/account', { body: { confirm: 'EXCLUIR' } })).status).toBe(204);
  await expect(apiWithoutErasureList.signIn(email)).rejects.toThrow(/503 .*sendo excluídos/);
  await apiWithoutErasureList.stop();

  const api2 = await startApi({ storage: shop });
  await expect
    .poll(async () => api2.signIn(email).then((browser) => browser.call('GET', '/api/users/me'), String), {
      timeout: 15_000,
    })
    .toMatchObject({ status: 200 });
  await api2.stop();
  await shop.drop();
});
