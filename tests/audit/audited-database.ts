import { randomUUID } from 'node:crypto';
import type { EventMeta, JsonObject, NewEvent } from '#domain/event.ts';
import { accountStream, businessStream, paymentStream } from '#domain/streams.ts';
import { appendEntries, readAuditHead } from '#projections/audit/entries.ts';
import { migratedDatabase, openLogOf } from '#tests/support/database.ts';

/**
 * A database with a log and its audit log. Everything is done as the owner, because whoever tampers has every right.
 */
export async function auditedDatabase() {
  const database = await migratedDatabase();
  const { pool } = database;
  const client = await pool.connect();
  const log = await openLogOf(database);
  const revisions = new Map<string, bigint>();
  return {
    url: database.url,
    eventStore: database.eventStore,
    pool,
    client,
    log,
    sealed: log,
    /** Appends events to a stream without checks. */
    async append(stream: string, events: readonly NewEvent[]): Promise<void> {
      const { revision } = await log.append(stream, revisions.get(stream) ?? 'none', events);
      revisions.set(stream, revision);
    },
    /** Brings the audit log up to the log's end. */
    async writeAuditLog(): Promise<void> {
      for (let head = await readAuditHead(client); ;) {
        const events = await log.readHashedEvents(head.position, 7);
        if (events.length === 0) return;
        head = await appendEntries(client, head, events);
      }
    },
    async drop(): Promise<void> {
      await log.close();
      client.release();
      await database.drop();
    },
  };
}

export type AuditedDatabase = Awaited<ReturnType<typeof auditedDatabase>>;

export const event = (type: string, data: JsonObject, more: Partial<EventMeta> = {}): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  meta: {
    at: '2026-03-01T12:00:00.000Z',
    actor: { kind: 'system', id: 'test' },
    requestId: 'test',
    changeId: randomUUID(),
    schema: 1,
    ...more,
  },
});

/** Appends a little of everything: two people, a business, a payment that moves between them, an erased business. */
export async function appendSampleEvents(database: AuditedDatabase) {
  const [ana, bia, business, gone, payment] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const by = (id: string) => ({ actor: { kind: 'account', id } as const });
  await database.append(accountStream(ana), [
    event('AccountRegistered', { issuer: 'x' }, by(ana)),
    event('SignedIn', {}, by(ana)),
  ]);
  await database.append(businessStream(business), [
    event('BusinessOpened', { ownerId: ana }, by(ana)),
    event('IngredientAdded', { id: randomUUID(), name: 'Muçarela', unit: 'kg', unitPrice: 389_000 }, by(ana)),
    event(
      'IngredientRepriced',
      { id: randomUUID(), name: 'Muçarela', unit: 'kg', from: 389_000, to: 429_000 },
      { ...by(ana), at: '2026-03-02T12:00:00.000Z' },
    ),
  ]);
  const confirmed = event(
    'PaymentConfirmed',
    { provider: 'sandbox', chargeId: 'c', cents: 1_000 },
    { at: '2026-03-03T12:00:00.000Z' },
  );
  await database.append(paymentStream(payment), [
    confirmed,
    event(
      'PaymentClaimed',
      { from: null, to: { kind: 'guest', userId: bia }, via: 'browser' },
      { at: '2026-03-03T12:00:01.000Z' },
    ),
    event(
      'PaymentClaimed',
      { from: { kind: 'guest', userId: bia }, to: { kind: 'account', userId: ana }, via: 'receipt_code' },
      { at: '2026-03-03T12:00:02.000Z' },
    ),
  ]);
  await database.append(accountStream(bia), [
    event(
      'AccessSourceAdded',
      { source: { kind: 'payment', id: payment }, reason: 'paid' },
      { causationId: confirmed.id, at: '2026-03-03T12:00:01.500Z' },
    ),
  ]);
  await database.append(businessStream(gone), [
    event('BusinessOpened', { ownerId: bia }, by(bia)),
    event('DishAdded', { id: randomUUID(), name: 'Segredo', salePrice: 0 }, by(bia)),
  ]);
  await database.append(accountStream(bia), [event('UserErased', { businessIds: [gone] }, by(bia))]);
  await database.writeAuditLog();
  await database.log.erase(businessStream(gone));
  await database.client.query('select audit.erase($1)', [businessStream(gone)]);
  await database.append(accountStream(ana), [event('SignedIn', {}, { ...by(ana), at: '2026-03-04T12:00:00.000Z' })]);
  await database.writeAuditLog();
  return { ana, bia, business, gone, payment };
}
