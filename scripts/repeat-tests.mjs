// Runs `npm test` repeatedly, as a new contributor would: each time in a fresh clone of the current commit. It writes a
// row for each run to test-runs/runs.md, and exits with 1 if a run failed. After an interruption it continues, because a
// run that did not end has no row.
//
//   npm run test:repeat                        twenty runs on an idle machine
//   npm run test:repeat -- --idle 15 --busy 5  fifteen, and then five while another program keeps one core busy

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
  'commit,date,background,load before,load after,install s,test s,passed,skipped,failed,result,failed tests'.split(',');

const INSTALL = `await (await import('./scripts/bootstrap.mjs')).ensureInstalled()`;
/** A program that keeps one core busy until its parent process ends. */
const BUSY_LOOP = 'for (const parent = process.ppid; process.ppid === parent;);';

/** @typedef {'none' | 'one core'} BackgroundLoad */

const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const loadAverage = () => (loadavg()[0] ?? 0).toFixed(1);
const writeRow = (/** @type {unknown[]} */ cells) => appendFileSync(TABLE, `| ${cells.join(' | ')} |\n`);

/** Reads the report of the test runner; there is none after a crash. */
function readResults() {
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
 * Clones, installs, runs the tests and writes the row.
 * @param {string} commit
 * @param {BackgroundLoad} background
 */
function runOnce(commit, background) {
  for (const path of [CLONE, RESULTS]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  const date = new Date().toISOString().slice(0, 19);
  const logFile = join(FOLDER, `${date.replaceAll(':', '')}.log`);
  const output = openSync(logFile, 'a');
  /** @param {string} program @param {string[]} args */
  const runTimed = (program, ...args) => {
    const start = performance.now();
    const { status } = spawnSync(program, args, { cwd: CLONE, stdio: ['ignore', output, output], timeout: MAX_RUN_MS });
    return { status, seconds: ((performance.now() - start) / 1_000).toFixed(0) };
  };
  git('clone', '--quiet', '--no-hardlinks', root, CLONE);
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: CLONE });
  const install = runTimed(process.execPath, '--input-type=module', '--eval', INSTALL);
  if (install.status !== 0) throw new Error(`the packages could not be installed, so nothing was tested: ${logFile}`);

  const loadBefore = loadAverage();
  const busyProcess = background === 'one core' ? spawn(process.execPath, ['--eval', BUSY_LOOP]) : undefined;
  const test = runTimed('npm', 'test', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`);
  busyProcess?.kill('SIGKILL');

  const { passed, skipped, failed, names } = readResults();
  const result = test.status === 0 ? 'green' : 'red';
  if (result === 'red') {
    process.exitCode = 1;
    if (names.length === 0) names.push(`an error outside of the tests: ${logFile}`);
  }
  const failedTests = names.join('; ').replaceAll('|', '/');
  const machine = [date, background, loadBefore, loadAverage()];
  const outcome = [passed, skipped, failed, result, failedTests];
  writeRow([commit.slice(0, 10), ...machine, install.seconds, test.seconds, ...outcome]);
  console.log(`${result}: ${passed} passed, ${failed} failed, background: ${background}. ${failedTests}`);
}

/**
 * The number of runs in the table.
 * @param {string} commit
 * @param {BackgroundLoad} background
 */
const recordedRuns = (commit, background) =>
  readFileSync(TABLE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`| ${commit.slice(0, 10)} |`) && line.includes(`| ${background} |`)).length;

const { values } = parseArgs({
  options: { idle: { type: 'string', default: '20' }, busy: { type: 'string', default: '0' } },
});

mkdirSync(FOLDER, { recursive: true });
if (!existsSync(TABLE)) for (const cells of [COLUMNS, COLUMNS.map(() => '---')]) writeRow(cells);
const commit = git('rev-parse', 'HEAD');
if (git('status', '--porcelain') !== '') console.error('uncommitted changes are not tested');
while (recordedRuns(commit, 'none') < Number(values.idle)) runOnce(commit, 'none');
while (recordedRuns(commit, 'one core') < Number(values.busy)) runOnce(commit, 'one core');
console.log(`the rows are in ${TABLE}`);
