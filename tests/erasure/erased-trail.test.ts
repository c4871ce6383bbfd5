import { randomUUID } from 'node:crypto';
import { accountStream, businessStream } from '#domain/streams.ts';
import { appendEntries, readAuditHead } from '#projections/audit/entries.ts';
import { verifyAudit } from '#projections/audit/verify-audit.ts';
import { type AuditedDatabase, auditedDatabase, event } from '#tests/audit/audited-database.ts';
import { tablesContaining } from '#tests/support/tables-containing.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SECRET = 'Receita da avó';

let database: AuditedDatabase;
let [ana, business] = ['', ''];
beforeEach(async () => {
  database = await auditedDatabase();
  [ana, business] = [randomUUID(), randomUUID()];
});
afterEach(() => database.drop());

const by = () => ({ actor: { kind: 'account', id: ana } as const });
const eraser = { actor: { kind: 'system', id: 'erasure' } } as const;

async function appendSampleEvents(): Promise<void> {
  await database.append(businessStream(business), [
    event('BusinessOpened', { ownerId: ana }, by()),
    event('DishAdded', { id: randomUUID(), name: SECRET, salePrice: 0 }, by()),
  ]);
}

const erasureRequest = (businessIds: readonly string[]) =>
  database.append(accountStream(ana), [event('UserErased', { businessIds }, by())]);

async function eraseStream(): Promise<void> {
  await database.append(businessStream(business), [event('BusinessErased', {}, eraser)]);
  await database.log.erase(businessStream(business));
  await database.client.query('select audit.erase($1)', [businessStream(business)]);
}

const problems = async () =>
  (await verifyAudit({ client: database.client, log: database.sealed, anchors: [] })).problems.map(({ kind }) => kind);

test('an erasure between the read and the write of the audit writer leaves no content in the audit log', async () => {
  await appendSampleEvents();
  const head = await readAuditHead(database.client);
  const read = await database.sealed.readHashedEvents(head.position, 100);
  expect(read.map(({ data }) => data).join()).toContain(SECRET);
  await erasureRequest([business]);
  await eraseStream();
  await appendEntries(database.client, head, read);
  expect(await tablesContaining(database.pool, database, SECRET)).toEqual([]);
  await database.writeAuditLog();
  expect(await tablesContaining(database.pool, database, SECRET)).toEqual([]);
  expect(await problems()).toEqual([]);
});

test('an erasure waits for audit entries that are being written, and empties them', async () => {
  await appendSampleEvents();
  const other = await database.pool.connect();
  const head = await readAuditHead(database.client);
  const read = await database.sealed.readHashedEvents(null, 100);
  let erasing: Promise<void> | undefined;
  // The erasure begins while the writer has locked the head of the audit log.
  const writing = {
    query: async (...given: Parameters<typeof other.query>) => {
      const isEnd = (given as readonly unknown[])[0] === 'commit';
      if (isEnd) erasing = eraseStream();
      return other.query(...given);
    },
  } as unknown as Parameters<typeof appendEntries>[0];
  await erasureRequest([business]);
  await appendEntries(writing, head, read);
  await erasing;
  other.release();
  expect(await tablesContaining(database.pool, database, SECRET)).toEqual([]);
  await database.writeAuditLog();
  expect(await problems()).toEqual([]);
});

test('an entry of a business that joined the account during the erasure may be without content', async () => {
  await appendSampleEvents();
  await erasureRequest([]);
  await database.writeAuditLog();
  await eraseStream();
  await database.writeAuditLog();
  expect(await problems()).toEqual([]);
});

test('verification of the audit log reports content that is missing without an erasure', async () => {
  await appendSampleEvents();
  await database.writeAuditLog();
  await database.log.erase(businessStream(business));
  await database.client.query('select audit.erase($1)', [businessStream(business)]);
  expect(await problems()).toEqual(['content_missing', 'content_missing']);
});
