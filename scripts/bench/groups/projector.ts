import { setTimeout as sleep } from 'node:timers/promises';
import { type EventLog, isAtOrAfter } from '#eventstore/port.ts';
import { migrateReadModel, readModelTables } from '#projections/read/schema.ts';
import { createBatchProjection } from '#projections/runner/batch-projection.ts';
import { batchStatement, type Statement } from '#projections/runner/batch-statement.ts';
import { connectProjector } from '#projections/runner/connection.ts';
import { createProjector } from '#projections/runner/projector.ts';
import type { Announcement } from '#projections/runner/announcement.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { rowPages } from '#projections/runner/row-pages.ts';
import { freePort } from '#src/postgres/free-port.ts';
import type pg from 'pg';
import { pino } from 'pino';
import { furnished, writeAll } from '../businesses.ts';
import { newDatabase, withClient, withLog } from '../databases.ts';
import { startBuiltProduct } from '../programs.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import type { Setting } from '../setting.ts';

const SMALL = { businesses: 2_000, eventsEach: 100 };
const LARGE = { businesses: 5_000, eventsEach: 200 };
/** Events of the slowest contender. */
const ONE_BY_ONE = 2_000;
const logger = pino({ level: 'silent' });

/** From an empty read model to the end of the log, in several ways. */
export async function projector(setting: Setting): Promise<Result[]> {
  const small = await catchingUp(setting);
  return setting.isLarge ? [...small, ...(await large(setting))] : small;
}

const filled = async (server: string, name: string, { businesses, eventsEach }: typeof SMALL): Promise<string> => {
  const url = await newDatabase(server, name);
  progress(`writing ${businesses * eventsEach} events of ${businesses} businesses`);
  await withLog(url, (log) => writeAll(log, furnished(businesses, eventsEach)));
  await withClient(url, (client) => client.query('vacuum analyze'));
  return url;
};

const emptied = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('set client_min_messages = warning; drop schema if exists read_previous, read cascade');
    await migrateReadModel(client);
  });

async function catchingUp({ url: server, rounds }: Setting): Promise<Result[]> {
  const url = await filled(server, 'projector', SMALL);
  return withLog(url, async (log) => {
    const head = (await log.head()) ?? '';
    const events = Number(head.slice(-20));
    const perSecond = (count: number, work: () => Promise<void>) => async (): Promise<number> => {
      await emptied(url);
      const started = performance.now();
      await work();
      return (count * 1_000) / (performance.now() - started);
    };
    const ceiling = await finalRows(log, head);
    progress('projecting');
    const found = await inRounds(rounds, {
      live: perSecond(events, () => live(log, url, head)),
      ceiling: async () => (events * 1_000) / (await inserted(url, ceiling)),
      rebuild: perSecond(events, () => rebuild({ log, connectionString: url }).then(() => undefined)),
      oneByOne: perSecond(ONE_BY_ONE, () => oneByOne(log, url)),
    });
    const unnest = { name: 'UNNEST of the final rows', values: found.ceiling };
    const transactions = { name: 'one transaction per event', values: found.oneByOne };
    const line = (what: string, ours: readonly number[], plain: typeof unnest, atLeast?: number): Result => ({
      goal: 4,
      what: `${what}, ${SMALL.businesses} businesses`,
      unit: '/s',
      ours,
      plain,
      ...(atLeast === undefined ? {} : { wanted: { atLeast } }),
    });
    return [
      line('events/s in live batches', found.live, unnest, 0.25),
      line('events/s in live batches', found.live, transactions),
      line('events/s rebuilt, verified and swapped in', found.rebuild, unnest, 0.5),
      line('events/s rebuilt, verified and swapped in', found.rebuild, transactions, 100),
    ];
  });
}

async function live(log: EventLog, connectionString: string, head: string): Promise<void> {
  let onEnd = (): void => undefined;
  const ended = new Promise<void>((resolve) => (onEnd = resolve));
  const onCommit = ({ position }: Announcement): void => {
    if (isAtOrAfter(position, head)) onEnd();
  };
  const running = createProjector({ log, connectionString, logger, onCommit });
  running.start();
  await ended;
  await running.stop();
}

/** What the database at best can take: nothing to read, nothing to compute, every row once. */
async function finalRows(log: EventLog, head: string): Promise<readonly Statement[]> {
  const move = { from: null, to: null, generation: 1 };
  const statements: Statement[] = [];
  for await (const { changes } of rowPages(log, { until: head }))
    statements.push(batchStatement('ceiling', move, changes));
  return statements;
}

/** @returns milliseconds */
async function inserted(url: string, statements: readonly Statement[]): Promise<number> {
  const connection = await connectProjector(url);
  const { client } = connection;
  try {
    await client.query(
      `set client_min_messages = warning; drop schema if exists ceiling cascade; ${readModelTables('ceiling')}`,
    );
    const started = performance.now();
    for (const { name, text, values } of statements) await client.query({ name, text, values: [...values] });
    return performance.now() - started;
  } finally {
    await connection.close();
  }
}

/** The same rows, but each event in a transaction of its own. */
async function oneByOne(log: EventLog, url: string): Promise<void> {
  const connection = await connectProjector(url);
  const { client } = connection;
  const projection = createBatchProjection({
    log,
    client,
    schema: 'read',
    checkpoint: { position: null, generation: 1 },
    parked: [],
    capacity: 1_000_000,
    onCommit: () => undefined,
  });
  const { signal } = new AbortController();
  try {
    for await (const { events } of log.subscribe(null, { batchSize: ONE_BY_ONE, signal })) {
      for (const event of events) await projection.take({ events: [event], caughtUp: true });
      break;
    }
  } finally {
    await connection.close();
  }
}

/** A million events: a product that has to catch up from nothing, and a rebuild beside one that serves. */
async function large({ url: server }: Setting): Promise<Result[]> {
  const url = await filled(server, 'projector_large', LARGE);
  return withLog(url, async (log) => {
    const head = (await log.head()) ?? '';
    progress('a product catches up with a million events');
    const started = performance.now();
    const product = await startBuiltProduct(url, await freePort());
    try {
      await withClient(url, (client) => reached(client, head));
      const caughtUpIn = performance.now() - started;
      const memory = product.mostMemory();
      progress('a rebuild beside it');
      const rebuildStarted = performance.now();
      await rebuild({ log, connectionString: url });
      const rebuiltIn = performance.now() - rebuildStarted;
      const size = `${LARGE.businesses * LARGE.eventsEach} events, ${LARGE.businesses} businesses`;
      return [
        {
          goal: 4,
          what: `rebuild beside a serving product, ${size}`,
          unit: 'ms',
          ours: [rebuiltIn],
          wanted: { atMost: 12_000 },
        },
        { goal: 4, what: `product catches up from nothing, ${size}`, unit: 'ms', ours: [caughtUpIn] },
        { goal: 4, what: `most memory of that product, ${size}`, unit: 'MB', ours: [memory], wanted: { atMost: 400 } },
      ];
    } finally {
      await product.stop();
    }
  });
}

async function reached(client: pg.Client, head: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ position: string | null }>('select position from read.checkpoint');
    const position = rows[0]?.position ?? null;
    if (position !== null && isAtOrAfter(position, head)) return; // the product may have written since, too
    await sleep(100);
  }
}
