import { randomUUID } from 'node:crypto';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import pg from 'pg';
import { envelopes } from '../businesses.ts';
import { newDatabase } from '../databases.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import type { Setting } from '../setting.ts';
import { quantile } from '../statistics.ts';
import { type Contender, eventLog, nodeInserts, pgbenchInserts } from './append-contenders.ts';

/** What we aim at: appends to the log per single INSERT, by number of writers. */
const GOALS = new Map([
  [1, 0.6],
  [8, 1],
  [32, 1.5],
  [128, 2.5],
]);
const ROUND_MS = 1_000;
const DELIVERIES = 300;

/** Appends with all checks beside single INSERTs on the same server, and what a stranger's open transaction does. */
export async function appends({ url: server, rounds }: Setting): Promise<Result[]> {
  const url = await newDatabase(server, 'appends');
  const results: Result[] = [];
  const log = await eventLog(url);
  const rivals = [await nodeInserts(url), await pgbenchInserts(url)].filter((rival) => rival !== undefined);
  try {
    for (const [writers, atLeast] of GOALS) {
      progress(`appends, ${writers} writers`);
      const measured = (contender: Contender) => () => contender.measure(writers, ROUND_MS);
      const found = await inRounds(
        rounds,
        Object.fromEntries([log, ...rivals].map((contender) => [contender.name, measured(contender)])),
      );
      for (const { name } of rivals)
        results.push({
          goal: 9,
          what: `appends/s, ${writers} writer${writers === 1 ? '' : 's'}`,
          unit: '/s',
          ours: found[log.name] ?? [],
          plain: { name, values: found[name] ?? [] },
          wanted: { atLeast },
        });
    }
  } finally {
    for (const contender of [log, ...rivals]) await contender.close();
  }
  progress('appends beside an open transaction');
  const delays = await inRounds(rounds, { open: () => slowestDelivery(url) });
  const what = 'append to delivery in another process, p99, beside a foreign transaction that stays open';
  return [...results, { goal: 9, what, unit: 'ms', ours: delays.open, wanted: { atMost: 10 } }];
}

/** Milliseconds (p99) until a subscriber elsewhere has an event, while somebody's transaction has written and sleeps. */
async function slowestDelivery(url: string): Promise<number> {
  const foreign = new pg.Client({ connectionString: url });
  await foreign.connect();
  const [writer, reader] = [
    await createPostgresLog({ connectionString: url }),
    await createPostgresLog({ connectionString: url }),
  ];
  try {
    await foreign.query(
      'create table if not exists foreign_work (n integer); begin; insert into foreign_work values (1)',
    );
    return quantile(await deliveries(writer, reader), 0.99);
  } finally {
    await Promise.all([foreign.end(), writer.close(), reader.close()]);
  }
}

type Log = Awaited<ReturnType<typeof createPostgresLog>>;

/** One event after the other. */
async function deliveries(writer: Log, reader: Log): Promise<readonly number[]> {
  const { signal } = new AbortController();
  const subscription = reader.subscribe(await reader.head(), { batchSize: 100, signal })[Symbol.asyncIterator]();
  const delays: number[] = [];
  for (let i = 0; i < DELIVERIES; i += 1) {
    const delivered = subscription.next();
    const appendedAt = performance.now();
    await writer.append(`business-${randomUUID()}`, 'none', envelopes([{ type: 'BusinessOpened', data: {} }]));
    await delivered;
    delays.push(performance.now() - appendedAt);
  }
  await subscription.return?.();
  return delays;
}
