import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './bootstrap.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
const settings = join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
await import(new URL('../dist/server/operate.js', import.meta.url).href);
