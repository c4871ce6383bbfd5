import { createFilledDatabase } from '../databases.ts';
import { runOperatorCommand } from '../programs.ts';
import { type BenchmarkOptions, logProgress, type Result } from '../measurement.ts';

/** The numbers of businesses. The memory of a rebuild must not depend on them, so one maximum holds for all. */
const SIZES = [500, 5_000, 50_000];
const EVENTS_EACH = 20;
const MAX_MEMORY_MB = 300;

/** Measures the memory and duration of `npm run rebuild`, which runs as a process of its own. */
export async function rebuildMemory({ serverUrl, rounds }: BenchmarkOptions): Promise<Result[]> {
  const results: Result[] = [];
  for (const businesses of SIZES) {
    const url = await createFilledDatabase(serverUrl, `rebuild_${businesses}`, { businesses, eventsEach: EVENTS_EACH });
    results.push(...(await measureRebuild(url, `${businesses} businesses, ${EVENTS_EACH} events each`, rounds)));
  }
  return results;
}

async function measureRebuild(url: string, size: string, rounds: number): Promise<Result[]> {
  const [durations, memory]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    logProgress(`rebuilding ${size}`);
    const { milliseconds, peakMemory } = await runOperatorCommand('rebuild', url);
    durations.push(milliseconds);
    memory.push(peakMemory);
  }
  const goal = '7 projector';
  return [
    { goal, metric: `peak memory of a rebuild, ${size}`, unit: 'MB', values: memory, atMost: MAX_MEMORY_MB },
    { goal, metric: `duration of a rebuild, ${size}`, unit: 'ms', values: durations },
  ];
}
