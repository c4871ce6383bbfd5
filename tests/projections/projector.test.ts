import { createEventFolder } from '#projections/runner/folding.ts';
import { accountStream } from '#domain/streams.ts';
import { type EventLog, LogUnavailable, type Position } from '#eventstore/port.ts';
import { anyTraffic, createAppender, testId } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rebuild } from '#projections/runner/rebuild.ts';
import { cost, costsOf, opened, streamOf } from './small-business.ts';
import { readDatabase, type ReadDatabase } from './read-database.ts';

/** Terminates the projector's connection, whatever it is doing. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
              where application_name = 'prumo-projector' and datname = current_database()`;

describe.each(['memory', 'database'] as const)('projector over the log in %s', (kind) => {
  test('writes the same rows as a fold from scratch, whatever happened and wherever it was interrupted', async () => {
    const property = fc.asyncProperty(
      anyTraffic({ most: 3, longest: 40 }),
      fc.constantFrom(1, 7, 1_000),
      fc.constantFrom(1, 400_000),
      fc.array(fc.nat({ max: 60 }), { maxLength: 2 }),
      async ({ appends }, batchSize, capacity, cuts) => {
        const database = await readDatabase(kind);
        try {
          const appender = createAppender(database.log);
          const half = Math.ceil(appends.length / 2);
          await appender.appendAll({ appends: appends.slice(0, half) });
          database.project({ batchSize, eventFolder: createEventFolder({ log: database.log, capacity }) });
          for (const [i, append] of appends.slice(half).entries()) {
            if (cuts.includes(i)) await database.pool.query(CUT);
            await appender.appendAll({ appends: [append] });
          }
          await database.reach((await database.log.head()) ?? '');
          const { differences, businesses } = await database.verify();
          expect(differences).toEqual([]);
          expect(businesses).toBe(new Set(appends.map(({ history }) => history.businessId)).size);
        } finally {
          await database.close();
        }
      },
    );
    // The number of runs is at most a hundred, because each needs its own database, which takes most of a second.
    await fc.assert(property, runs(2, 100));
  });

  test('continues from the checkpoint of the projector before it', async () => {
    const database = await readDatabase(kind);
    const appender = createAppender(database.log);
    const seen: (Position | null)[] = [];
    const log: EventLog = {
      ...database.log,
      subscribe(after, options) {
        seen.push(after);
        return database.log.subscribe(after, options);
      },
    };
    const first = database.project({ log });
    const checkpoint = await appender.append(streamOf('a'), [opened('a'), cost(1)]);
    await database.reach(checkpoint);
    await first.stop();
    expect(first.status().role).toBe('stopped');
    const last = await appender.append(streamOf('a'), [cost(2)]);
    database.project({ log });
    await database.reach(last);
    expect(seen).toEqual([null, checkpoint]);
    expect(await costsOf(database, 'a')).toEqual([1, 2]);
    expect((await database.verify()).differences).toEqual([]);
    await database.close();
  });
});

describe('projector', () => {
  let database: ReadDatabase;
  let appender: ReturnType<typeof createAppender>;
  beforeEach(async () => {
    database = await readDatabase();
    appender = createAppender(database.log);
  });
  afterEach(() => database.close());

  test('leads alone, and a second one stands by and takes over', async () => {
    const first = database.project();
    await expect.poll(() => first.status().role).toBe('leading');
    const second = database.project();
    await expect.poll(() => second.status().role).toBe('standing_by');
    await database.reach(await appender.append(streamOf('a'), [opened('a'), cost(1)]));
    expect(second.status()).toMatchObject({ role: 'standing_by', lagSeconds: null });
    await first.stop();
    await database.reach(await appender.append(streamOf('a'), [cost(2)]));
    const position = await database.log.head();
    await expect.poll(() => second.status()).toMatchObject({ role: 'leading', position, lagSeconds: 0 });
    expect((await database.verify()).differences).toEqual([]);
  });

  test('survives the loss of its connection', async () => {
    database.project();
    await database.reach(await appender.append(streamOf('a'), [opened('a'), cost(1)]));
    expect((await database.pool.query(CUT)).rowCount).toBe(1);
    await database.reach(await appender.append(streamOf('a'), [cost(2)]));
    expect(await costsOf(database, 'a')).toEqual([1, 2]);
  });

  test('waits for a log that is unavailable', async () => {
    let failures = 3;
    const log: EventLog = {
      ...database.log,
      subscribe(after, options) {
        failures -= 1;
        if (failures >= 0) throw new LogUnavailable('not_appended', new Error('away'));
        return database.log.subscribe(after, options);
      },
    };
    const projector = database.project({ log });
    await database.reach(await appender.append(streamOf('a'), [opened('a')]));
    await expect.poll(() => projector.status()).toMatchObject({ role: 'leading', lagSeconds: 0 });
  });

  test('starts again from the checkpoint when another process has changed rows', async () => {
    database.project();
    await database.reach(await appender.append(streamOf('a'), [opened('a'), cost(1)]));
    await database.pool.query('delete from read.fixed_cost; update read.checkpoint set position = null');
    await database.pool.query('update read.checkpoint set generation = generation + 1');
    await appender.append(streamOf('a'), [cost(2)]);
    await expect.poll(() => costsOf(database, 'a')).toEqual([1, 2]);
  });

  test('keeps an account’s access and the payment that gives it', async () => {
    const [user, stream] = [testId('user'), accountStream(testId('user'))];
    const payment = { source: { kind: 'payment', id: 'pay-1' }, reason: 'paid' };
    const grant = { source: { kind: 'grant', id: 'grant-1' }, reason: 'sample' };
    const row = async (): Promise<unknown> =>
      (await database.pool.query('select access_granted, payment_id from read.account where user_id = $1', [user]))
        .rows[0];
    database.project();
    await database.reach(await appender.append(stream, [{ type: 'AccountRegistered', data: { issuer: 'test' } }]));
    expect(await row()).toEqual({ access_granted: false, payment_id: null });
    await database.reach(await appender.append(stream, [{ type: 'AccessSourceAdded', data: grant }]));
    expect(await row()).toEqual({ access_granted: true, payment_id: null });
    await database.reach(await appender.append(stream, [{ type: 'AccessSourceAdded', data: payment }]));
    expect(await row()).toEqual({ access_granted: true, payment_id: 'pay-1' });
    await database.reach(await appender.append(stream, [{ type: 'AccessSourceRemoved', data: grant }]));
    await database.reach(await appender.append(stream, [{ type: 'AccessSourceRemoved', data: payment }]));
    expect(await row()).toEqual({ access_granted: false, payment_id: null });
    expect((await database.verify()).differences).toEqual([]);
  });

  test('skips streams that have no rows', async () => {
    database.project();
    const last = await appender.append('business-of-nobody', [{ type: 'Whatever', data: {} }]);
    await database.reach(last);
    expect(await database.verify()).toMatchObject({ position: last, businesses: 0, parked: [], differences: [] });
  });

  test('leaves no rows of an erased business when it starts from the beginning', async () => {
    await appender.append(streamOf('a'), [opened('a'), cost(1)]);
    await appender.append(streamOf('b'), [opened('b'), cost(2)]);
    await database.log.erase(streamOf('a'));
    const last = await appender.append(streamOf('b'), [cost(3)]);
    database.project({ batchSize: 2 });
    await database.reach(last);
    expect(await costsOf(database, 'a')).toEqual([]);
    expect(await costsOf(database, 'b')).toEqual([2, 3]);
    expect(await database.verify()).toMatchObject({ parked: [], differences: [] });
  });

  test('moves the rows along when the owner changes', async () => {
    database.project();
    await appender.append(streamOf('a'), [opened('a'), cost(1)]);
    const to = testId('owner', 'b');
    const moved = { type: 'BusinessOwnerChanged', data: { from: testId('owner', 'a'), to } };
    await database.reach(await appender.append(streamOf('a'), [moved]));
    const { rows } = await database.pool.query('select owner_id from read.business');
    expect(rows).toEqual([{ owner_id: to }]);
    expect(await costsOf(database, 'a')).toEqual([1]);
    expect((await database.verify()).differences).toEqual([]);
  });

  const erased = { type: 'BusinessErased', data: {} };
  const parkedRows = async () => (await database.pool.query('select id from read.parked')).rows;

  test.each([
    ['that it has cached', 600_000, []],
    ['that it has evicted from its cache', 1, []],
    ['that it could not read', 600_000, [{ type: 'Unknown', data: {} }]],
  ])('leaves no row of an erased business %s', async (_what, capacity, more) => {
    database.project({ eventFolder: createEventFolder({ log: database.log, capacity }) });
    await appender.append(streamOf('a'), [opened('a'), cost(1), ...more]);
    await database.reach(await appender.append(streamOf('b'), [opened('b'), cost(2)]));
    expect(await costsOf(database, 'a')).toEqual([1]);
    expect(await parkedRows()).toHaveLength(more.length);
    await database.reach(await appender.append(streamOf('a'), [erased]));
    expect(await costsOf(database, 'a')).toEqual([]);
    expect(await parkedRows()).toEqual([]);
    expect(await costsOf(database, 'b')).toEqual([2]);
    expect(await database.verify()).toMatchObject({ parked: [], differences: [] });
    const made = await rebuild({ log: database.log, connectionString: database.url });
    expect(made).toMatchObject({ parked: [], differences: [] });
    expect(await costsOf(database, 'a')).toEqual([]);
  });

  test('leaves no row of a business whose stream was emptied before its erasure was projected', async () => {
    const first = database.project();
    await database.reach(await appender.append(streamOf('a'), [opened('a'), cost(1)]));
    await first.stop();
    await appender.append(streamOf('a'), [erased]);
    await database.log.erase(streamOf('a'));
    const last = await appender.append(streamOf('b'), [opened('b')]);
    database.project();
    await database.reach(last);
    expect(await costsOf(database, 'a')).toEqual([]);
    expect((await database.pool.query('select 1 from read.business')).rowCount).toBe(1);
    expect(await database.verify()).toMatchObject({ parked: [], differences: [] });
  });
});
