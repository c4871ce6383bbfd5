import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withBenchPostgres } from './bench-postgres.ts';
import { appends } from './groups/append.ts';
import { commands } from './groups/commands.ts';
import { firstView } from './groups/first-view.ts';
import { imports } from './groups/imports.ts';
import { kitchen } from './groups/kitchen.ts';
import { largest } from './groups/largest.ts';
import { projector } from './groups/projector.ts';
import { reads } from './groups/reads.ts';
import { rebuilding } from './groups/rebuild.ts';
import { timeTravel } from './groups/time-travel.ts';
import { worst } from './groups/worst.ts';
import { progress, type Result, tableOf } from './result.ts';
import type { Setting } from './setting.ts';

const GROUPS: Readonly<Record<string, (setting: Setting) => Promise<Result[]>>> = {
  'first-view': firstView,
  commands,
  worst,
  kitchen,
  reads,
  'time-travel': timeTravel,
  projector,
  rebuild: rebuilding,
  appends,
  largest,
  imports,
};

/** Of the last one, five and fifteen minutes: what else the machine does is in the numbers. */
const loadAverage = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');

const USAGE = `npm run bench [-- ${Object.keys(GROUPS).join(' | ')} …] [--rounds=5]`;

/**
 * Measures the product beside plain ways of doing the same and prints one Markdown table.
 * @returns exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  const rivals = fileURLToPath(new URL('rivals.js', import.meta.url));
  const rounds = Number(args.find((arg) => arg.startsWith('--rounds='))?.slice('--rounds='.length) ?? 5);
  const asked = args.filter((arg) => !arg.startsWith('--'));
  const unknown = asked.filter((name) => !Object.hasOwn(GROUPS, name));
  if (unknown.length > 0 || !(rounds >= 1 && rounds <= 50)) {
    progress(USAGE);
    return 1;
  }
  const names = asked.length > 0 ? asked : Object.keys(GROUPS);
  const results: Result[] = [];
  const loadBefore = loadAverage();
  for (const name of names)
    results.push(...(await withBenchPostgres(async (url) => (await GROUPS[name]?.({ url, rivals, rounds })) ?? [])));
  process.stdout.write(
    `${tableOf(results)}\n\nload average before ${loadBefore}, after ${loadAverage()}, ${availableParallelism()} cores\n`,
  );
  return 0;
}
