import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './bootstrap.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
await import(new URL('../dist/server/operate.js', import.meta.url).href);
