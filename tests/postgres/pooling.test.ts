import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPooledByTransaction } from '#postgres/pooling.ts';
import { openSession, type Session } from '#postgres/session.ts';
import { startApi } from '#tests/support/api.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type DatabaseGateway, startDatabaseGateway } from '#tests/support/database-gateway.ts';

let database: TestDatabase;
let pooler: DatabaseGateway;
beforeAll(async () => {
  database = await freshDatabase();
  pooler = await startDatabaseGateway(database.url, { isPooler: true });
});
afterAll(async () => {
  await pooler.close();
  await database.drop();
});

const open = (connectionString: string): Promise<Session> =>
  openSession({ connectionString, name: 'test', connectTimeoutMs: 10_000 });

test('a direct connection to PostgreSQL is not taken for a pooler, and needs no second session', async () => {
  const session = await open(database.url);
  const never = (): Promise<Session> => Promise.reject(new Error('nobody needs another one'));
  expect(await isPooledByTransaction(session, never)).toBe(false);
  await session.close();
});

test('a pooler that gives each client its own session is accepted', async () => {
  const session = await open(pooler.url);
  expect(await isPooledByTransaction(session, () => open(pooler.url))).toBe(false);
  await session.close();
});

test('the product can change and read data behind a session pooler', async () => {
  const api = await startApi({ storage: { ...database, url: pooler.url } });
  const dona = await api.signIn('dona@exemplo.com');
  const made = await dona.call('POST', '/api/fixed-costs', { body: { name: 'Aluguel', value: 1_000 } });
  expect(made.status).toBe(201);
  const position = made.headers.get('X-Position') ?? '';
  const list = await dona.call('GET', '/api/fixed-costs', { headers: { 'X-Read-After': position } });
  expect(list.headers.get('X-Stale')).toBeNull();
  await api.stop();
});

/** Sessions of a transaction pooler, which gives out the server process that was returned last. */
function pooledByTransaction(idle: number[]): () => Session {
  return () => {
    let inTransaction: number | undefined;
    const query = async (text: string) => {
      if (text === 'begin') inTransaction = idle.pop();
      if (text === 'commit' && inTransaction !== undefined) idle.push(inTransaction);
      if (text === 'commit') inTransaction = undefined;
      return { rows: [{ id: inTransaction ?? idle.at(-1) }] };
    };
    const client = { processID: 9, query } as unknown as Session['client'];
    return { client, drop: () => undefined, close: async () => undefined };
  };
}

test.each([
  ['two', [1, 2]],
  ['four', [1, 2, 3, 4]],
] as const)('a transaction pooler with %s server processes is detected', async (_count, idle) => {
  const openNext = pooledByTransaction([...idle]);
  expect(await isPooledByTransaction(openNext(), async () => openNext())).toBe(true);
});

test('a statement pooler is detected', async () => {
  const statement = (): Session => {
    const query = async (text: string) => {
      if (text === 'begin') throw new Error('transaction blocks not allowed in statement pooling mode');
      return { rows: [{ id: 1 }] };
    };
    const client = { processID: 9, query } as unknown as Session['client'];
    return { client, drop: () => undefined, close: async () => undefined };
  };
  expect(await isPooledByTransaction(statement(), async () => statement())).toBe(true);
});
