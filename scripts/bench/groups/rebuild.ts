import { freePort } from '#postgres/free-port.ts';
import { furnished, writeAll } from '../businesses.ts';
import { newDatabase, projected, withLog } from '../databases.ts';
import { runOperation, startBuiltProduct } from '../programs.ts';
import { progress, type Result } from '../result.ts';
import type { Setting } from '../setting.ts';
import { withClient } from '../../with-client.ts';

/** Businesses whose rebuild is to take the same memory. */
const SIZES = [500, 5_000, 50_000];
const EVENTS_EACH = 20;
const LARGE = { businesses: 5_000, eventsEach: 200 };
const MEMORY_MB = 300;
/** Owners whose events are made, and written in turns, before the next ones are: so many fit in memory. */
const AT_ONCE = 5_000;

/** `npm run rebuild` as a process of its own: its memory, however many businesses there are; its time beside a product. */
export async function rebuilding(setting: Setting): Promise<Result[]> {
  const results: Result[] = [];
  for (const businesses of SIZES) {
    const url = await filled(setting.url, { businesses, eventsEach: EVENTS_EACH });
    results.push(...(await measured(url, `${businesses} businesses, ${EVENTS_EACH} events each`, setting)));
  }
  return setting.isLarge ? [...results, ...(await besideAProduct(setting))] : results;
}

async function filled(server: string, { businesses, eventsEach }: typeof LARGE): Promise<string> {
  const url = await newDatabase(server, `rebuild_${businesses}_${eventsEach}`);
  progress(`writing ${businesses * eventsEach} events of ${businesses} businesses`);
  await withLog(url, async (log) => {
    for (let first = 0; first < businesses; first += AT_ONCE)
      await writeAll(log, furnished(Math.min(AT_ONCE, businesses - first), eventsEach, first));
  });
  await withClient(url, (client) => client.query('vacuum analyze'));
  return url;
}

async function measured(url: string, size: string, { rounds }: Setting): Promise<Result[]> {
  const [times, memory]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    progress(`rebuilding ${size}`);
    const run = await runOperation('rebuild', url);
    times.push(run.milliseconds);
    memory.push(run.mostMemory);
  }
  return [
    { goal: 4, what: `most memory of a rebuild, ${size}`, unit: 'MB', ours: memory, wanted: { atMost: MEMORY_MB } },
    { goal: 4, what: `a rebuild from start to end, ${size}`, unit: 'ms', ours: times },
  ];
}

/** A million events: a product that has to catch up from nothing, and a rebuild beside one that serves. */
async function besideAProduct({ url: server }: Setting): Promise<Result[]> {
  const url = await filled(server, LARGE);
  const head = await withLog(url, async (log) => (await log.head()) ?? '');
  progress('a product catches up with a million events');
  const started = performance.now();
  const product = await startBuiltProduct(url, await freePort());
  try {
    await projected(url, head);
    const caughtUpIn = performance.now() - started;
    const memory = product.mostMemory();
    progress('a rebuild beside it');
    const { milliseconds, mostMemory } = await runOperation('rebuild', url);
    const size = `${LARGE.businesses * LARGE.eventsEach} events, ${LARGE.businesses} businesses`;
    const one = (what: string, unit: Result['unit'], value: number, atMost?: number): Result => ({
      goal: 4,
      what: `${what}, ${size}`,
      unit,
      ours: [value],
      ...(atMost === undefined ? {} : { wanted: { atMost } }),
    });
    return [
      one('rebuild beside a serving product', 'ms', milliseconds, 12_000),
      one('most memory of that rebuild', 'MB', mostMemory, MEMORY_MB),
      one('product catches up from nothing', 'ms', caughtUpIn),
      one('most memory of that product', 'MB', memory, 400),
    ];
  } finally {
    await product.stop();
  }
}
