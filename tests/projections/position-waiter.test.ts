import type { Announcement, PositionWaiter } from '#read-model/position-waiter.ts';
import { createPositionWaiter, createReadLag } from '#projections/runner/listening-position-waiter.ts';
import type { Projector } from '#projections/runner/projector.ts';
import { createAppender } from '#tests/support/histories.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cost, costsOf, opened, streamOf } from './small-business.ts';
import { quietLogger, readDatabase, type ReadDatabase } from './read-database.ts';

let database: ReadDatabase;
let waiter: PositionWaiter;
let appender: ReturnType<typeof createAppender>;
let projector: Projector | undefined;
beforeAll(async () => {
  database = await readDatabase();
  appender = createAppender(database.log);
  waiter = createPositionWaiter({ connectionString: database.url, log: database.log, logger: quietLogger });
  await waiter.start();
});
afterEach(async () => {
  await projector?.stop();
  projector = undefined;
});
afterAll(async () => {
  await waiter.stop();
  await database.close();
});

const project = (): void => {
  projector = database.project();
};

let businesses = 0;
/** Appends a new event to the log. */
const write = (): Promise<string> => {
  businesses += 1;
  return appender.append(streamOf(`business ${businesses}`), [opened(`business ${businesses}`)]);
};

test('a reader that waits for the position of its own write always sees that write', async () => {
  project();
  await appender.append(streamOf('a'), [opened('a')]);
  const written: number[] = [];
  for (let n = 1; n <= 30; n += 1) {
    written.push(n);
    const position = await appender.append(streamOf('a'), [cost(n)]);
    expect(await waiter.waitFor(position, 5_000)).toBe('reached');
    expect(await costsOf(database, 'a')).toEqual(written);
  }
});

test('a listener is notified of a change by another process once it can be read', async () => {
  const heard: Announcement[] = [];
  const listener = createPositionWaiter({
    connectionString: database.url,
    log: database.log,
    logger: quietLogger,
    onReached: (announcement) => heard.push(announcement),
  });
  await listener.start();
  heard.length = 0; // The initial announcement of the current position is dropped.
  project(); // This projector announces its work through the database only.
  const stream = streamOf('heard');
  const position = await appender.append(stream, [opened('heard'), cost(1)]);
  expect(await listener.waitFor(position, 5_000)).toBe('reached');
  expect(heard.flatMap(({ changes }) => changes ?? []).filter((change) => change.stream === stream)).toEqual([
    { stream, position },
  ]);
  await listener.stop();
});

test('several readers can wait for the same position and for different ones', async () => {
  const first = await write();
  const second = await write();
  const waits = [first, second, first, second].map((position) => waiter.waitFor(position, 5_000));
  project();
  expect(await Promise.all(waits)).toEqual(['reached', 'reached', 'reached', 'reached']);
});

test('a reader does not wait for a position that was reached before the waiter started', async () => {
  project();
  const position = await write();
  await database.reach(position);
  const late = createPositionWaiter({ connectionString: database.url, log: database.log, logger: quietLogger });
  await late.start();
  expect(await late.waitFor(position, 0)).toBe('reached');
  await late.stop();
});

test('a wait for a position ends after its time limit', async () => {
  const position = await write();
  expect(await waiter.waitFor(position, 20)).toBe('timed_out');
});

test.each(['', 'nonsense', 'other-log:00000000000000000001', '%s:1', '%s:000000000000000000xx'])(
  'a wait for %j, which is no position of this log, ends immediately',
  async (template) => {
    expect(await waiter.waitFor(template.replace('%s', database.log.id), 5_000)).toBe('other_log');
  },
);

test('a position waiter listens again after its connection was cut, and misses nothing', async () => {
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
                where application_name = 'prumo-reads' and datname = current_database()`;
  expect((await database.pool.query(cut)).rowCount).toBe(2);
  const position = await write();
  const waiting = waiter.waitFor(position, 10_000);
  project();
  expect(await waiting).toBe('reached');
});

test('a position waiter counts an announcement of a projector in the same process immediately', async () => {
  const position = await write();
  const waiting = waiter.waitFor(position, 5_000);
  waiter.advance({ position, changes: [] });
  expect(await waiting).toBe('reached');
});

test('the lag of the read model grows while no projector runs, and returns to zero when one does', async () => {
  project();
  await database.reach(await write());
  expect(waiter.lagSeconds()).toBe(0);
  await projector?.stop();
  await write();
  await expect.poll(() => waiter.lagSeconds()).toBeGreaterThan(0);
  expect(waiter.isFarBehind()).toBe(false);
  project();
  await expect.poll(() => waiter.lagSeconds()).toBe(0);
});

test('the lag of the read model counts from the oldest missing event', () => {
  let now = 0;
  const lag = createReadLag(() => now);
  lag.sample('log:1');
  lag.advance('log:1');
  now = 10_000;
  lag.sample('log:2');
  now = 12_000;
  lag.sample('log:3');
  now = 14_000;
  expect(lag.seconds()).toBe(4);
  lag.advance('log:2');
  expect(lag.seconds()).toBe(2);
  lag.sample('log:3');
  now = 15_000;
  expect(lag.seconds()).toBe(3);
  lag.advance('log:4');
  lag.sample('log:3');
  expect(lag.seconds()).toBe(0);
});
