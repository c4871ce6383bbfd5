import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withBenchPostgres } from './databases.ts';
import * as here from './groups.ts';
import { besideOther, progress, type Result, type Setting, tableOf } from './measuring.ts';

type Group = (setting: Setting) => Promise<Result[]>;
type Groups = Readonly<Record<keyof typeof here, Group>>;
const HERE: Groups = { ...here };

/** The groups by name, each with the function that measures it. */
const GROUPS: Readonly<Record<string, keyof Groups>> = {
  'first-view': 'firstView',
  commands: 'commands',
  worst: 'worst',
  kitchen: 'kitchen',
  reads: 'reads',
  'time-travel': 'timeTravel',
  projector: 'projector',
  rebuild: 'rebuilding',
  appends: 'appends',
  largest: 'largest',
  imports: 'imports',
};

/** Another built checkout, and the folder of its bundled bench. */
interface Other {
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
const measured = (group: Group, folder: string, rounds: number): Promise<Result[]> =>
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
export async function main(args: readonly string[], other?: Other): Promise<number> {
  const rounds = Number(args.find((arg) => arg.startsWith('--rounds='))?.slice('--rounds='.length) ?? 5);
  const asked = args.filter((arg) => !arg.startsWith('--'));
  const unknown = asked.filter((name) => !Object.hasOwn(GROUPS, name));
  if (unknown.length > 0 || !(rounds >= 1 && rounds <= 50)) {
    progress(USAGE);
    return 1;
  }
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const there = other && ((await import(pathToFileURL(join(other.folder, 'stdin.js')).href)) as Partial<Groups>);
  const results: Result[] = [];
  const loadBefore = loadAverage();
  for (const name of asked.length > 0 ? asked : Object.keys(GROUPS)) {
    const group = GROUPS[name];
    const otherGroup = group && there?.[group];
    if (other && otherGroup)
      results.push(
        ...(await besideOther(
          () => measured(HERE[group], folder, Math.ceil(rounds / 2)),
          () => inFolder(other.checkout, () => measured(otherGroup, other.folder, Math.ceil(rounds / 2))),
        )),
      );
    else if (other) progress(`the other checkout does not measure ${name}`);
    else if (group) results.push(...(await measured(HERE[group], folder, rounds)));
  }
  process.stdout.write(
    `${tableOf(results)}\n\nload average before ${loadBefore}, after ${loadAverage()}, ${availableParallelism()} cores\n`,
  );
  return 0;
}
