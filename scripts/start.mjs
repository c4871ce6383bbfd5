import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './bootstrap.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
process.setSourceMapsEnabled(true);

// Before the server has installed its own signal handlers, nothing runs that needs a graceful shutdown.
const exit = () => process.exit(0);
process.on('SIGTERM', exit).on('SIGINT', exit);
await import(new URL('../dist/server/main.js', import.meta.url).href);
process.off('SIGTERM', exit).off('SIGINT', exit);
