import type { RecordedEvent } from '#domain/event.ts';
import { accountStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { unparkStreams } from '#projections/runner/unpark.ts';
import { createAppender, testId } from '#tests/support/histories.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cost, costsOf, opened, streamOf } from './small-business.ts';
import { readDatabase, type ReadDatabase } from './read-database.ts';

let database: ReadDatabase;
let appender: ReturnType<typeof createAppender>;
beforeEach(async () => {
  database = await readDatabase();
  appender = createAppender(database.log);
});
afterEach(() => database.close());

const poison = { type: 'FixedCostPoisoned', data: {} };
const costFor = (stream: string, n: number) => appender.append(streamOf(stream), [cost(n)]);

test.each([1, 2, 1_000])('an unreadable event parks its business and no other (batches of %i)', async (batchSize) => {
  await appender.append(streamOf('sound'), [opened('sound'), cost(1)]);
  await appender.append(streamOf('poisoned'), [opened('poisoned'), cost(2)]);
  const position = await appender.append(streamOf('poisoned'), [poison]);
  await appender.append(streamOf('poisoned'), [cost(3)]);
  const projector = database.project({ batchSize });
  await database.reach(await costFor('sound', 4));
  expect(await costsOf(database, 'sound')).toEqual([1, 4]);
  expect(await costsOf(database, 'poisoned')).toEqual([2]);
  await database.reach(await costFor('poisoned', 5)); // Later events are skipped.
  expect(await costsOf(database, 'poisoned')).toEqual([2]);
  const parked = [{ kind: 'business', id: testId('business', 'poisoned'), position }];
  expect(await database.verify()).toMatchObject({ parked, differences: [] });
  await expect.poll(() => projector.status()).toMatchObject({ parked, lagSeconds: 0 });
  expect(projector.status().parked[0]?.error).toContain('FixedCostPoisoned');
});

test('content from which no figure can be computed parks its business', async () => {
  database.project();
  await appender.append(streamOf('poisoned'), [opened('poisoned'), cost(1)]);
  await appender.append(streamOf('poisoned'), [
    { type: 'FixedCostAdded', data: { id: testId('cost', 2), name: 'Meio centavo', value: 0.5 } },
  ]);
  await database.reach(await appender.append(streamOf('sound'), [opened('sound'), cost(3)]));
  expect(await costsOf(database, 'poisoned')).toEqual([1]);
  expect(await costsOf(database, 'sound')).toEqual([3]);
  expect(await database.verify()).toMatchObject({ parked: [{ kind: 'business' }], differences: [] });
});

test.each([1, 2, 3, 1_000])('content that the database refuses parks its stream (batches of %i)', async (batchSize) => {
  const strange = { type: 'FixedCostAdded', data: { id: 'no-uuid', name: 'Estranho', value: 1 } };
  for (const n of [1, 2, 3]) await appender.append(streamOf(`sound ${n}`), [opened(`sound ${n}`), cost(n)]);
  await appender.append(streamOf('strange'), [opened('strange'), cost(1), strange, cost(4)]);
  await appender.append(streamOf('stranger'), [opened('stranger'), strange]);
  const last = await costFor('sound 2', 5);
  await appender.append(streamOf('sound 3'), [cost(6)]);
  database.project({ batchSize });
  await database.reach(last);
  await database.reach(await costFor('sound 1', 7));
  expect(await costsOf(database, 'strange')).toEqual([1]);
  expect(await costsOf(database, 'stranger')).toEqual([]);
  expect(await costsOf(database, 'sound 1')).toEqual([1, 7]);
  expect(await costsOf(database, 'sound 2')).toEqual([2, 5]);
  expect(await costsOf(database, 'sound 3')).toEqual([3, 6]);
  expect(await database.verify()).toMatchObject({
    parked: [{ kind: 'business' }, { kind: 'business' }],
    differences: [],
  });
});

test('a parked account keeps the access it had', async () => {
  const stream = accountStream(testId('user'));
  const payment = { source: { kind: 'payment', id: 'pay-1' }, reason: 'paid' };
  database.project();
  await appender.append(stream, [{ type: 'AccessSourceAdded', data: payment }]);
  await appender.append(stream, [poison]);
  await database.reach(await appender.append(stream, [{ type: 'AccessSourceRemoved', data: payment }]));
  const { rows } = await database.pool.query('select access_granted from read.account');
  expect(rows).toEqual([{ access_granted: true }]);
  expect(await database.verify()).toMatchObject({ parked: [{ kind: 'account', id: testId('user') }], differences: [] });
});

/** Returns the log as a program sees it that does not know these events until `areKnown` returns true. */
function withTickets(log: EventLog, areKnown: () => boolean): EventLog {
  const seen = (event: RecordedEvent): RecordedEvent =>
    event.type === 'AverageTicketStated' && !areKnown() ? { ...event, type: 'FromTheFuture' } : event;
  return {
    ...log,
    async *read(stream, from) {
      for await (const event of log.read(stream, from)) yield seen(event);
    },
    async *subscribe(after, options) {
      for await (const batch of log.subscribe(after, options)) yield { ...batch, events: batch.events.map(seen) };
    },
  };
}
const ticket = { type: 'AverageTicketStated', data: { from: null, to: 5 } };

test('unparking folds the stream again, and the leading projector continues with it', async () => {
  let areKnown = false;
  const log = withTickets(database.log, () => areKnown);
  const options = { log, connectionString: database.url };
  database.project({ log });
  await appender.append(streamOf('a'), [opened('a'), cost(1), ticket]);
  await database.reach(await costFor('a', 2));
  expect(await unparkStreams(options)).toMatchObject([{ id: testId('business', 'a') }]);
  expect(await costsOf(database, 'a')).toEqual([1]);

  areKnown = true;
  expect(await unparkStreams(options)).toEqual([]);
  expect(await costsOf(database, 'a')).toEqual([1, 2]);
  expect(await database.verify()).toMatchObject({ parked: [], differences: [] });
  await database.reach(await costFor('a', 3));
  await database.reach(await appender.append(streamOf('b'), [opened('b'), cost(4)]));
  expect(await costsOf(database, 'a')).toEqual([1, 2, 3]);
  expect(await costsOf(database, 'b')).toEqual([4]);
});

test('a projector that takes the lead retries what an older one had to park, without any action', async () => {
  await appender.append(streamOf('a'), [opened('a'), cost(1), ticket]);
  await appender.append(streamOf('b'), [opened('b'), cost(2), poison]);
  const old = database.project({ log: withTickets(database.log, () => false) });
  await database.reach(await costFor('a', 3));
  await expect.poll(() => old.status().parked).toHaveLength(2);
  await old.stop();
  const projector = database.project();
  await database.reach(await costFor('a', 4));
  expect(await costsOf(database, 'a')).toEqual([1, 3, 4]);
  expect(await costsOf(database, 'b')).toEqual([2]);
  expect(projector.status().parked).toMatchObject([{ id: testId('business', 'b') }]);
  expect(await database.verify()).toMatchObject({ parked: [{ id: testId('business', 'b') }], differences: [] });
});

test('content that the database still refuses neither keeps others parked nor stops the projector', async () => {
  const strange = { type: 'FixedCostAdded', data: { id: 'no-uuid', name: 'Estranho', value: 1 } };
  await appender.append(streamOf('strange'), [opened('strange'), cost(1), strange]);
  await appender.append(streamOf('a'), [opened('a'), cost(2), ticket]);
  const log = withTickets(database.log, () => false);
  const old = database.project({ log });
  await database.reach(await costFor('a', 3));
  await old.stop();
  expect(await unparkStreams({ log: database.log, connectionString: database.url })).toMatchObject([
    { id: testId('business', 'strange') },
  ]);
  expect(await costsOf(database, 'a')).toEqual([2, 3]);
  const projector = database.project();
  await database.reach(await costFor('a', 4));
  expect(await costsOf(database, 'a')).toEqual([2, 3, 4]);
  expect(projector.status().parked).toHaveLength(1);
});

test('a projector parks a business with an event that only a newer program can read', async () => {
  const first = database.project();
  await appender.append(streamOf('a'), [opened('a'), ticket]);
  await database.reach(await costFor('a', 1));
  await first.stop();
  database.project({ log: withTickets(database.log, () => false) });
  await database.reach(await costFor('a', 2));
  expect(await costsOf(database, 'a')).toEqual([1]);
  expect((await database.verify()).parked).toMatchObject([{ kind: 'business', id: testId('business', 'a') }]);
});
