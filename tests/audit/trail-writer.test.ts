import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountStream, businessStream } from '#domain/streams.ts';
import { createAuditWriter, type AuditWriter } from '#projections/audit/audit-writer.ts';
import { verifyAudit } from '#projections/audit/verify-audit.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AuditedDatabase, auditedDatabase, event } from './audited-database.ts';

const quiet = { info: () => undefined, warn: () => undefined };
let database: AuditedDatabase;
const writers: AuditWriter[] = [];

beforeAll(async () => {
  database = await auditedDatabase();
});
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.stop();
});
afterAll(() => database.drop());

function writing(): AuditWriter {
  const { log, url: connectionString } = database;
  const writer = createAuditWriter({ log, connectionString, logger: quiet });
  writer.start();
  writers.push(writer);
  return writer;
}

async function entries(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from audit.entry');
  return rows[0]?.count ?? 0;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await condition()); await sleep(20))
    if (Date.now() > deadline) throw new Error('it never came');
}

test('every event is in the audit log once and in order, whichever process writes it', async () => {
  const [first, second] = [writing(), writing()];
  for (let n = 0; n < 20; n += 1) {
    await database.append(accountStream(randomUUID()), [event('SignedIn', {})]);
    if (n === 10) await (first.status().role === 'leading' ? first : second).stop();
  }
  await until(async () => (await entries()) === 20);
  expect(await verifyAudit({ client: database.client, log: database.sealed, anchors: [] })).toEqual({
    entries: 20n,
    problems: [],
  });
});

test('events that were appended while no audit writer ran are added to the audit log later', async () => {
  await database.append(accountStream(randomUUID()), [event('SignedIn', {})]);
  writing();
  await until(async () => (await entries()) === 21);
  expect(await entries()).toBe(21);
});

test('content that was erased before the audit writer reached it is not stored', async () => {
  const stream = businessStream(randomUUID());
  await database.append(stream, [event('DishAdded', { name: 'Segredo' })]);
  await database.client.query('select audit.erase($1)', [stream]);
  writing();
  await until(async () => (await entries()) === 22);
  const { rows } = await database.pool.query('select data, salt from audit.entry where stream = $1', [stream]);
  expect(rows).toEqual([{ data: null, salt: null }]);
});

test('the database role of the product cannot change an audit entry', async () => {
  await expect(database.client.query('update audit.entry set type = $1 where number = 1', ['X'])).rejects.toThrow(
    /append-only/,
  );
  await expect(database.client.query('delete from audit.entry')).rejects.toThrow(/append-only/);
});
