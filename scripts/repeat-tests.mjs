// Runs `npm test` as a new contributor would, repeatedly, each time in a fresh clone of the current commit, and writes
// a row for each run to test-runs/runs.md; exits with 1 where a run failed. After an interruption it continues: a run
// that did not end leaves no row.
//
//   npm run test:repeat                            twenty runs
//   npm run test:repeat -- --quiet 15 --beside 5   fifteen, then five beside a program that takes one core

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './sources.mjs';

/** A run that takes longer counts as failed. */
const MAX_RUN_MS = 45 * 60_000;

const FOLDER = join(root, 'test-runs');
const TABLE = join(FOLDER, 'runs.md');
const CLONE = join(FOLDER, 'clone');
const RESULTS = join(FOLDER, 'results.json');
const COLUMNS =
  'commit,date,beside,load before,load after,install s,test s,passed,skipped,failed,result,failed tests'.split(',');

const INSTALL = `await (await import('./scripts/bootstrap.mjs')).ensureInstalled()`;
/** A busy loop that ends with its parent process. */
const BUSY = 'for (const parent = process.ppid; process.ppid === parent;);';

/** @typedef {'nothing' | 'one core'} Beside */

const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const load = () => (loadavg()[0] ?? 0).toFixed(1);
const row = (/** @type {unknown[]} */ cells) => appendFileSync(TABLE, `| ${cells.join(' | ')} |\n`);

/** Reads the report of the test runner. */
function results() {
  if (!existsSync(RESULTS)) return { passed: 0, skipped: 0, failed: 0, names: [] };
  const { numPassedTests, numPendingTests, numFailedTests, testResults } = JSON.parse(readFileSync(RESULTS, 'utf8'));
  /** @type {string[]} */
  const names = [];
  for (const { name, status, assertionResults } of testResults) {
    const place = name.replace(/^.*\/(?=tests\/)/, '');
    const failed = assertionResults.filter((/** @type {{ status: string }} */ each) => each.status === 'failed');
    for (const { fullName } of failed) names.push(`${place}: ${fullName}`);
    if (status === 'failed' && failed.length === 0) names.push(place);
  }
  return { passed: numPassedTests, skipped: numPendingTests, failed: numFailedTests, names };
}

/**
 * Does one run, from the clone to its row.
 * @param {string} commit
 * @param {Beside} beside
 */
function runOnce(commit, beside) {
  for (const path of [CLONE, RESULTS]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  const date = new Date().toISOString().slice(0, 19);
  const logFile = join(FOLDER, `${date.replaceAll(':', '')}.log`);
  const output = openSync(logFile, 'a');
  /** @param {string} program @param {string[]} args */
  const timed = (program, ...args) => {
    const start = performance.now();
    const { status } = spawnSync(program, args, { cwd: CLONE, stdio: ['ignore', output, output], timeout: MAX_RUN_MS });
    return { status, seconds: ((performance.now() - start) / 1_000).toFixed(0) };
  };
  git('clone', '--quiet', '--no-hardlinks', root, CLONE);
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: CLONE });
  const install = timed(process.execPath, '--input-type=module', '--eval', INSTALL);
  if (install.status !== 0) throw new Error(`the packages could not be installed, which is no test: ${logFile}`);

  const before = load();
  const busy = beside === 'one core' ? spawn(process.execPath, ['--eval', BUSY]) : undefined;
  const test = timed('npm', 'test', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`);
  busy?.kill('SIGKILL');

  const { passed, skipped, failed, names } = results();
  const result = test.status === 0 ? 'green' : 'red';
  if (result === 'red') {
    process.exitCode = 1;
    if (names.length === 0) names.push(`an error outside of the tests: ${logFile}`);
  }
  const said = names.join('; ').replaceAll('|', '/');
  const counts = [passed, skipped, failed];
  row([commit.slice(0, 10), date, beside, before, load(), install.seconds, test.seconds, ...counts, result, said]);
  console.log(`${result}: ${passed} passed, ${failed} failed, ${test.seconds} s, beside ${beside}. ${said}`);
}

/**
 * The number of runs of a commit in the table.
 * @param {string} commit
 * @param {Beside} beside
 */
const ended = (commit, beside) =>
  readFileSync(TABLE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`| ${commit.slice(0, 10)} |`) && line.includes(`| ${beside} |`)).length;

const { values } = parseArgs({
  options: { quiet: { type: 'string', default: '20' }, beside: { type: 'string', default: '0' } },
});

mkdirSync(FOLDER, { recursive: true });
if (!existsSync(TABLE)) for (const cells of [COLUMNS, COLUMNS.map(() => '---')]) row(cells);
const commit = git('rev-parse', 'HEAD');
if (git('status', '--porcelain') !== '') console.error('what is not committed is not tested');
while (ended(commit, 'nothing') < Number(values.quiet)) runOnce(commit, 'nothing');
while (ended(commit, 'one core') < Number(values.beside)) runOnce(commit, 'one core');
console.log(`the rows are in ${TABLE}`);
