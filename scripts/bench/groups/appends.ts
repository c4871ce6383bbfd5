import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NewEvent } from '#domain/event.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { withClient } from '../../with-client.ts';
import { toNewEvents } from '../businesses.ts';
import { createDatabase } from '../databases.ts';
import { closedLoop } from '../load-generator.ts';
import { type BenchmarkOptions, inRounds, logProgress, quantile, type Result } from '../measurement.ts';

/** The target for each number of writers: appends to the event log, as a ratio to single INSERTs. */
const TARGETS = new Map([
  [1, 0.6],
  [8, 1],
  [32, 1.5],
  [128, 2.5],
]);
const ROUND_MS = 1_000;
const MAX_PGBENCH_SECONDS = 64;
const DELIVERIES = 300;
const MAX_DELIVERY_MS = 10;

/**
 * Measures appends to the event log, with all of its checks, while single INSERTs on the same server are the baseline;
 * and the delay of delivery while another session has an open transaction.
 */
export async function appends({ serverUrl, rounds }: BenchmarkOptions): Promise<Result[]> {
  const goal = '9 appends';
  const url = await createDatabase(serverUrl, 'appends');
  const results: Result[] = [];
  const log = await openEventLogWriter(url);
  const pgbench = await openPgbenchWriter(url);
  if (!pgbench) logProgress('pgbench is not installed, so appends have no baseline');
  try {
    for (const [writers, atLeast] of TARGETS) {
      logProgress(`appends, ${writers} writers`);
      const rates = await inRounds(rounds, {
        log: () => log.measureRate(writers, ROUND_MS),
        pgbench: async () => (await pgbench?.measureRate(writers, ROUND_MS)) ?? Number.NaN,
      });
      results.push({
        goal,
        metric: `appends/s, ${writers} writer${writers === 1 ? '' : 's'}`,
        unit: '/s',
        values: rates.log,
        ...(pgbench && { baseline: { name: 'INSERT by pgbench', values: rates.pgbench }, atLeast }),
      });
    }
  } finally {
    await log.close();
    await pgbench?.close();
  }
  logProgress('delivery during an open transaction');
  const { delays } = await inRounds(rounds, { delays: () => measureDelivery(url) });
  const metric = 'append to delivery in another process, p99, during an open transaction of another session';
  return [...results, { goal, metric, unit: 'ms', values: delays, atMost: MAX_DELIVERY_MS }];
}

