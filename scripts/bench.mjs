import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './bootstrap.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
const { build } = await import('esbuild');
process.chdir(root);

// Everything that is measured is bundled the same way: the product, its parts and what they are compared with.
const cache = join(root, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'prumo-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(1)).once('SIGTERM', () => process.exit(1));
await build({
  absWorkingDir: root,
  entryPoints: {
    main: 'scripts/bench/main.ts',
    rivals: 'scripts/bench/rivals/server.ts',
    'event-store': 'scripts/bench/rivals/event-store.ts',
  },
  outdir: folder,
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
});
cpSync('src/migrations/sql', join(folder, 'sql'), { recursive: true });
const { bench } = await import(pathToFileURL(join(folder, 'main.js')).href);
process.exit(await bench(process.argv.slice(2), { rivals: join(folder, 'rivals.js') }));
