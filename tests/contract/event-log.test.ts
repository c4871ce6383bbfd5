import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { expect, test } from 'vitest';
import { describeEventLog } from './event-log.suite.ts';
import { migratedDatabase } from '#tests/support/database.ts';
import { collect, someEvents, someStream } from './some-events.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import { startStandIn } from '#tests/support/eventstoredb/stand-in.ts';

describeEventLog(
  'in an EventStoreDB stand-in',
  async () => {
    const server = await startStandIn();
    server.writeForeign(40);
    const log = await createEventStoreDbLog({ url: server.url, timeoutMs: 10_000 });
    const other = await createEventStoreDbLog({ url: server.url, timeoutMs: 10_000 });
    return {
      log,
      other,
      async dispose() {
        await Promise.all([log.close(), other.close()]);
        await server.stop();
      },
    };
  },
  { knowsAllIds: false, erasesDataAtOnce: true },
);

describeEventLog(
  'in memory',
  async () => {
    const log = createMemoryLog();
    return { log, other: log, dispose: () => log.close() };
  },
  { knowsAllIds: true, erasesDataAtOnce: true },
);

describeEventLog(
  'in Postgres',
  async () => {
    const database = await migratedDatabase('postgres');
    const log = await createPostgresLog({ connectionString: database.url });
    const other = await createPostgresLog({ connectionString: database.url });
    return {
      log,
      other,
      async dispose() {
        await Promise.all([log.close(), other.close()]);
        await database.drop();
      },
    };
  },
  { knowsAllIds: true, erasesDataAtOnce: true },
);

test('a stream of several pages of every size is read completely, in order and from any revision', async () => {
  const database = await migratedDatabase('postgres');
  const log = await createPostgresLog({ connectionString: database.url });
  const stream = someStream();
  const events = someEvents(11_500);
  for (let from = 0; from < events.length; from += 1_000)
    await log.append(stream, from === 0 ? 'none' : BigInt(from - 1), events.slice(from, from + 1_000));
  const idsFrom = async (revision: number) => (await collect(log.read(stream, BigInt(revision)))).map(({ id }) => id);
  const ids = events.map(({ id }) => id);
  for (const revision of [0, 1, 499, 500, 5_500, 10_500, 11_499, 11_500])
    expect(await idsFrom(revision), String(revision)).toEqual(ids.slice(revision));
  const texts = (await collect(log.readTexts(stream, 1n))).flat();
  expect(texts.map(({ revision, data }) => [revision, data])).toEqual(
    events.slice(1).map(({ data }, i) => [i + 1, JSON.stringify(data)]),
  );
  const last = (await collect(log.read(stream, 1n))).at(-1);
  expect(last).toMatchObject({ ...events.at(-1), stream, revision: 11_499n });
  expect(last?.position).toBe(await log.head());
  await log.close();
  await database.drop();
});
