import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withBenchPostgres } from './databases.ts';
import * as ownGroups from './groups.ts';
import { besideOther, logProgress, type Result, type Setting, tableOf } from './measuring.ts';

type Group = (setting: Setting) => Promise<Result[]>;
type Groups = Readonly<Record<keyof typeof ownGroups, Group>>;
const OWN_GROUPS: Groups = { ...ownGroups };

/** The groups by name, each with the function that measures it. */
const GROUPS: Readonly<Record<string, keyof Groups>> = {
  'first-view': 'firstView',
  commands: 'commands',
  worst: 'worst',
  'largest-figures': 'largestFigures',
  reads: 'reads',
  'time-travel': 'timeTravel',
  projector: 'projector',
  rebuild: 'rebuilding',
  appends: 'appends',
  largest: 'largest',
  imports: 'imports',
};

/** Another built checkout, and the folder of its bundled bench. */
interface OtherCheckout {
  readonly checkout: string;
  readonly folder: string;
}

/** The load average over one, five and fifteen minutes, because other work on the machine affects the numbers. */
const loadAverage = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');

const USAGE = `npm run bench [-- ${Object.keys(GROUPS).join(' | ')} …] [--rounds=5] [--before=/another/built/checkout]`;

/** @param folder the folder of the bundle with the group */
const measureGroup = (group: Group, folder: string, rounds: number): Promise<Result[]> =>
  withBenchPostgres((url) => group({ url, rivals: join(folder, 'rivals.js'), rounds }));

/** Runs `work` in another working directory, because the built product is found relative to it. */
async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const home = process.cwd();
  process.chdir(folder);
  try {
    return await work();
  } finally {
    process.chdir(home);
  }
}

/**
 * Measures the product beside plain alternatives and prints one Markdown table; with another checkout, beside that one.
 * @returns exit code
 */
export async function main(args: readonly string[], other?: OtherCheckout): Promise<number> {
  const rounds = Number(args.find((arg) => arg.startsWith('--rounds='))?.slice('--rounds='.length) ?? 5);
  const names = args.filter((arg) => !arg.startsWith('--'));
  const unknown = names.filter((name) => !Object.hasOwn(GROUPS, name));
  if (unknown.length > 0 || !(rounds >= 1 && rounds <= 50)) {
    logProgress(USAGE);
    return 1;
  }
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const otherGroups = other && ((await import(pathToFileURL(join(other.folder, 'stdin.js')).href)) as Partial<Groups>);
  const results: Result[] = [];
  const loadBefore = loadAverage();
  for (const name of names.length > 0 ? names : Object.keys(GROUPS)) {
    const group = GROUPS[name];
    const otherGroup = group && otherGroups?.[group];
    if (other && otherGroup)
      results.push(
        ...(await besideOther(
          () => measureGroup(OWN_GROUPS[group], folder, Math.ceil(rounds / 2)),
          () => inFolder(other.checkout, () => measureGroup(otherGroup, other.folder, Math.ceil(rounds / 2))),
        )),
      );
    else if (other) logProgress(`the other checkout does not measure ${name}`);
    else if (group) results.push(...(await measureGroup(OWN_GROUPS[group], folder, rounds)));
  }
  process.stdout.write(
    `${tableOf(results)}\n\nload average before ${loadBefore}, after ${loadAverage()}, ${availableParallelism()} cores\n`,
  );
  return 0;
}
