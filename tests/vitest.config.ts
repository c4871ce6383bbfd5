import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const WITH_POSTGRES =
  'tests/{audit,contract,projections,http,postgres,identity,payments,faults,mail,erasure,fuzz}/**/*.test.ts';
const IN_BROWSER = 'tests/{e2e,screens}/**/*.test.ts';

/** Tests spend half of their time waiting for servers, browsers and timeouts, so there are more workers than cores. */
const WAITING = { maxWorkers: 4, sequence: { groupOrder: 0 } };
/**
 * A rolling upgrade promises that no read waits longer than two seconds. Four other servers on two cores could delay
 * it, so it runs alone.
 */
const ALONE = { maxWorkers: 1, sequence: { groupOrder: 2 } };
const ALONE_FILES = 'tests/faults/upgrade.test.ts';
/** These tests only compute, and each worker loads its modules itself, so there are as many workers as cores. */
const COMPUTING = { maxWorkers: 2, sequence: { groupOrder: 1 } };

/** Short files that take a minute or more. Files without a recorded duration run in the order of their size. */
const LONG =
  /accessibility|first-hour|page-layout|owner-journey|onboarding|endless-fold|database-away|local-postgres|one-process|log-edge-cases|log-connection/;

/** A long file that begins last would keep the other workers idle. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is vitest's own method, and not an array's
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * Five kinds of tests by their needs; each starts only those, and only when one of its files runs. The files of a
 * worker share their modules, because loading them again takes half of the time. So no file replaces a module
 * (`vi.mock`), leaves a connection open (support/no-connection-left.ts) or code running (web/support/setup.ts).
 */
export default defineConfig({
  root: fromRoot('.'),
  cacheDir: 'node_modules/.cache/vite-tests',
  plugins: [react()],
  test: {
    silent: 'passed-only',
    sequence: { sequencer: LongFilesFirst },
    env: { TZ: 'America/Sao_Paulo' },
    // The awaited events take a second or two, and twenty seconds on a busy machine, so this timeout only ends waits
    // for events that never happen.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...COMPUTING,
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: [WITH_POSTGRES, IN_BROWSER, 'tests/web/**', 'tests/real/**'],
        },
      },
      {
        extends: true,
        oxc: { jsx: { development: false } },
        resolve: {
          alias: [
            { find: /^\.\/chart-canvas\.tsx$/, replacement: fromRoot('tests/web/support/empty-chart-canvas.tsx') },
          ],
        },
        test: {
          name: 'web',
          ...COMPUTING,
          isolate: false, // tests/web/support/setup.ts explains what that requires.
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          env: { NODE_ENV: 'production' },
          setupFiles: ['tests/web/support/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...WAITING,
          isolate: false,
          include: [WITH_POSTGRES],
          exclude: [ALONE_FILES],
          setupFiles: ['tests/support/no-connection-left.ts'],
          globalSetup: ['tests/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          ...ALONE,
          include: [ALONE_FILES],
          setupFiles: ['tests/support/no-connection-left.ts'],
          globalSetup: ['tests/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          ...WAITING,
          isolate: false,
          include: [IN_BROWSER],
          globalSetup: ['postgres', 'product', 'browser'].map((name) => `tests/support/global-${name}.ts`),
          setupFiles: ['tests/support/no-connection-left.ts'],
        },
      },
    ],
  },
});
