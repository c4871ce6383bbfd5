import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run test:real` runs one file after the other, because some of them measure time. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  cacheDir: 'node_modules/.cache/vite-tests',
  test: {
    include: ['tests/real/*.test.ts', 'tests/contract/eventstoredb-real.test.ts'],
    globalSetup: ['tests/support/global-browser.ts'],
    reporters: ['default', fileURLToPath(new URL('./support/table-reporter.ts', import.meta.url))],
    silent: 'passed-only',
    fileParallelism: false,
    env: { TZ: 'America/Sao_Paulo' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
