import { createFilledDatabase } from '../databases.ts';
import { runOperation } from '../programs.ts';
import { logProgress, type Result, type Setting } from '../measuring.ts';

/** Numbers of businesses; the rebuild must take the same memory for each. */
const SIZES = [500, 5_000, 50_000];
const EVENTS_EACH = 20;
const MEMORY_MB = 300;
/** Measures the memory of `npm run rebuild` as a process of its own. */
export async function rebuilding(setting: Setting): Promise<Result[]> {
  const results: Result[] = [];
  for (const businesses of SIZES) {
    const url = await createFilledDatabase(setting.url, `rebuild_${businesses}`, {
      businesses,
      eventsEach: EVENTS_EACH,
    });
    results.push(...(await measureRebuild(url, `${businesses} businesses, ${EVENTS_EACH} events each`, setting)));
  }
  return results;
}

async function measureRebuild(url: string, size: string, { rounds }: Setting): Promise<Result[]> {
  const [times, memory]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    logProgress(`rebuilding ${size}`);
    const run = await runOperation('rebuild', url);
    times.push(run.milliseconds);
    memory.push(run.peakMemory);
  }
  return [
    { goal: 7, what: `most memory of a rebuild, ${size}`, unit: 'MB', ours: memory, atMost: MEMORY_MB },
    { goal: 7, what: `a rebuild from start to end, ${size}`, unit: 'ms', ours: times },
  ];
}
