import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

/**
 * Bundles TypeScript programs of this folder that are run once, beside the packages that they need; they go when this
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
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  });
  return folder;
}
