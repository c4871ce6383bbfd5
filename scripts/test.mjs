// Runs the tests, or a suite of them: `node scripts/test.mjs all | fast | …`, as named in package.json. Further
// arguments go to the test runner; files among them are run instead of the suite's own.

import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { root } from './sources.mjs';

/** Variables of the environment take precedence over `env`. `options` are for the test runner. */
/** @typedef {{ env?: Record<string, string>, files?: () => string[], options?: string[], config?: string }} Suite */

/** Tests of the product that hold for every event log. */
const OF_THE_PRODUCT = [
  ...'app audit erasure e2e faults http mail model payments personal-data projections'.split(' '),
  'contract/clients-agree.test.ts',
  'contract/http-client.test.ts',
];
/** Tests of the database as the log, or of the embedded PostgreSQL. */
const ABOUT_POSTGRES = ['tests/e2e/lifecycle.test.ts', 'tests/faults/one-process.test.ts'];

const MINUTE_MS = 60_000;
/** One and a half times the duration of test:real on two cores: beyond that, something hangs. */
const REAL_MS = 15 * MINUTE_MS;

function filesWithProperties() {
  const names = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((name) => `tests/${name}`);
  const tests = names.filter((name) => /\.test\.tsx?$/.test(name));
  return tests.filter((name) => readFileSync(name, 'utf8').includes('support/property-runs.ts'));
}

/** @type {Record<string, Suite>} */
const SUITES = {
  all: {},
  // Tests that need neither a browser nor a database, and the types.
  fast: { options: ['--project=unit', '--project=web'] },
  // Every property on new random examples; one file after the other, so that the machine stays usable.
  properties: {
    env: { PROPERTY_RUNS: '10000', PROPERTY_SEED: String(randomInt(2 ** 31)) },
    files: filesWithProperties,
    options: ['--maxWorkers=1', `--testTimeout=${120 * MINUTE_MS}`],
  },
  // Every call of the contract as every kind of user; FUZZ_SEED gives other requests. Prints a line per call.
  fuzz: {
    env: { FUZZ_REQUESTS: '32000' },
    files: () => ['tests/fuzz/every-call.test.ts'],
    options: [`--testTimeout=${25 * MINUTE_MS}`],
  },
  // Every screen with each of its reads failing in every way, then with planted faults that have to be found; -t
  // 'tab=ingredients of owner' selects some screens: the value is a pattern, so a ? would have its own meaning.
  screens: { env: { SCREENS: 'all' }, files: () => ['tests/screens'] },
  // Every fault at random moments; FAULT_SEED gives others. One file after the other, because recovery is timed.
  faults: {
    env: { FAULT_MOMENTS: '20' },
    files: () => ['tests/faults'],
    options: ['--no-file-parallelism', '--reporter=default', '--reporter=tests/faults/harness/reporter.ts'],
  },
  // The product's own tests with their events in a stand-in for EventStoreDB.
  eventstoredb: {
    env: { TEST_EVENT_LOG: 'eventstoredb' },
    files: () => [
      ...OF_THE_PRODUCT.map((name) => `tests/${name}`),
      ...ABOUT_POSTGRES.flatMap((file) => ['--exclude', file]),
    ],
  },
  // The product beside the real services that it depends on, as installed here by scripts/install-real-things.sh, with
  // the installed browser.
  real: {
    env: existsSync('/usr/bin/chromium') ? { CHROMIUM_PATH: '/usr/bin/chromium' } : {},
    config: 'tests/real/vitest.config.ts',
  },
};

process.chdir(root);
const [name = 'all', ...asked] = process.argv.slice(2);
const { env = {}, files = () => [], options = [], config = 'tests/vitest.config.ts' } = SUITES[name] ?? {};
for (const [each, value] of Object.entries(env)) console.log(`${each}=${(process.env[each] ??= value)}`);

await (name === 'real' ? ensureBuilt() : ensureInstalled());
const types =
  name === 'fast' ? spawn('npm', ['run', '--silent', 'check:types'], { cwd: root, stdio: 'inherit' }) : undefined;
const typesEnded = types && once(types, 'exit');
process.on('exit', () => types?.kill());
if (name === 'real')
  setTimeout(() => {
    console.error(`test:real has not ended within ${REAL_MS / MINUTE_MS} minutes`);
    process.exit(1);
  }, REAL_MS).unref();

const areNamed = asked.some((argument, at) => !argument.startsWith('-') && asked[at - 1] !== '-t');
process.argv.splice(2, Infinity, 'run', '--config', config, ...(areNamed ? [] : files()), ...options, ...asked);
await import(new URL('../node_modules/vitest/vitest.mjs', import.meta.url).href);
if (typesEnded && (await typesEnded)[0] !== 0) process.exitCode = 1;
