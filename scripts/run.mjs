// Programs of these folders, beside the built product: `node scripts/run.mjs bench | load | security | compose`, as package.json
// names them. What each does, and its options, stands in its main.ts.

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './bootstrap.mjs';
import { PROGRAM, THREADS } from './bundle.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
process.chdir(root);
const [name = '', ...args] = process.argv.slice(2);

// Everything that is measured is bundled the same way: the product, its parts and what they are compared with. The bundle lies
// beside the packages that it needs, and goes when this process ends.
const cache = join(root, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'prumo-bundle-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(1)).once('SIGTERM', () => process.exit(1));
const { build } = await import('esbuild');
const rivals = name === 'bench' ? { rivals: 'scripts/bench/rivals/server.ts' } : {};
await build({ ...PROGRAM, entryPoints: { main: `scripts/${name}/main.ts`, ...rivals, ...THREADS }, outdir: folder });
cpSync('src/migrations/sql', join(folder, 'sql'), { recursive: true });
const { main } = await import(pathToFileURL(join(folder, 'main.js')).href);
process.exit(await main(args));
