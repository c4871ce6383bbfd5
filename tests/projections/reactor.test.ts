import type { RecordedEvent } from '#domain/event.ts';
import { type EventLog, LogUnavailable } from '#eventstore/port.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { createReactor, type Reactor, type ReactorOptions } from '#projections/runner/reactor.ts';
import { createAppender } from '#tests/support/histories.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cost, opened, streamOf } from './small-business.ts';
import { quietLogger, readDatabase, type ReadDatabase } from './read-database.ts';

/** Terminates the reactor's connection, whatever it is doing. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
              where application_name like 'prumo-reactor-%' and datname = current_database()`;

let database: ReadDatabase;
let appender: ReturnType<typeof createAppender>;
let reactors: Reactor[];
beforeEach(async () => {
  database = await readDatabase('database');
  appender = createAppender(database.log);
  reactors = [];
});
afterEach(async () => {
  for (const reactor of reactors) await reactor.stop();
  await database.close();
});

function start(handle: ReactorOptions['handle'], more: Partial<ReactorOptions> = {}): Reactor {
  const { url: connectionString, log } = database;
  const reactor = createReactor({
    name: 'test',
    types: ['FixedCostAdded'],
    handle,
    log,
    connectionString,
    logger: quietLogger,
    ...more,
  });
  reactors.push(reactor);
  reactor.start();
  return reactor;
}

/** Returns a handler that records the numbers of the costs in its events. */
function recordingHandler(before: (number: number) => Promise<void> | void = () => undefined) {
  const seen: number[] = [];
  const handle = async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const event of events) {
      const number = Number(event.data?.['value']) / 10_000;
      await before(number);
      seen.push(number);
    }
  };
  return { seen, handle };
}

const add = (...numbers: readonly number[]) => appender.append(streamOf('a'), numbers.map(cost));
async function leads(reactor: Reactor): Promise<void> {
  await expect.poll(() => reactor.status().role).toBe('leading');
}
const failedRows = async () =>
  (await database.pool.query<{ error: string }>('select name, type, error from reactor.failed')).rows;

test('a new reactor starts with the first event, handles only its own types, and resumes where it stopped', async () => {
  const { seen, handle } = recordingHandler();
  await appender.append(streamOf('a'), [opened('a'), cost(1), cost(2)]);
  const first = start(handle);
  await expect.poll(() => seen).toEqual([1, 2]);
  await add(3);
  await expect.poll(() => seen).toEqual([1, 2, 3]);
  await first.stop();
  expect(first.status().role).toBe('stopped');
  await add(4);
  start(handle);
  await expect.poll(() => seen).toEqual([1, 2, 3, 4]);
});

test('a reactor that is interrupted between two events returns and misses none', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hasSecondBegun = false;
  const { seen, handle } = recordingHandler(async (number) => {
    if (number !== 2) return;
    hasSecondBegun = true;
    await gate;
  });
  start(handle, { batchSize: 1 });
  await appender.append(streamOf('a'), [opened('a'), cost(1), cost(2), cost(3)]);
  // The second event begins once the checkpoint behind the first one is stored.
  await expect.poll(() => hasSecondBegun).toBe(true);
  expect((await database.pool.query(CUT)).rowCount).toBe(1);
  release();
  await expect.poll(() => seen.at(-1)).toBe(3);
  expect([...new Set(seen)]).toEqual([1, 2, 3]);
  expect(seen.filter((number) => number === 1)).toEqual([1]);
});

test('of two reactors one leads, and the other takes over from its checkpoint', async () => {
  const [one, other] = [recordingHandler(), recordingHandler()];
  const first = start(one.handle);
  await leads(first);
  const second = start(other.handle);
  await expect.poll(() => second.status().role).toBe('standing_by');
  await add(1);
  await expect.poll(() => one.seen).toEqual([1]);
  await first.stop();
  await leads(second);
  await add(2);
  await expect.poll(() => other.seen).toEqual([2]);
  expect(one.seen).toEqual([1]);
});

test('two reactors with different names each handle every event', async () => {
  const [one, other] = [recordingHandler(), recordingHandler()];
  start(one.handle);
  start(other.handle, { name: 'another' });
  await add(1, 2);
  await expect
    .poll(() => [one.seen, other.seen])
    .toEqual([
      [1, 2],
      [1, 2],
    ]);
});

