import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountStream } from '#domain/streams.ts';
import { startApi } from '#tests/support/api.ts';
import { freshDatabase, openLogOf, type ProductStorage, type TestDatabase } from '#tests/support/database.ts';
import { type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { newEvents } from '#tests/support/histories.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import { requireStopped } from '../../scripts/require-stopped.ts';

let database: TestDatabase;
let server: StandIn;
let moved: ProductStorage;
beforeAll(async () => {
  database = await freshDatabase('postgres');
  server = await startStandIn();
  moved = { url: database.url, eventStoreUrl: server.url };
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

test('the log cannot be moved while a process of the product uses the database', async () => {
  const storage = await freshDatabase('postgres');
  const running = await startApi({ storage });
  await expect(requireStopped(storage.url)).rejects.toThrow(/^The product runs on this database \(.*prumo-reads/);
  await running.stop();
  await expect(requireStopped(storage.url)).resolves.toBeUndefined();
  await storage.drop();
});

const addCost = (browser: ApiVisitor, cookie: string) =>
  browser.call('POST', '/api/fixed-costs', {
    headers: { Cookie: cookie, 'Idempotency-Key': randomUUID() },
    body: { name: randomUUID(), value: 10 },
  });

test('access revoked by one process is gone in the other one, although the revocation is missing in the moved log', async () => {
  const [first, second] = [await startApi({ storage: moved }), await startApi({ storage: moved })];
  const dona = await first.signIn('dona@exemplo.com');
  const cookie = dona.cookieHeader();
  const { id } = (await dona.call('GET', '/api/users/me')).json as { id: string };
  const stream = accountStream(id);
  const [old, log] = await Promise.all([openLogOf(database), openLogOf(moved)]);
  await old.append(stream, 'none', newEvents(stream, 0, [{ type: 'AccountRegistered', data: { issuer: 'x' } }]));

  expect((await addCost(second.visitor(), cookie)).status).toBe(201); // After this, the second process has cached that she has access.
  let revision = -1n;
  let source: unknown;
  for await (const event of log.read(stream)) {
    ({ revision } = event);
    if (event.type === 'AccessSourceAdded') source = event.data?.['source'];
  }
  const removed = { type: 'AccessSourceRemoved', data: { source, reason: 'revoked' } };
  await log.append(stream, revision, newEvents(stream, Number(revision) + 1, [removed]));
  expect((await addCost(second.visitor(), cookie)).status).toBe(403);
  await Promise.all([first.stop(), second.stop(), old.close(), log.close()]);
});
