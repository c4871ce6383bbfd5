// The product beside the real things that it lives with: PostgreSQL, a mail relay, Prometheus' rules, a proxy, a provider of
// identities, a browser, each as it is installed here, on loopback and with its own defaults. Prints what was met. It
// installs nothing: sh scripts/install-real-things.sh does. Ends within ten minutes; files named on the command line are
// run instead of all.

import { existsSync } from 'node:fs';
import { ensureBuilt } from './bootstrap.mjs';
import { root } from './sources.mjs';

/** Half as long again as it takes on two cores: something does not answer, and was not given up. */
const MAX_MS = 15 * 60_000;

await ensureBuilt();
process.chdir(root);
setTimeout(() => {
  console.error(`test:real has not ended within ${MAX_MS / 60_000} minutes`);
  process.exit(1);
}, MAX_MS).unref();
// Of browsers too the one that is installed here, instead of the one that comes with the tests.
if (existsSync('/usr/bin/chromium')) process.env['CHROMIUM_PATH'] ??= '/usr/bin/chromium';
process.argv = [
  ...process.argv.slice(0, 2),
  'run',
  '--config',
  'tests/real/vitest.config.ts',
  ...process.argv.slice(2),
];
await import(new URL('../node_modules/vitest/vitest.mjs', import.meta.url).href);
