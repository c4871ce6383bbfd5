import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { withBenchPostgres } from './databases.ts';
import { GROUPS } from './groups.ts';
import { type Benchmark, compareCheckouts, logProgress, type Result, tableOf } from './measurement.ts';

/** Another built checkout, and the folder with its bundled benchmarks. */
interface OtherCheckout {
  readonly checkout: string;
  readonly folder: string;
}

/** The load averages of one, five and fifteen minutes, because other work on the machine affects the results. */
const loadAverages = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');

const USAGE = `npm run bench [-- ${Object.keys(GROUPS).join(' | ')} …] [--rounds=5] [--before=/another/built/checkout]`;

/** @param folder the folder with the bundled baselines of the same checkout */
const runBenchmark = (benchmark: Benchmark, folder: string, rounds: number): Promise<Result[]> =>
  withBenchPostgres((serverUrl) => benchmark({ serverUrl, baselinesPath: join(folder, 'baselines.js'), rounds }));

/** Runs `work` in another working directory, because the built product is found relative to the working directory. */
async function inDirectory<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const previous = process.cwd();
  process.chdir(directory);
  try {
    return await work();
  } finally {
    process.chdir(previous);
  }
}

/**
 * Measures the product next to baseline programs and prints one Markdown table. With another checkout, the same metrics
 * of that checkout are the baseline instead.
 * @returns exit code
 */
export async function main(args: readonly string[], other?: OtherCheckout): Promise<number> {
  const options = { rounds: { type: 'string', default: '5' }, before: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const rounds = Number(values.rounds);
  if (positionals.some((name) => !Object.hasOwn(GROUPS, name)) || !(rounds >= 1 && rounds <= 50)) {
    logProgress(USAGE);
    return 1;
  }
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const otherGroups =
    other && ((await import(pathToFileURL(join(other.folder, 'groups.js')).href)) as { GROUPS: typeof GROUPS }).GROUPS;
  const results: Result[] = [];
  const loadBefore = loadAverages();
  for (const [name, benchmark] of Object.entries(GROUPS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const otherBenchmark = otherGroups?.[name];
    if (other && otherBenchmark)
      results.push(
        ...(await compareCheckouts(
          () => runBenchmark(benchmark, folder, Math.ceil(rounds / 2)),
          () => inDirectory(other.checkout, () => runBenchmark(otherBenchmark, other.folder, Math.ceil(rounds / 2))),
        )),
      );
    else if (other) logProgress(`the other checkout does not measure ${name}`);
    else results.push(...(await runBenchmark(benchmark, folder, rounds)));
  }
  process.stdout.write(
    `${tableOf(results)}\n\nload average before ${loadBefore}, after ${loadAverages()}, ${availableParallelism()} cores\n`,
  );
  return 0;
}
