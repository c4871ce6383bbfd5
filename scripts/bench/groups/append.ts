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
import { inRounds, logProgress, quantile, type Result, type Setting } from '../measuring.ts';

/** Goals: appends to the log per single INSERT, by number of writers. */
const GOALS = new Map([
  [1, 0.6],
  [8, 1],
  [32, 1.5],
  [128, 2.5],
]);
const ROUND_MS = 1_000;
const MAX_SECONDS = 64;
const DELIVERIES = 300;

/**
 * Measures appends with all checks beside single INSERTs on the same server, and the effect of another session's open
 * transaction.
 */
export async function appends({ url: server, rounds }: Setting): Promise<Result[]> {
  const url = await createDatabase(server, 'appends');
  const results: Result[] = [];
  const log = await openContender(url);
  const pgbench = await openPgbench(url);
  if (!pgbench) logProgress('pgbench is not installed: there is nothing to compare appends with');
  try {
    for (const [writers, atLeast] of GOALS) {
      logProgress(`appends, ${writers} writers`);
      const { ours, plain } = await inRounds(rounds, {
        ours: () => log.measure(writers, ROUND_MS),
        plain: async () => (await pgbench?.measure(writers, ROUND_MS)) ?? Number.NaN,
      });
      results.push({
        goal: 9,
        what: `appends/s, ${writers} writer${writers === 1 ? '' : 's'}`,
        unit: '/s',
        ours,
        ...(pgbench && { plain: { name: 'INSERT by pgbench', values: plain }, atLeast }),
      });
    }
  } finally {
    await log.close();
    await pgbench?.close();
  }
  logProgress('appends beside an open transaction');
  const delays = await inRounds(rounds, { open: () => measureDelivery(url) });
  const what = 'append to delivery in another process, p99, beside a foreign transaction that stays open';
  return [...results, { goal: 9, what, unit: 'ms', ours: delays.open, atMost: 10 }];
}

/** One way to store events, with a number of writers that each wait for an answer before going on. */
interface Contender {
  /** Events stored per second with `writers` writers during about `milliseconds`. */
  readonly measure: (writers: number, milliseconds: number) => Promise<number>;
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

/** Repeats `step` in each writer. */
async function measureRate(
  writers: number,
  milliseconds: number,
  step: (writer: number) => Promise<void>,
): Promise<number> {
  const start = performance.now();
  let count = 0;
  const write = async (writer: number): Promise<void> => {
    while (performance.now() - start < milliseconds) {
      await step(writer);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return (count * 1_000) / (performance.now() - start);
}

/** The product's log in PostgreSQL: each writer appends to its own stream, with the expected revision. */
async function openContender(url: string): Promise<Contender> {
  const log = await createPostgresLog({ connectionString: url });
  return {
    async measure(writers, milliseconds) {
      const streams = Array.from({ length: writers }, () => `business-${randomUUID()}`);
      const revisions = new Map<number, bigint>();
      return measureRate(writers, milliseconds, async (writer) => {
        const expected = revisions.get(writer) ?? 'none';
        const { revision } = await log.append(streams[writer] ?? '', expected, [newEvent()]);
        revisions.set(writer, revision);
      });
    },
    close: () => log.close(),
  };
}

/** The same columns and keys, filled by single INSERTs; no revision check, no order, no digest. */
const PLAIN_TABLE = `create table if not exists public.plain_events (
  position bigint generated always as identity primary key, stream text not null, revision bigint not null,
  id uuid not null unique, type text not null, at timestamptz not null, meta text not null, data text not null,
  unique (stream, revision))`;
const INSERT = 'insert into public.plain_events (stream, revision, id, type, at, meta, data)';

/** PostgreSQL's own load generator, which costs next to nothing; undefined where it is not installed. */
async function openPgbench(url: string): Promise<Contender | undefined> {
  const run = promisify(execFile);
  try {
    await run('pgbench', ['--version']);
  } catch {
    return undefined;
  }
  await withClient(url, (client) => client.query(PLAIN_TABLE));
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
    async measure(writers, milliseconds) {
      const where = ['-h', hostname, '-p', port, '-U', username, '-f', script, pathname.slice(1)];
      // pgbench counts connecting in its duration, though not in its rate: on a busy machine it may be all of the
      // duration.
      for (let seconds = Math.ceil(milliseconds / 1_000) + 1; seconds <= MAX_SECONDS; seconds *= 2) {
        const args = `-n -M prepared -c ${writers} -j 2 -T ${seconds}`.split(' ');
        const { stdout } = await run('pgbench', [...args, ...where], { env: { ...process.env, PGPASSWORD: password } });
        const [, rate] = /tps = ([\d.]+) \(without/.exec(stdout) ?? [];
        if (rate !== undefined) return Number(rate);
      }
      throw new Error(`pgbench does nothing in ${MAX_SECONDS} seconds`);
    },
    async close() {
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Milliseconds (p99) until a subscriber on another connection has an event, while an open transaction has written and
 * sleeps.
 */
const measureDelivery = (url: string): Promise<number> =>
  withClient(url, async (otherClient) => {
    await otherClient.query(
      'create table if not exists public.foreign_work (n integer); begin; insert into public.foreign_work values (1)',
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

/** Appends one event after the other. @returns the milliseconds until each is delivered */
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
