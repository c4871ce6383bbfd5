import { randomUUID } from 'node:crypto';
import { accountStream, businessStream } from '#domain/streams.ts';
import { appendEntries, readTrailHead } from '#projections/audit/entries.ts';
import { verifyAudit } from '#projections/audit/verify-audit.ts';
import { type AuditedDatabase, auditedDatabase, event } from '#tests/audit/audited-database.ts';
import { placesWith } from '#tests/support/places-with.ts';
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

async function lived(): Promise<void> {
  await database.happened(businessStream(business), [
    event('BusinessOpened', { ownerId: ana }, by()),
    event('DishAdded', { id: randomUUID(), name: SECRET, salePrice: 0 }, by()),
  ]);
}

const erasureRequest = (businessIds: readonly string[]) =>
  database.happened(accountStream(ana), [event('UserErased', { businessIds }, by())]);

async function erased(): Promise<void> {
  await database.happened(businessStream(business), [event('BusinessErased', {}, eraser)]);
  await database.log.erase(businessStream(business));
  await database.client.query('select audit.erase($1)', [businessStream(business)]);
}

const problems = async () =>
  (await verifyAudit({ client: database.client, log: database.sealed, anchors: [] })).problems.map(({ what }) => what);

test('an erasure between the writer’s read and its write leaves no content', async () => {
  await lived();
  const head = await readTrailHead(database.client);
  const read = await database.sealed.hashedEvents(head.position, 100);
  expect(read.map(({ data }) => data).join()).toContain(SECRET);
  await erasureRequest([business]);
  await erased();
  await appendEntries(database.client, head, read);
  expect(await placesWith(database.pool, database, SECRET)).toEqual([]);
  await database.written();
  expect(await placesWith(database.pool, database, SECRET)).toEqual([]);
  expect(await problems()).toEqual([]);
});

test('an erasure waits for entries being written, and empties them', async () => {
  await lived();
  const other = await database.pool.connect();
  const head = await readTrailHead(database.client);
  const read = await database.sealed.hashedEvents(null, 100);
  let erasing: Promise<void> | undefined;
  // The erasure begins while the writer has locked the head of the audit log.
  const writing = {
    query: async (...given: Parameters<typeof other.query>) => {
      const isEnd = (given as readonly unknown[])[0] === 'commit';
      if (isEnd) erasing = erased();
      return other.query(...given);
    },
  } as unknown as Parameters<typeof appendEntries>[0];
  await erasureRequest([business]);
  await appendEntries(writing, head, read);
  await erasing;
  other.release();
  expect(await placesWith(database.pool, database, SECRET)).toEqual([]);
  await database.written();
  expect(await problems()).toEqual([]);
});

test('a business that joined the account at that moment, and is not named, may be without content too', async () => {
  await lived();
  await erasureRequest([]);
  await database.written();
  await erased();
  await database.written();
  expect(await problems()).toEqual([]);
});

test('content missing without an erasure is reported', async () => {
  await lived();
  await database.written();
  await database.log.erase(businessStream(business));
  await database.client.query('select audit.erase($1)', [businessStream(business)]);
  expect(await problems()).toEqual(['content_missing', 'content_missing']);
});
