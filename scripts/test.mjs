// Runs a suite of tests: `node scripts/test.mjs all | fast | …`, as package.json does. Further arguments are passed to
// the test runner; files among them replace the files of the suite.

import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { root } from './sources.mjs';

/**
 * `env` holds defaults of environment variables, and `options` those of the test runner.
 * @typedef {{ env?: Record<string, string>, files?: () => string[], options?: string[], config?: string }} Suite
 */

/** Tests that must pass with every event log. */
const LOG_INDEPENDENT_TESTS = [
  ...'app audit erasure e2e faults http mail model payments personal-data projections'.split(' '),
  'contract/clients-agree.test.ts',
  'contract/api-client.test.ts',
];
/** Tests among them that need the event log in PostgreSQL, or the embedded PostgreSQL. */
const POSTGRES_TESTS = ['tests/e2e/lifecycle.test.ts', 'tests/faults/one-process.test.ts'];

const MINUTE_MS = 60_000;
/** The timeout of test:real, one and a half times its duration on two cores. */
const REAL_TIMEOUT_MS = 15 * MINUTE_MS;

function filesWithProperties() {
  const names = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((name) => `tests/${name}`);
  const tests = names.filter((name) => /\.test\.tsx?$/.test(name));
  return tests.filter((name) => readFileSync(name, 'utf8').includes('support/property-runs.ts'));
}

/** @type {Record<string, Suite>} */
const SUITES = {
  all: {},
  // The tests that need neither a browser nor a database, and the type check.
  fast: { options: ['--project=unit', '--project=web'] },
  // Every property with new random examples. The files run one after the other, so that the machine stays usable.
  properties: {
    env: { PROPERTY_RUNS: '10000', PROPERTY_SEED: String(randomInt(2 ** 31)) },
    files: filesWithProperties,
    options: ['--maxWorkers=1', `--testTimeout=${120 * MINUTE_MS}`],
  },
  // Random requests to every endpoint as every kind of user; FUZZ_SEED selects them. It prints a line per endpoint.
  fuzz: {
    env: { FUZZ_REQUESTS: '32000' },
    files: () => ['tests/fuzz/every-call.test.ts'],
    options: [`--testTimeout=${25 * MINUTE_MS}`],
  },
  // Every screen while each of its reads fails in every way, and then with mutations that the tests must detect. -t
  // 'tab=ingredients of owner' selects screens; the value is a regular expression, in which ? has a meaning of its own.
  screens: { env: { SCREENS: 'all' }, files: () => ['tests/screens'] },
  // Every fault at random moments, which FAULT_SEED selects. The files run one after the other, because the duration of
  // recovery is measured.
  faults: {
    env: { FAULT_MOMENTS: '20' },
    files: () => ['tests/faults'],
    options: ['--no-file-parallelism', '--reporter=default', '--reporter=tests/faults/harness/reporter.ts'],
  },
  // The tests of the product with the events in a fake EventStoreDB.
  eventstoredb: {
    env: { TEST_EVENT_LOG: 'eventstoredb' },
    files: () => [
      ...LOG_INDEPENDENT_TESTS.map((name) => `tests/${name}`),
      ...POSTGRES_TESTS.flatMap((file) => ['--exclude', file]),
    ],
  },
  // The product with the real services and the browser that scripts/install-real-things.sh has installed.
  real: {
    env: existsSync('/usr/bin/chromium') ? { CHROMIUM_PATH: '/usr/bin/chromium' } : {},
    config: 'tests/real/vitest.config.ts',
  },
};

process.chdir(root);
const [name = 'all', ...userArguments] = process.argv.slice(2);
const { env = {}, files = () => [], options = [], config = 'tests/vitest.config.ts' } = SUITES[name] ?? {};
for (const [variable, value] of Object.entries(env)) console.log(`${variable}=${(process.env[variable] ??= value)}`);

await (name === 'real' ? ensureBuilt() : ensureInstalled());
const typeCheck =
  name === 'fast' ? spawn('npm', ['run', '--silent', 'check:types'], { cwd: root, stdio: 'inherit' }) : undefined;
const typeCheckExit = typeCheck && once(typeCheck, 'exit');
process.on('exit', () => typeCheck?.kill());
if (name === 'real')
  setTimeout(() => {
    console.error(`test:real has not ended within ${REAL_TIMEOUT_MS / MINUTE_MS} minutes`);
    process.exit(1);
  }, REAL_TIMEOUT_MS).unref();

const hasFiles = userArguments.some((argument, i) => !argument.startsWith('-') && userArguments[i - 1] !== '-t');
process.argv.splice(2, Infinity, 'run', '--config', config, ...(hasFiles ? [] : files()), ...options, ...userArguments);
await import(new URL('../node_modules/vitest/vitest.mjs', import.meta.url).href);
if (typeCheckExit && (await typeCheckExit)[0] !== 0) process.exitCode = 1;