describe('event whose handler fails', () => {
  test('is retried until the handler succeeds', async () => {
    let failures = 0;
    const { seen, handle } = recordingHandler((number) => {
      if (number === 2 && (failures += 1) <= 2) throw new Error('not now');
    });
    start(handle);
    await add(1, 2, 3);
    await expect.poll(() => seen.at(-1)).toBe(3);
    expect([...new Set(seen)]).toEqual([1, 2, 3]);
    expect(failures).toBe(3);
    expect(await failedRows()).toEqual([]);
  });

  test('is set aside while the others continue, is reported by verification, and is retried at the next start', async () => {
    let isPoison = true;
    const { seen, handle } = recordingHandler((number) => {
      if (isPoison && number === 2) throw new Error('poison');
    });
    const reactor = start(handle, { maxAttempts: 3 });
    await add(1, 2, 3);
    await expect.poll(() => seen.at(-1)).toBe(3);
    await expect.poll(() => failedRows()).toHaveLength(1);
    expect(await failedRows()).toEqual([{ name: 'test', type: 'FixedCostAdded', error: 'Error: poison' }]);
    expect((await database.verify()).failed).toMatchObject([{ name: 'test', error: 'Error: poison' }]);
    await reactor.stop();
    isPoison = false;
    start(handle);
    await expect.poll(() => failedRows()).toEqual([]);
    expect(seen.at(-1)).toBe(2);
  });

  test('waits as long as necessary when something is unavailable', async () => {
    let outages = 5;
    const { seen, handle } = recordingHandler(() => {
      outages -= 1;
      if (outages >= 0) throw new LogUnavailable('not_appended', new Error('away'));
    });
    start(handle, { maxAttempts: 1 });
    await add(1);
    await expect.poll(() => seen).toEqual([1]);
    expect(await failedRows()).toEqual([]);
  });
});

test('a reactor waits for a log that is unavailable', async () => {
  let failures = 3;
  const log: EventLog = {
    ...database.log,
    subscribe(after, options) {
      failures -= 1;
      if (failures >= 0) throw new LogUnavailable('not_appended', new Error('away'));
      return database.log.subscribe(after, options);
    },
  };
  const { seen, handle } = recordingHandler();
  start(handle, { log });
  await add(1);
  await expect.poll(() => seen).toEqual([1]);
});

test('a rebuild repeats no reaction', async () => {
  const { seen, handle } = recordingHandler();
  database.project();
  start(handle);
  await appender.append(streamOf('a'), [opened('a')]);
  await database.reach(await add(1));
  await expect.poll(() => seen).toEqual([1]);
  await rebuild({ log: database.log, connectionString: database.url });
  await add(2);
  await expect.poll(() => seen).toEqual([1, 2]);
});

test('the checkpoint moves past events of other types', async () => {
  const { handle } = recordingHandler();
  const reactor = start(handle);
  await leads(reactor);
  const last = await appender.append(streamOf('b'), [opened('b')]);
  const checkpoint = async () =>
    (await database.pool.query('select position from reactor.checkpoint')).rows as object[];
  await expect.poll(checkpoint).toEqual([{ position: last }]);
});

describe('reactor over a broken network', () => {
  let proxy: TcpProxy;
  beforeEach(async () => {
    proxy = await startTcpProxy(database.url);
  });
  afterEach(() => proxy.close());

  test('handles an event twice and misses none when it is cut off between event and checkpoint', async () => {
    const { seen, handle } = recordingHandler();
    const caught = proxy.catchNext({ containing: 'update reactor.checkpoint', way: 'request' });
    start(handle, { connectionString: proxy.url });
    await add(1);
    (await caught).lose();
    await add(2);
    await expect.poll(() => seen).toEqual([1, 1, 2]);
  });

  test('waits for a database that is unavailable for a while', async () => {
    const { seen, handle } = recordingHandler();
    const reactor = start(handle, { connectionString: proxy.url });
    await add(1);
    await expect.poll(() => seen).toEqual([1]);
    await proxy.refuse();
    await expect.poll(() => reactor.status().role).toBe('away');
    await add(2);
    await proxy.listen();
    await expect.poll(() => seen.at(-1)).toBe(2);
  });

  test('loses the lead when its connection falls silent, and another continues', async () => {
    const [one, other] = [recordingHandler(), recordingHandler()];
    await leads(start(one.handle, { connectionString: proxy.url }));
    const second = start(other.handle);
    proxy.stall();
    await leads(second);
    await add(1);
    await expect.poll(() => other.seen).toEqual([1]);
    proxy.heal();
  });
});
