import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountStream, businessStream } from '#domain/streams.ts';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import type { EventLog, AuditableLog } from '#eventstore/port.ts';
import { migratePrimaryData } from '#migrations/primary-data.ts';
import { createAuditWriter } from '#projections/audit/audit-writer.ts';
import { verifyAudit } from '#projections/audit/verify-audit.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { event } from './audited-database.ts';

const quiet = { info: () => undefined, warn: () => undefined };
const [ana, bia] = [randomUUID(), randomUUID()];
const by = (id: string) => ({ actor: { kind: 'account', id } as const });

let server: StandIn;
let log: EventLog & AuditableLog;
let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  server = await startStandIn();
  log = await createEventStoreDbLog({ url: server.url, pollMs: 200, timeoutMs: 10_000 });
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await migratePrimaryData(client);
});
afterEach(async () => {
  await client.end();
  await log.close();
  await server.stop();
  await database.drop();
});

const verdict = async () => {
  const { problems } = await verifyAudit({ client, log, anchors: [] });
  return problems.map(({ kind, number }) => `${kind} ${number}`);
};

/** The audit log of a writer that has reached the end of the log. */
async function writeAuditLog(entries: number): Promise<void> {
  const writer = createAuditWriter({ log, connectionString: database.url, logger: quiet });
  writer.start();
  for (const deadline = Date.now() + 30_000; (writer.status().head?.number ?? 0n) < entries; await sleep(20))
    if (Date.now() > deadline) throw new Error(`${writer.status().head?.number} entries were written`);
  await writer.stop();
}

/** Ana and Bia have a business each, with foreign events in between; Bia's is erased. */
async function appendSampleEvents({ isAsked }: { readonly isAsked: boolean }): Promise<{ gone: string; kept: string }> {
  const [kept, gone] = [businessStream(randomUUID()), businessStream(randomUUID())];
  for (const [stream, id, name] of [
    [gone, bia, 'Segredo'],
    [kept, ana, 'Pizza'],
  ] as const) {
    await log.append(stream, 'none', [event('BusinessOpened', { ownerId: id }, by(id))]);
    server.writeForeign(3);
    await log.append(stream, 0n, [event('DishAdded', { id: randomUUID(), name, salePrice: 0 }, by(id))]);
  }
  const erasureRequest = event('UserErased', { businessIds: [gone.slice('business-'.length)] }, by(bia));
  await log.append(accountStream(bia), 'none', [isAsked ? erasureRequest : event('SignedIn', {}, by(bia))]);
  return { gone, kept };
}

async function eraseStream(stream: string): Promise<void> {
  await log.erase(stream);
  await client.query('select audit.erase($1)', [stream]);
}

test('the audit log of events in EventStoreDB verifies: it holds their seals and no events of other systems', async () => {
  await appendSampleEvents({ isAsked: true });
  await writeAuditLog(5);
  expect(await verdict()).toEqual([]);
  await client.query('set session_replication_role = replica');
  await client.query(`update audit.entry set data = replace(data, 'Pizza', 'Pisca') where type = 'DishAdded'`);
  expect(await verdict()).toEqual(['content_changed 4', 'not_in_log 4']);
});

test('the audit log verifies whether an erased event is in EventStoreDB without content, or gone after a scavenge', async () => {
  const { gone } = await appendSampleEvents({ isAsked: true });
  await writeAuditLog(5);
  await eraseStream(gone);
  expect(await verdict()).toEqual([]);
  server.stored.scavenge();
  expect(await verdict()).toEqual([]);
  await log.append(accountStream(ana), 'none', [event('SignedIn', {}, by(ana))]);
  await writeAuditLog(6);
  expect(await verdict()).toEqual([]);
});

test('verification of the audit log reports no gap for an event that was scavenged before it was written there', async () => {
  const { gone } = await appendSampleEvents({ isAsked: true });
  await eraseStream(gone);
  server.stored.scavenge();
  await writeAuditLog(3);
  expect(await verdict()).toEqual([]);
});

test('verification of the audit log reports events that are missing from EventStoreDB without an erasure', async () => {
  const { gone } = await appendSampleEvents({ isAsked: false });
  await writeAuditLog(5);
  await eraseStream(gone);
  server.stored.scavenge();
  expect(await verdict()).toEqual(['content_missing 1', 'content_missing 2', 'not_in_log 1', 'not_in_log 2']);
});

test('verification of the audit log reports an entry with content of an erased business whose event is missing', async () => {
  const { gone } = await appendSampleEvents({ isAsked: true });
  await writeAuditLog(5);
  await log.erase(gone);
  server.stored.scavenge();
  expect(await verdict()).toEqual(['not_in_log 1', 'not_in_log 2']);
});

test('verification of the audit log finds a foreign event that its writer skipped, even when a scavenge came before it', async () => {
  const { gone } = await appendSampleEvents({ isAsked: true });
  await writeAuditLog(5);
  await eraseStream(gone);
  server.stored.scavenge();
  await client.query('set session_replication_role = replica; delete from audit.entry where number = 4');
  expect(await verdict()).toEqual(['not_in_audit_log null', 'gap 5', 'broken_chain 5']);
});
