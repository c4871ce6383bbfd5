import { availableParallelism, loadavg } from 'node:os';
import { withBenchPostgres } from './bench-postgres.ts';
import { appends } from './groups/append.ts';
import { audit } from './groups/audit.ts';
import { besideBefore } from './groups/before.ts';
import { commands } from './groups/commands.ts';
import { eventStoreDb } from './groups/eventstoredb.ts';
import { firstView } from './groups/first-view.ts';
import { imports } from './groups/imports.ts';
import { kitchen } from './groups/kitchen.ts';
import { priceChanges } from './groups/price-changes.ts';
import { projector } from './groups/projector.ts';
import { reads } from './groups/reads.ts';
import { rebuilding } from './groups/rebuild.ts';
import { sales } from './groups/sales.ts';
import { starts } from './groups/start.ts';
import { stock } from './groups/stock.ts';
import { timeTravel } from './groups/time-travel.ts';
import { worst } from './groups/worst.ts';
import { progress, type Result, tableOf } from './result.ts';
import type { Setting } from './setting.ts';

const GROUPS: Readonly<Record<string, (setting: Setting) => Promise<Result[]>>> = {
  appends,
  commands,
  reads,
  stock,
  projector,
  rebuild: rebuilding,
  'price-changes': priceChanges,
  kitchen,
  sales,
  'time-travel': timeTravel,
  starts,
  'first-view': firstView,
  imports,
  audit,
  eventstoredb: eventStoreDb,
  worst,
};

/** Only when asked for: it needs another checkout. */
const ASKED: typeof GROUPS = { before: besideBefore };

/** Of the last one, five and fifteen minutes: what else the machine does is in the numbers. */
const loadAverage = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');

const ALL = { ...GROUPS, ...ASKED };

const USAGE = `npm run bench [-- ${Object.keys(ALL).join(' | ')} …] [--rounds=5] [--large] [--before=/another/checkout]`;

/**
 * Measures the product beside plain ways of doing the same and prints one Markdown table.
 * @returns exit code
 */
export async function bench(args: readonly string[], { rivals }: { readonly rivals: string }): Promise<number> {
  const valueOf = (name: string): string | undefined =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
  const rounds = Number(valueOf('rounds') ?? 5);
  const before = valueOf('before');
  const isLarge = args.includes('--large');
  const asked = args.filter((arg) => !arg.startsWith('--'));
  const unknown = asked.filter((name) => !Object.hasOwn(ALL, name));
  if (unknown.length > 0 || !(rounds >= 1 && rounds <= 50)) {
    progress(USAGE);
    return 1;
  }
  const names = asked.length > 0 ? asked : Object.keys(GROUPS);
  const results: Result[] = [];
  const loadBefore = loadAverage();
  for (const name of names)
    results.push(
      ...(await withBenchPostgres(async (url) => (await ALL[name]?.({ url, rivals, rounds, isLarge, before })) ?? [])),
    );
  process.stdout.write(
    `${tableOf(results)}\n\nload average before ${loadBefore}, after ${loadAverage()}, ${availableParallelism()} cores\n`,
  );
  return 0;
}
