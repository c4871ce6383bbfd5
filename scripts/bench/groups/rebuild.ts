import { furnished, writeAll } from '../businesses.ts';
import { newDatabase, withLog } from '../databases.ts';
import { runOperation } from '../programs.ts';
import { progress, type Result } from '../result.ts';
import type { Setting } from '../setting.ts';
import { withClient } from '../../with-client.ts';

/** Businesses whose rebuild is to take the same memory. */
const SIZES = [500, 5_000, 50_000];
const EVENTS_EACH = 20;
const MEMORY_MB = 300;
/** Owners whose events are made, and written in turns, before the next ones are: so many fit in memory. */
const AT_ONCE = 5_000;

/** `npm run rebuild` as a process of its own: its memory, however many businesses there are. */
export async function rebuilding(setting: Setting): Promise<Result[]> {
  const results: Result[] = [];
  for (const businesses of SIZES) {
    const url = await filled(setting.url, businesses);
    results.push(...(await measured(url, `${businesses} businesses, ${EVENTS_EACH} events each`, setting)));
  }
  return results;
}

async function filled(server: string, businesses: number): Promise<string> {
  const url = await newDatabase(server, `rebuild_${businesses}`);
  progress(`writing ${businesses * EVENTS_EACH} events of ${businesses} businesses`);
  await withLog(url, async (log) => {
    for (let first = 0; first < businesses; first += AT_ONCE)
      await writeAll(log, furnished(Math.min(AT_ONCE, businesses - first), EVENTS_EACH, first));
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
    { goal: 7, what: `most memory of a rebuild, ${size}`, unit: 'MB', ours: memory, wanted: { atMost: MEMORY_MB } },
    { goal: 7, what: `a rebuild from start to end, ${size}`, unit: 'ms', ours: times },
  ];
}
