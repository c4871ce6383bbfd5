import type { RecordedEvent } from '#domain/event.ts';
import { type EventLog, LogUnavailable } from '#eventstore/port.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { createReactor, type Reactor, type ReactorOptions } from '#projections/runner/reactor.ts';
import { createAppender } from '#tests/support/histories.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cost, opened, streamOf } from './kitchen.ts';
import { quiet, readDatabase, type ReadDatabase } from './read-database.ts';

/** Ends the reactor's connection, whatever it is at. */
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
    logger: quiet,
    ...more,
  });
  reactors.push(reactor);
  reactor.start();
  return reactor;
}

/** A handler that notes what it gets, as the numbers of the costs. */
function noting(before: (number: number) => Promise<void> | void = () => undefined) {
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

test('a new one begins with the first event, takes only what concerns it, and goes on where it stopped', async () => {
  const { seen, handle } = noting();
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

test('cut off between two events it comes back, and misses none', async () => {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { seen, handle } = noting(async (number) => {
    if (number === 2) await gate;
  });
  start(handle, { batchSize: 1 });
  await appender.append(streamOf('a'), [opened('a'), cost(1), cost(2), cost(3)]);
  await expect.poll(() => seen).toEqual([1]);
  expect((await database.pool.query(CUT)).rowCount).toBe(1);
  letGo();
  await expect.poll(() => seen.at(-1)).toBe(3);
  expect([...new Set(seen)]).toEqual([1, 2, 3]);
  expect(seen.filter((number) => number === 1)).toEqual([1]);
});

test('of two one leads; the other takes over, from where the first was', async () => {
  const [one, other] = [noting(), noting()];
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

test('two of different names each get everything', async () => {
  const [one, other] = [noting(), noting()];
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

describe('an event that cannot be handled', () => {
  test('is tried again, and done when that works', async () => {
    let failures = 0;
    const { seen, handle } = noting((number) => {
      if (number === 2 && (failures += 1) <= 2) throw new Error('not now');
    });
    start(handle);
    await add(1, 2, 3);
    await expect.poll(() => seen.at(-1)).toBe(3);
    expect([...new Set(seen)]).toEqual([1, 2, 3]);
    expect(failures).toBe(3);
    expect(await failedRows()).toEqual([]);
  });

  test('is set aside: the others go on, verify tells, and the next start tries it again', async () => {
    let isPoison = true;
    const { seen, handle } = noting((number) => {
      if (isPoison && number === 2) throw new Error('poison');
    });
    const reactor = start(handle, { tries: 3 });
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

  test('because something is away, waits for as long as that takes', async () => {
    let outages = 5;
    const { seen, handle } = noting(() => {
      outages -= 1;
      if (outages >= 0) throw new LogUnavailable('not_appended', new Error('away'));
    });
    start(handle, { tries: 1 });
    await add(1);
    await expect.poll(() => seen).toEqual([1]);
    expect(await failedRows()).toEqual([]);
  });
});

test('waits for a log that is away', async () => {
  let failures = 3;
  const log: EventLog = {
    ...database.log,
    subscribe(after, options) {
      failures -= 1;
      if (failures >= 0) throw new LogUnavailable('not_appended', new Error('away'));
      return database.log.subscribe(after, options);
    },
  };
  const { seen, handle } = noting();
  start(handle, { log });
  await add(1);
  await expect.poll(() => seen).toEqual([1]);
});

test('a rebuild repeats nothing', async () => {
  const { seen, handle } = noting();
  database.project();
  start(handle);
  await appender.append(streamOf('a'), [opened('a')]);
  await database.reach(await add(1));
  await expect.poll(() => seen).toEqual([1]);
  await rebuild({ log: database.log, connectionString: database.url });
  await add(2);
  await expect.poll(() => seen).toEqual([1, 2]);
});

test('what is of no concern moves the checkpoint too', async () => {
  const { handle } = noting();
  const reactor = start(handle);
  await leads(reactor);
  const last = await appender.append(streamOf('b'), [opened('b')]);
  const checkpoint = async () =>
    (await database.pool.query('select position from reactor.checkpoint')).rows as object[];
  await expect.poll(checkpoint).toEqual([{ position: last }]);
});

describe('over a network that breaks', () => {
  let proxy: TcpProxy;
  beforeEach(async () => {
    proxy = await startTcpProxy(database.url);
  });
  afterEach(() => proxy.close());

  test('cut off between an event and its checkpoint, the event comes twice and none is missing', async () => {
    const { seen, handle } = noting();
    const caught = proxy.catchNext({ saying: 'update reactor.checkpoint', way: 'request' });
    start(handle, { connectionString: proxy.url });
    await add(1);
    (await caught).lose();
    await add(2);
    await expect.poll(() => seen).toEqual([1, 1, 2]);
  });

  test('a database that is away for a while is waited for', async () => {
    const { seen, handle } = noting();
    const reactor = start(handle, { connectionString: proxy.url });
    await add(1);
    await expect.poll(() => seen).toEqual([1]);
    await proxy.refuse();
    await expect.poll(() => reactor.status().role).toBe('away');
    await add(2);
    await proxy.listen();
    await expect.poll(() => seen.at(-1)).toBe(2);
  });

  test('one that falls silent loses the lead, and another goes on', async () => {
    const [one, other] = [noting(), noting()];
    await leads(start(one.handle, { connectionString: proxy.url }));
    const second = start(other.handle);
    proxy.stall();
    await leads(second);
    await add(1);
    await expect.poll(() => other.seen).toEqual([1]);
    proxy.heal();
  });
});
