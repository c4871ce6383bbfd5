// Builds the product and runs a program that measures or tests it: `node scripts/run.mjs bench | load | security |
// compose`, as package.json does. The main.ts in the folder of that name describes each program and its options.

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './bootstrap.mjs';
import { PROGRAM } from './bundle.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
process.chdir(root);
const [name = '', ...args] = process.argv.slice(2);
process.once('SIGINT', () => process.exit(1)).once('SIGTERM', () => process.exit(1));

const BENCHMARK_PROGRAMS = { baselines: 'scripts/bench/baselines.ts' };
const folder = await bundlePrograms(root, {
  main: `scripts/${name}/main.ts`,
  ...(name === 'bench' && BENCHMARK_PROGRAMS),
});
const { main } = await import(pathToFileURL(join(folder, 'main.js')).href);
process.exit(await main(args, await bundleOtherBenchmarks()));

/**
 * Bundles programs of a checkout in the same way as the product. The bundle is stored in node_modules, so that it finds
 * its packages, and is removed when this process ends.
 * @param {string} checkout
 * @param {Record<string, string>} entryPoints
 * @returns {Promise<string>} the folder of the bundle
 */
async function bundlePrograms(checkout, entryPoints) {
  const { build } = await import('esbuild');
  const { THREADS } = await import(pathToFileURL(join(checkout, 'scripts/bundle.mjs')).href);
  const cache = join(checkout, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(join(cache, 'prumo-bundle-'));
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  await build({ ...PROGRAM, absWorkingDir: checkout, entryPoints: { ...entryPoints, ...THREADS }, outdir });
  cpSync(join(checkout, 'src/migrations/sql'), join(outdir, 'sql'), { recursive: true });
  return outdir;
}

/** Bundles the benchmarks of `--before=/another/checkout`, which must be built. */
async function bundleOtherBenchmarks() {
  const [, path] = args.find((arg) => arg.startsWith('--before='))?.split('=') ?? [];
  if (name !== 'bench' || !path) return undefined;
  const checkout = resolve(path);
  return {
    checkout,
    folder: await bundlePrograms(checkout, { groups: 'scripts/bench/groups.ts', ...BENCHMARK_PROGRAMS }),
  };
}
