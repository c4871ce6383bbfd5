import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

/** How esbuild makes a program for Node.js of our sources: our own code in one file, packages as they are installed. */
export const PROGRAM = /** @type {const} */ ({
  absWorkingDir: root,
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
});

/** The programs of the product, file by name. */
export const SERVER_PROGRAMS = {
  main: 'src/main.ts',
  api: 'src/main-api.ts',
  reactor: 'src/main-reactor.ts',
  projector: 'src/main-projector.ts',
  operate: 'scripts/operate.ts',
};

/** What the product runs in threads of their own: each lies beside the program. */
export const THREADS = {
  'past-reads-thread': 'src/processes/past-reads-thread.ts',
  'folding-thread': 'src/processes/folding-thread.ts',
};

/**
 * Bundles TypeScript programs of this folder that are run once, with the threads of the product, beside the packages that they need; they go when this
 * process ends. The packages have to be installed.
 * @param {Record<string, string>} entryPoints file by name: { main: 'scripts/bench/main.ts' }
 * @returns {Promise<string>} the folder that they are in, as `main.js`
 */
export async function bundled(entryPoints) {
  const { build } = await import('esbuild');
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'prumo-bundle-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(1)).once('SIGTERM', () => process.exit(1));
  await build({ ...PROGRAM, entryPoints: { ...entryPoints, ...THREADS }, outdir: folder });
  return folder;
}
