import { searchAudit } from '#queries/audit-search.ts';
import { randomUUID } from 'node:crypto';
import { grantStream } from '#domain/streams.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditedDatabase, auditedDatabase, event, appendSampleEvents } from './audited-database.ts';

let database: AuditedDatabase;
let people: Awaited<ReturnType<typeof appendSampleEvents>>;

beforeAll(async () => {
  database = await auditedDatabase();
  people = await appendSampleEvents(database);
  await database.pool.query(
    `insert into identity.person (user_id, issuer, subject, email, name) values ($1, 'x', 'y', 'marta@exemplo.com', 'Dona Marta')`,
    [people.ana],
  );
});
afterAll(() => database.drop());

const all = { limit: 50 };
const sentences = async (...asked: [Parameters<typeof searchAudit>[1], Parameters<typeof searchAudit>[2]]) =>
  (await searchAudit(database.pool, ...asked)).entries.map(({ sentence }) => sentence.replaceAll('\u00A0', ' '));

test('the audit log lists its entries newest first, in plain Portuguese', async () => {
  const trail = await sentences({}, all);
  expect(trail.length).toBe(13);
  expect(trail[0]).toBe('Dona Marta entrou.');
  expect(trail).toContain('Dona Marta mudou o preço de “Muçarela” de R$ 38,90 para R$ 42,90 por kg.');
  expect(trail.at(-1)).toBe('Dona Marta criou a conta.');
});

test('an audit entry with erased content says that it was erased', async () => {
  const { entries } = await searchAudit(database.pool, { stream: `business-${people.gone}` }, all);
  expect(entries.map(({ erased }) => erased)).toEqual([true, true]);
  expect(JSON.stringify(entries)).not.toContain('Segredo');
});

describe('search of the audit log for a person', () => {
  test('finds what they did, and nothing that concerns only others', async () => {
    const trail = await sentences({ person: people.ana }, all);
    expect(trail).toContain('Dona Marta abriu o negócio.');
    expect(trail).not.toContain('O sistema liberou o acesso por pagamento');
  });
  test('finds a payment for everybody who ever held it, from its first event on', async () => {
    for (const person of [people.ana, people.bia])
      expect((await sentences({ person, kind: 'payment' }, all)).length).toBe(3);
  });
});

test('a search of the audit log combines all filters, and continues each page where the one before ended', async () => {
  const first = await searchAudit(database.pool, { person: people.ana, kind: 'business' }, { limit: 2 });
  expect(first.entries.length).toBe(2);
  const before = BigInt(first.next ?? 0);
  const second = await searchAudit(database.pool, { person: people.ana, kind: 'business' }, { limit: 2, before });
  expect(second.entries.map(({ type }) => type)).toEqual(['BusinessOpened']);
  expect(second.next).toBeNull();
});

test('a search of the audit log for a period includes its whole days', async () => {
  const period = { from: new Date('2026-03-02T00:00:00Z'), until: new Date('2026-03-03T00:00:00Z') };
  expect((await searchAudit(database.pool, period, all)).entries.map(({ type }) => type)).toEqual([
    'IngredientRepriced',
  ]);
  expect((await searchAudit(database.pool, { from: new Date('2030-01-01') }, all)).entries).toEqual([]);
});

test('a search of the audit log finds text without accents in any order, and reports where it stopped', async () => {
  expect((await sentences({ text: 'mucarela MARTA preço' }, all)).length).toBe(1);
  expect(await sentences({ text: 'ninguém' }, all)).toEqual([]);
  const one = await searchAudit(database.pool, { text: 'marta' }, { limit: 1 });
  expect([one.entries.length, one.next === null]).toEqual([1, false]);
});

test('a search of the audit log for a person finds who gave them access before they had an account', async () => {
  const [cleo, grant] = [randomUUID(), grantStream(randomUUID())];
  const admin = { kind: 'admin', id: people.ana } as const;
  await database.append(grant, [event('GrantGiven', { reason: 'cortesia' }, { actor: admin })]);
  await database.writeAuditLog();
  expect(await sentences({ person: cleo }, all)).toEqual([]);
  await database.append(grant, [event('GrantTakenUp', { userId: cleo }, { actor: { kind: 'account', id: cleo } })]);
  await database.writeAuditLog();
  const { entries } = await searchAudit(database.pool, { person: cleo }, all);
  expect(entries.map(({ type }) => type)).toEqual(['GrantTakenUp', 'GrantGiven']);
  expect(entries[1]?.sentence).toBe('Dona Marta (administração) concedeu acesso a um e-mail: cortesia.');
});
