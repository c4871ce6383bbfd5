import { firstBusinessIdOf } from '#app/ids.ts';
import { businessStream } from '#domain/streams.ts';
import type { AuditEntry } from '#queries/audit-entry.ts';
import type { EventLog, AuditableLog } from '#eventstore/port.ts';
import { verifyAudit } from '#projections/audit/verify-audit.ts';
import { ADMIN_PASSWORD, type RunningApi, startApi } from '#tests/support/api.ts';
import { tablesContaining } from '#tests/support/tables-containing.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const POLLING = { timeout: 15_000 };

let api: RunningApi;
let log: EventLog & AuditableLog;
let admin: ApiVisitor;
beforeAll(async () => {
  api = await startApi();
  log = await api.openLog();
  admin = await api.signIn('admin@exemplo.com');
  await admin.call('POST', '/api/admin/verify-password', { body: { password: ADMIN_PASSWORD } });
});
afterAll(() => api.stop());

interface Trail {
  readonly entries: readonly AuditEntry[];
}

const trailOf = async (userId: string, more = ''): Promise<readonly AuditEntry[]> =>
  ((await admin.call('GET', `/api/admin/audit?person=${userId}${more}`)).json as Trail).entries;

/**
 * Creates an account that was granted access before its first sign-in and has a business; all its texts contain `word`.
 */
async function customer(word: string): Promise<{ readonly browser: ApiVisitor; readonly userId: string }> {
  const email = `${word}@padaria.exemplo.com`;
  expect((await admin.call('POST', `/api/admin/grant-access/${email}`)).status).toBe(200);
  expect(await tablesContaining(api.pool, api.storage, word)).toEqual(['identity.granted_email']);
  const browser = await api.signIn(email);
  await expect.poll(async () => (await browser.call('GET', '/api/dishes')).status, POLLING).toBe(200);
  for (const [path, body] of [
    ['/api/ingredients', { name: `Farinha ${word}`, unit: 'kg', unit_price: 5 }],
    ['/api/dishes', { name: `Pizza ${word}`, sale_price: 40 }],
    ['/api/fixed-costs', { name: `Aluguel ${word}`, value: 1_000 }],
  ] as const)
    expect((await browser.call('POST', path, { body })).status).toBe(201);
  const { id } = (await browser.call('GET', '/api/users/me')).json as { id: string };
  return { browser, userId: id };
}

async function leaves(browser: ApiVisitor): Promise<void> {
  expect((await browser.call('DELETE', '/api/account', { body: { confirm: 'EXCLUIR' } })).status).toBe(204);
}

async function eventsIn(stream: string): Promise<number> {
  const events = [];
  for await (const event of log.read(stream)) events.push(event);
  return events.length;
}

const isWritten = async (): Promise<boolean> => {
  const { rows } = await api.pool.query<{ position: string | null }>('select position from audit.head');
  return rows[0]?.position === (await log.head());
};

async function problems(): Promise<readonly unknown[]> {
  await expect.poll(isWritten, POLLING).toBe(true);
  const client = await api.pool.connect();
  try {
    return (await verifyAudit({ client, log, anchors: [] })).problems;
  } finally {
    client.release();
  }
}

test('the audit log states that a person was erased, contains none of their data, and verifies', async () => {
  const { browser, userId } = await customer('serafina');
  await expect
    .poll(async () => (await trailOf(userId, '&kind=business')).map(({ sentence }) => sentence), POLLING)
    .toContainEqual(expect.stringMatching(/^.+ criou o prato “Pizza serafina”, a R\$\s40,00\.$/));
  await leaves(browser);
  await expect
    .poll(async () => (await trailOf(userId)).some(({ type }) => type === 'ErasureCompleted'), POLLING)
    .toBe(true);
  const business = await trailOf(userId, '&kind=business');
  expect(business.map(({ type }) => type)).toEqual([
    'FixedCostAdded',
    'DishAdded',
    'IngredientAdded',
    'BusinessOpened',
  ]);
  for (const { sentence, erased } of business)
    expect([erased, sentence]).toEqual([
      true,
      'Pessoa removida fez uma mudança cujo conteúdo foi excluído a pedido da pessoa.',
    ]);
  const [dish] = await trailOf(userId, '&type=DishAdded');
  expect((await admin.call('GET', `/api/admin/audit/entries/${dish?.number}`)).json).toMatchObject({
    before: null,
    after: null,
    raw: { data: null, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect((await admin.call('GET', '/api/admin/audit.csv')).text.toLowerCase()).not.toContain('serafina');
  expect(await tablesContaining(api.pool, api.storage, 'serafina')).toEqual([]);
  expect(await problems()).toEqual([]);
});

test('an erasure while the audit log is behind leaves no data in the audit log', async () => {
  const { browser, userId } = await customer('valdomira');
  await expect.poll(isWritten, POLLING).toBe(true);
  const holding = await api.pool.connect();
  await holding.query('begin; select from audit.head for update');
  // The writer of the audit log reads the following events with their content, and waits.
  const late = { name: 'Coxinha valdomira', sale_price: 8 };
  expect((await browser.call('POST', '/api/dishes', { body: late })).status).toBe(201);
  await leaves(browser);
  await expect.poll(async () => eventsIn(businessStream(firstBusinessIdOf(userId))), POLLING).toBe(0);
  expect(await tablesContaining(api.pool, api.storage, 'valdomira')).toContain('audit.entry');
  await holding.query('rollback');
  holding.release();
  await expect
    .poll(async () => (await trailOf(userId)).some(({ type }) => type === 'ErasureCompleted'), POLLING)
    .toBe(true);
  expect(await tablesContaining(api.pool, api.storage, 'valdomira')).toEqual([]);
  expect((await trailOf(userId, '&type=DishAdded')).map(({ erased }) => erased)).toEqual([true, true]);
  expect(await problems()).toEqual([]);
});
