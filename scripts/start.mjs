import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './bootstrap.mjs';
import { root } from './sources.mjs';

await ensureBuilt();
const settings = join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
process.setSourceMapsEnabled(true);

// Nothing is running yet that would need an orderly stop; the server has its own handlers from its first line on.
const leave = () => process.exit(0);
process.on('SIGTERM', leave).on('SIGINT', leave);
await import(new URL('../dist/server/main.js', import.meta.url).href);
process.off('SIGTERM', leave).off('SIGINT', leave);
