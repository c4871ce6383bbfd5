// Runs the programs of these folders, beside the built product: `node scripts/run.mjs bench | load | security |
// compose`, as named in package.json. Purpose and options of each are described in its main.ts.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './bootstrap.mjs';
import { PROGRAM } from './bundle.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
process.chdir(root);
const [name = '', ...args] = process.argv.slice(2);
process.once('SIGINT', () => process.exit(1)).once('SIGTERM', () => process.exit(1));

const RIVALS = { rivals: 'scripts/bench/rivals.ts' };
const folder = await bundled(root, {
  entryPoints: { main: `scripts/${name}/main.ts`, ...(name === 'bench' && RIVALS) },
});
const { main } = await import(pathToFileURL(join(folder, 'main.js')).href);
process.exit(await main(args, await otherBench()));

/**
 * Bundles everything that is measured in the same way: the product, its parts and the alternatives. The bundle is
 * stored beside the packages that it needs, and removed when this process ends.
 * @param {string} checkout
 * @param {{ entryPoints: Record<string, string>, stdin?: import('esbuild').StdinOptions }} programs
 * @returns {Promise<string>} its folder
 */
async function bundled(checkout, { entryPoints, ...options }) {
  const { build } = await import('esbuild');
  const { THREADS } = await import(pathToFileURL(join(checkout, 'scripts/bundle.mjs')).href);
  const cache = join(checkout, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(join(cache, 'prumo-bundle-'));
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  await build({ ...PROGRAM, absWorkingDir: checkout, entryPoints: { ...entryPoints, ...THREADS }, outdir, ...options });
  cpSync(join(checkout, 'src/migrations/sql'), join(outdir, 'sql'), { recursive: true });
  return outdir;
}

/**
 * Bundles the bench of `--before=/another/checkout`, a built checkout, with the groups that exist in both, as
 * `stdin.js`.
 */
async function otherBench() {
  const [, path] = args.find((arg) => arg.startsWith('--before='))?.split('=') ?? [];
  if (name !== 'bench' || !path) return undefined;
  const checkout = resolve(path);
  const files = readdirSync('scripts/bench/groups').map((file) => `scripts/bench/groups/${file}`);
  const contents = files
    .filter((file) => existsSync(join(checkout, file)))
    .map((file) => `export * from './${file}';`)
    .join('\n');
  const stdin = { contents, resolveDir: checkout };
  return { checkout, folder: await bundled(checkout, { entryPoints: RIVALS, stdin }) };
}
