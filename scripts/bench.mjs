import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './bootstrap.mjs';
import { bundled } from './bundle.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
process.chdir(root);

// Everything that is measured is bundled the same way: the product, its parts and what they are compared with.
const folder = await bundled({
  main: 'scripts/bench/main.ts',
  rivals: 'scripts/bench/rivals/server.ts',
});
cpSync('src/migrations/sql', join(folder, 'sql'), { recursive: true });
const { bench } = await import(pathToFileURL(join(folder, 'main.js')).href);
process.exit(await bench(process.argv.slice(2), { rivals: join(folder, 'rivals.js') }));