/** A way to store events, used by several writers that each wait for an answer before they continue. */
interface EventWriter {
  /** @returns events per second, measured for about `milliseconds` */
  readonly measureRate: (writers: number, milliseconds: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

const META = {
  at: '2026-11-21T12:34:56.789Z',
  actor: { kind: 'account', id: 'c0ffee00-0000-4000-8000-000000000001' },
  requestId: 'c0ffee00-0000-4000-8000-000000000002',
  changeId: 'c0ffee00-0000-4000-8000-000000000003',
  request: { key: 'c0ffee00-0000-4000-8000-000000000004', scope: 'POST /api/fixed-costs', hash: 'c0ffee00c0ffee00' },
  schema: 1,
} as const;
const DATA = { id: 'c0ffee00-0000-4000-8000-000000000005', name: 'Aluguel da loja', value: 35_000_000 };

const newEvent = (): NewEvent => ({ id: randomUUID(), type: 'FixedCostAdded', data: DATA, meta: META });

/** The product's event log in PostgreSQL. Each writer appends to its own stream, with the expected revision. */
async function openEventLogWriter(url: string): Promise<EventWriter> {
  const log = await createPostgresLog({ connectionString: url });
  return {
    async measureRate(writers, milliseconds) {
      const streams = Array.from({ length: writers }, () => `business-${randomUUID()}`);
      const revisions = new Map<string, bigint>();
      return closedLoop({ clients: streams, milliseconds }, async (stream) => {
        const { revision } = await log.append(stream, revisions.get(stream) ?? 'none', [newEvent()]);
        revisions.set(stream, revision);
      });
    },
    close: () => log.close(),
  };
}

/** A table with the columns and keys of the event log, but without revision check, order and digest. */
const BASELINE_TABLE = `create table if not exists public.baseline_events (
  position bigint generated always as identity primary key, stream text not null, revision bigint not null,
  id uuid not null unique, type text not null, at timestamptz not null, meta text not null, data text not null,
  unique (stream, revision))`;
const INSERT = 'insert into public.baseline_events (stream, revision, id, type, at, meta, data)';

/** PostgreSQL's own load generator, which needs very little CPU; undefined where it is not installed. */
async function openPgbenchWriter(url: string): Promise<EventWriter | undefined> {
  const run = promisify(execFile);
  try {
    await run('pgbench', ['--version']);
  } catch {
    return undefined;
  }
  await withClient(url, (client) => client.query(BASELINE_TABLE));
  const folder = mkdtempSync(join(tmpdir(), 'prumo-pgbench-'));
  const script = join(folder, 'insert.sql');
  const values = `'${META.at}', '${JSON.stringify(META)}', '${JSON.stringify(DATA)}'`;
  writeFileSync(
    script,
    `\\set r random(1, 1000000000000000)
${INSERT} values ('business-' || :client_id, :r, gen_random_uuid(), 'FixedCostAdded', ${values});\n`,
  );
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    async measureRate(writers, milliseconds) {
      const target = ['-h', hostname, '-p', port, '-U', username, '-f', script, pathname.slice(1)];
      // Connecting counts in the duration of pgbench, though not in its rate. On a busy machine it can take the whole
      // duration, so the duration is doubled until there is a rate.
      for (let seconds = Math.ceil(milliseconds / 1_000) + 1; seconds <= MAX_PGBENCH_SECONDS; seconds *= 2) {
        const args = `-n -M prepared -c ${writers} -j 2 -T ${seconds}`.split(' ');
        const { stdout } = await run('pgbench', [...args, ...target], {
          env: { ...process.env, PGPASSWORD: password },
        });
        const [, rate] = /tps = ([\d.]+) \(without/.exec(stdout) ?? [];
        if (rate !== undefined) return Number(rate);
      }
      throw new Error(`pgbench reports no rate within ${MAX_PGBENCH_SECONDS} seconds`);
    },
    async close() {
      rmSync(folder, { recursive: true });
    },
  };
}

/** @returns p99 of the milliseconds until a subscriber receives an event, while another transaction is open */
const measureDelivery = (url: string): Promise<number> =>
  withClient(url, async (otherSession) => {
    await otherSession.query(
      'create table if not exists public.other_table (n integer); begin; insert into public.other_table values (1)',
    );
    const writer = await createPostgresLog({ connectionString: url });
    const reader = await createPostgresLog({ connectionString: url });
    try {
      return quantile(await measureDeliveries(writer, reader), 0.99);
    } finally {
      await Promise.all([writer.close(), reader.close()]);
    }
  });

type Log = Awaited<ReturnType<typeof createPostgresLog>>;

/** Appends events one after the other. @returns the milliseconds until each is delivered */
async function measureDeliveries(writer: Log, reader: Log): Promise<readonly number[]> {
  const { signal } = new AbortController();
  const subscription = reader.subscribe(await reader.head(), { batchSize: 100, signal })[Symbol.asyncIterator]();
  const delays: number[] = [];
  for (let i = 0; i < DELIVERIES; i += 1) {
    const delivered = subscription.next();
    const appendedAt = performance.now();
    await writer.append(`business-${randomUUID()}`, 'none', toNewEvents([{ type: 'BusinessOpened', data: {} }]));
    await delivered;
    delays.push(performance.now() - appendedAt);
  }
  await subscription.return?.();
  return delays;
}
