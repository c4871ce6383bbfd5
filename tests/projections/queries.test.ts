import { createHash } from 'node:crypto';
import { emptyBusiness } from '#domain/business/state.ts';
import { accountStream, businessStream } from '#domain/streams.ts';
import { lastRevisionSql } from '#eventstore/postgres/read.ts';
import { ownerAnswers, type OwnerAnswers } from '#read-model/owner-answers.ts';
import { createQueries, type Queries } from '#queries/queries.ts';
import { TESTED_LOG } from '#tests/support/event-log.ts';
import { createAppender, historyOfEverything, testId } from '#tests/support/histories.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDatabase, type ReadDatabase } from './read-database.ts';

const VIEWS = [
  'listFixedCosts',
  'listVariableCosts',
  'listMonthRevenues',
  'listIngredients',
  'listDishes',
  'breakEvenFinancial',
  'dashboard',
] as const;
const NOW = new Date('2026-03-01T12:00:00Z');

/** The revision comes with the answer when the log is in the same database. */
const revisionSource = TESTED_LOG === 'postgres' ? { lastRevision: lastRevisionSql } : {};

let database: ReadDatabase;
let queries: Queries;
let appender: ReturnType<typeof createAppender>;
beforeAll(async () => {
  database = await readDatabase('database');
  queries = createQueries({ pool: database.pool, clock: () => NOW, ...revisionSource });
  appender = createAppender(database.log);
  database.project();
});
afterAll(() => database.close());

const userId = (name: string): string => testId('user', name);
const hashOf = (name: string): Buffer => createHash('sha256').update(name).digest();

interface SessionOptions {
  readonly kind?: 'account' | 'guest';
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
}

async function signIn(name: string, { kind = 'account', expiresAt, revokedAt }: SessionOptions = {}): Promise<Buffer> {
  await database.pool.query(
    `insert into identity.session (token_hash, user_id, kind, created_at, last_seen_at, expires_at, revoked_at)
     values ($1, $2, $3, $4, $4, $5, $6)`,
    [hashOf(name), userId(name), kind, NOW, expiresAt ?? new Date(NOW.getTime() + 1_000), revokedAt ?? null],
  );
  return hashOf(name);
}

const allowed = (name: string): Promise<string> =>
  appender.append(accountStream(userId(name)), [
    { type: 'AccessSourceAdded', data: { source: { kind: 'payment', id: `pay-${name}` }, reason: 'paid' } },
  ]);

test('every answer to an owner equals word for word what the domain computes', async () => {
  const history = historyOfEverything(userId('ana'));
  const hash = await signIn('ana');
  let position = await allowed('ana');
  for (const { events } of history.changes)
    position = await appender.append(businessStream(history.businessId), events);
  await database.reach(position);
  const expected = ownerAnswers(history.state, position);
  expect(JSON.parse(expected.listDishes)).not.toHaveLength(0);
  expect(JSON.parse(expected.listMonthRevenues)).not.toHaveLength(0);
  const results = await Promise.all(VIEWS.map((view) => queries.ownerView(hash, view)));
  VIEWS.forEach((view, i) =>
    expect(results[i]).toEqual({
      kind: 'found',
      userId: userId('ana'),
      body: expected[view],
      position,
      isParked: false,
    }),
  );
  expect(await queries.visitor(hash)).toMatchObject({ userId: userId('ana'), businessId: history.businessId });
});

test('the answers before the first change are those of an empty business', async () => {
  const hash = await signIn('bia');
  await database.reach(await allowed('bia'));
  const expected: OwnerAnswers = ownerAnswers(emptyBusiness, null);
  for (const view of VIEWS)
    expect(await queries.ownerView(hash, view)).toMatchObject({ kind: 'found', body: expected[view], isParked: false });
});

test('an account without access gets no answer, whatever data it has', async () => {
  const hash = await signIn('caio');
  const opened = { type: 'BusinessOpened', data: { ownerId: userId('caio') } };
  const position = await appender.append(businessStream(testId('business', 'caio')), [opened]);
  await database.reach(position);
  expect(await queries.ownerView(hash, 'dashboard')).toEqual({ kind: 'no_access', userId: userId('caio') });
  await database.reach(await allowed('caio'));
  expect(await queries.ownerView(hash, 'dashboard')).toMatchObject({ kind: 'found' });
});

test('a query with an unknown, expired or revoked session is rejected', async () => {
  const expired = await signIn('davi', { expiresAt: NOW });
  const revoked = await signIn('eva', { revokedAt: new Date(NOW.getTime() - 1) });
  for (const hash of [hashOf('nobody'), expired, revoked]) {
    expect(await queries.ownerView(hash, 'listDishes')).toEqual({ kind: 'no_session' });
    expect(await queries.visitor(hash)).toBeNull();
  }
});

test('a parked business is shown in its last state and marked as stale', async () => {
  const hash = await signIn('fabio');
  await allowed('fabio');
  const stream = businessStream(testId('business', 'fabio'));
  const costAdded = { type: 'FixedCostAdded', data: { id: testId('rent'), name: 'Aluguel', value: 10_000 } };
  await appender.append(stream, [{ type: 'BusinessOpened', data: { ownerId: userId('fabio') } }, costAdded]);
  await database.reach(await appender.append(stream, [{ type: 'Unknown', data: {} }]));
  const result = await queries.ownerView(hash, 'listFixedCosts');
  expect(result).toMatchObject({ kind: 'found', isParked: true, body: expect.stringContaining('Aluguel') as string });
});

test('a query loads a visitor’s session, person and account in one statement', async () => {
  const hash = await signIn('gil');
  await database.pool.query(
    `insert into identity.person (user_id, issuer, subject, email, email_verified, name, picture)
     values ($1, 'issuer', 'gil', 'Gil@example.com', true, 'Gil', 'https://example.com/gil.png')`,
    [userId('gil')],
  );
  await database.reach(await allowed('gil'));
  expect(await queries.visitor(hash)).toEqual({
    userId: userId('gil'),
    kind: 'account',
    email: 'Gil@example.com',
    emailVerified: true,
    name: 'Gil',
    picture: 'https://example.com/gil.png',
    accessGranted: true,
    paymentId: 'pay-gil',
    businessId: null,
    pendingGuestId: null,
    adminVerifiedAt: null,
    lastSeenAt: NOW,
    accountRevision: revisionSource.lastRevision ? 0n : null,
  });
  await allowed('gil'); // The log contains the access; the read model may not contain it yet.
  expect(await queries.visitor(hash)).toMatchObject({ accountRevision: revisionSource.lastRevision ? 1n : null });
  const guest = await queries.visitor(await signIn('guest', { kind: 'guest' }));
  expect(guest).toMatchObject({ kind: 'guest', email: null, emailVerified: false, name: null, accessGranted: false });
});

test('reads in the same turn of the event loop share one statement, and each gets its own answer', async () => {
  let asked = 0;
  const counting = Object.create(database.pool, {
    query: {
      value: (...args: Parameters<typeof database.pool.query>) => {
        asked += 1;
        return database.pool.query(...args);
      },
    },
  }) as typeof database.pool;
  const counted = createQueries({ pool: counting, clock: () => NOW, ...revisionSource });
  const names = ['ana', 'nobody', 'gil', 'ana'];
  const found = await Promise.all(names.map((name) => counted.visitor(hashOf(name))));
  expect(found.map((each) => each?.userId)).toEqual([userId('ana'), undefined, userId('gil'), userId('ana')]);
  expect(asked).toBe(1);
});
