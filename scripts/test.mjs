import { ensureInstalled } from './bootstrap.mjs';
import { root } from './sources.mjs';

await ensureInstalled();
process.chdir(root);
process.argv = [...process.argv.slice(0, 2), 'run', '--config', 'tests/vitest.config.ts', ...process.argv.slice(2)];
await import(new URL('../node_modules/vitest/vitest.mjs', import.meta.url).href);
