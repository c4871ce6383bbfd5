import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findFreePort } from '#postgres/postmaster.ts';
import { randomFrom } from '#tests/support/random.ts';
import { waitForAuditLog, createDatabase, waitForProjection, withBenchPostgres, withLog } from '../bench/databases.ts';
import { openLoop } from '../bench/load-generator.ts';
import { startBuiltProduct } from '../bench/programs.ts';
import { logProgress, quantile } from '../bench/measurement.ts';
import { timelineOf, evaluate, LoadRecord } from './record.ts';
import { arrivals, createWorkload, createLoadOwners } from './workload.ts';
import { withClient } from '../with-client.ts';

/** The default size of a run, and the largest that fits on one machine; `rate` is in requests per second. */
const DEFAULT_SIZE = { businesses: 5_000, events: 1_000_000, rate: 300, minutes: 20 } as const;
const MAX_SIZE = { businesses: 20_000, events: 4_000_000, rate: 2_000, minutes: 60 } as const;
/** The share of requests that are changes. */
const CHANGE_SHARE = 0.2;
const SEED = 20_261_123;
const MEMORY_SAMPLE_INTERVAL_MS = 1_000;

type Size = Readonly<Record<keyof typeof DEFAULT_SIZE, number>>;

const USAGE = `npm run test:load [-- ${Object.entries(DEFAULT_SIZE)
  .map(([name, value]) => `--${name}=${value}`)
  .join(' ')}]`;

/** Reads the size of the run from the arguments. @returns undefined for sizes that are not allowed */
function parseSize(args: readonly string[]): Size | undefined {
  const names = Object.keys(DEFAULT_SIZE) as (keyof Size)[];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const { values } = parseArgs({ args: [...args], options });
  const size = Object.fromEntries(names.map((name) => [name, Number(values[name] ?? DEFAULT_SIZE[name])])) as Size;
  return names.every((name) => size[name] > 0 && size[name] <= MAX_SIZE[name]) ? size : undefined;
}

/**
 * Measures the product with many businesses and a long history under constant load: the latency of reads, the time
 * until owners see their own changes, and whether memory grows. Everything runs on this machine. Requests start when
 * they are due, and a fifth of them are changes. A run takes about half an hour; a short one: `npm run test:load --
 * --businesses=500 --events=100000 --rate=300 --minutes=2`.
 * @returns exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  const size = parseSize(args);
  if (!size) {
    logProgress(USAGE);
    return 1;
  }
  const loadBefore = loadavg()[0] ?? 0;
  const record = await withBenchPostgres((serverUrl) => measureUnderLoad(serverUrl, size));
  const results = evaluate(record);
  const requests = record.reads.length + record.changes;
  const lines = [
    `${size.businesses} businesses, ${size.events} events, ${size.rate} requests a second for ${size.minutes} min: ${requests} answered, ${record.changes} of them changes`,
    `${availableParallelism()} cores, shared by product, PostgreSQL and this program; load before ${loadBefore.toFixed(1)}, after ${(loadavg()[0] ?? 0).toFixed(1)}; requests were sent late by ${quantile(record.delays, 0.99).toFixed(1)} ms (p99), which counts`,
    ...results.map(
      ({ metric, value, requirement, isMet }) => `${isMet ? 'met ' : 'NOT '} ${metric}: ${value} (${requirement})`,
    ),
    ...[...record.serverErrors, ...record.otherFailures].map(([what, count]) => `     ${count} × ${what}`),
    ...timelineOf(record, size.minutes * 60),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return results.every(({ isMet }) => isMet) ? 0 : 1;
}

/**
 * Starts the product on a new database with the events of all owners, sends the requests, and records the responses.
 */
async function measureUnderLoad(serverUrl: string, { businesses, events, rate, minutes }: Size): Promise<LoadRecord> {
  const url = await createDatabase(serverUrl, 'load');
  const owners = await createLoadOwners(url, { businesses, eventsEach: Math.max(60, Math.round(events / businesses)) });
  await withClient(url, (client) => client.query('vacuum analyze'));
  const product = await startBuiltProduct(url, await findFreePort());
  try {
    logProgress('the product fills its read model');
    await waitForProjection(url, await withLog(url, async (log) => (await log.head()) ?? ''));
    await waitForAuditLog(url);
    await withClient(url, (client) => client.query('vacuum analyze'));
    logProgress(`${rate} requests a second for ${minutes} minutes`);
    const record = new LoadRecord();
    const startedAt = performance.now();
    const sampling = setInterval(() => {
      record.memory.push({ at: (performance.now() - startedAt) / 1_000, megabytes: product.memory() });
    }, MEMORY_SAMPLE_INTERVAL_MS);
    const random = randomFrom(SEED);
    // Each change is followed by its owner's read, so this rate of visits gives the requested rate of requests.
    const visitsPerSecond = rate * (1 - CHANGE_SHARE);
    const runVisit = createWorkload({
      owners,
      record,
      startedAt,
      random,
      changeShare: CHANGE_SHARE / (1 - CHANGE_SHARE),
    });
    try {
      await openLoop({ port: product.port, arrivals: arrivals(visitsPerSecond, minutes * 60_000, random) }, runVisit);
    } finally {
      clearInterval(sampling);
    }
    return record;
  } finally {
    await product.stop();
  }
}
