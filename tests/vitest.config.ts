import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const WITH_POSTGRES =
  'tests/{audit,contract,projections,http,postgres,identity,payments,faults,mail,erasure}/**/*.test.ts';
const IN_BROWSER = 'tests/e2e/**/*.test.ts';

/** Four kinds of tests by what they need; each starts only that, and only when one of its files is run. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  cacheDir: 'node_modules/.cache/vite-tests',
  plugins: [react()],
  test: {
    silent: 'passed-only',
    maxWorkers: 2, // one less than there are cores would be one on a small machine, and take ten minutes
    env: { TZ: 'America/Sao_Paulo' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [WITH_POSTGRES, IN_BROWSER, 'tests/web/**'],
          testTimeout: 20_000, // properties take a second, and ten on a machine that has other things to do
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/web/support/patience.ts'],
          testTimeout: 20_000, // typing into a whole screen takes a second or two, and five on a busy machine
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [WITH_POSTGRES],
          globalSetup: ['tests/support/global-postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [IN_BROWSER],
          expect: { poll: { timeout: 15_000 } }, // like everything else that a page is waited for
          globalSetup: ['tests/support/global-postgres.ts', 'tests/support/global-build.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
