import { setTimeout as sleep } from 'node:timers/promises';
import { type EventLog, isAtOrAfter } from '#eventstore/port.ts';
import { migrateReadModel, readModelTables } from '#projections/read/schema.ts';
import { createBatchProjection } from '#projections/runner/batch-projection.ts';
import { batchStatement, type Statement } from '#projections/runner/batch-statement.ts';
import { connectProjector } from '#projections/runner/connection.ts';
import { foldLog } from '#projections/runner/fold-log.ts';
import { createProjectors } from '#projections/runner/projectors.ts';
import type { Announcement } from '#projections/runner/announcement.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { rowsFromScratch } from '#projections/runner/rows-from-scratch.ts';
import { freePort } from '#postgres/free-port.ts';
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
const CHUNK = 100;
const SHARDS = 4;
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

const emptied = (url: string, shards: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('set client_min_messages = warning; drop schema if exists read_previous, read cascade');
    await migrateReadModel(client, { shards });
  });

async function catchingUp({ url: server, rounds }: Setting): Promise<Result[]> {
  const url = await filled(server, 'projector', SMALL);
  return withLog(url, async (log) => {
    const head = (await log.head()) ?? '';
    const events = Number(head.slice(-20));
    const perSecond =
      (count: number, work: () => Promise<void>, shards = 1) =>
      async (): Promise<number> => {
        await emptied(url, shards);
        const started = performance.now();
        await work();
        return (count * 1_000) / (performance.now() - started);
      };
    const ceiling = await finalRows(log, head);
    progress('projecting');
    const found = await inRounds(rounds, {
      live: perSecond(events, () => live(log, url, head)),
      sharded: perSecond(events, () => live(log, url, head, SHARDS), SHARDS),
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
      line(`events/s in live batches, ${SHARDS} shards in one process`, found.sharded, unnest),
      line('events/s rebuilt, verified and swapped in', found.rebuild, unnest, 0.6),
      line('events/s rebuilt, verified and swapped in', found.rebuild, transactions, 100),
    ];
  });
}

async function live(log: EventLog, connectionString: string, head: string, shards = 1): Promise<void> {
  let onEnd = (): void => undefined;
  const ended = new Promise<void>((resolve) => (onEnd = resolve));
  const done = new Set<number>();
  const onCommit = ({ shard, position }: Announcement): void => {
    if (isAtOrAfter(position, head)) done.add(shard);
    if (done.size === shards) onEnd();
  };
  const running = createProjectors({ log, connectionString, logger, onCommit });
  running.start();
  await ended;
  await running.stop();
}

/** What the database at best can take: nothing to read, nothing to compute, every row once. */
async function finalRows(log: EventLog, head: string): Promise<readonly Statement[]> {
  const folded = await foldLog(log, { until: head, parked: [] });
  const ids = [...folded.businesses.keys()];
  const chunks = Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, i) => ids.slice(i * CHUNK, (i + 1) * CHUNK));
  const move = { from: null, to: null, generation: 1 };
  return chunks.map((businessIds) =>
    batchStatement('ceiling', move, rowsFromScratch(folded, { businessIds, userIds: [] })),
  );
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
          wanted: { atMost: 15_000 },
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
