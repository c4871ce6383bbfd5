import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const WITH_POSTGRES =
  'tests/{audit,contract,projections,http,postgres,identity,payments,faults,mail,erasure,fuzz}/**/*.test.ts';
const IN_BROWSER = 'tests/e2e/**/*.test.ts';

/**
 * Four kinds of tests by what they need; each starts only that, and only when one of its files is run. Those
 * that need nothing keep nothing either: their files share their modules, which to load anew is half of their time.
 */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  cacheDir: 'node_modules/.cache/vite-tests',
  plugins: [react()],
  test: {
    silent: 'passed-only',
    maxWorkers: 3, // also on two cores: a third of the time is waiting for servers, browsers and time limits
    env: { TZ: 'America/Sao_Paulo' },
    // What is waited for comes in a second or two, and on a machine with other things to do in twenty: only what never
    // comes is to fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: [WITH_POSTGRES, IN_BROWSER, 'tests/web/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/web/support/patience.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [WITH_POSTGRES],
          globalSetup: ['tests/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [IN_BROWSER],
          globalSetup: ['tests/support/global-postgres.ts', 'tests/support/global-build.ts'],
        },
      },
    ],
  },
});
