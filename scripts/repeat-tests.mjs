// `npm test` as a stranger runs it, again and again, each time in a fresh clone of the commit that is checked out here,
// and a row for each run in test-runs/runs.md; ends with 1 where one was red. Broken off, it goes on where it was: a run that
// did not end leaves no row.
//
//   npm run test:repeat                            twenty runs
//   npm run test:repeat -- --quiet 15 --beside 5   fifteen, then five beside a program that takes one core

import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from './sources.mjs';

/** A run that takes longer has lost its way, and is a failed one. */
const MAX_RUN_MS = 45 * 60_000;
const STOP_TIMEOUT_MS = 20_000;
const LOAD_INTERVAL_MS = 5_000;

const FOLDER = join(root, 'test-runs');
const TABLE = join(FOLDER, 'runs.md');
const COLUMNS = [
  'commit',
  'date',
  'beside',
  'load before',
  'load during',
  'install s',
  'test s',
  'passed',
  'skipped',
  'failed',
  'result',
  'failed tests',
];

const INSTALL = `await (await import('./scripts/bootstrap.mjs')).ensureInstalled()`;
const BUSY = 'for (;;);';

/** @typedef {'nothing' | 'one core'} Beside */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** @type {Set<string>} */
const folders = new Set();
const state = { isBrokenOff: false };

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * Starts a program as the head of a group of its own, so that all that it starts can be ended with it.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, output?: import('node:stream').Writable }} options
 */
function start(program, args, { cwd, output }) {
  const child = spawn(program, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    if (output) stream.pipe(output, { end: false });
    else stream.resume();
  }
  running.add(child);
  /** @type {Promise<number | null>} */
  const ended = new Promise((done) => {
    child.once('error', () => done(null));
    child.once('exit', (code) => done(code));
  }).then((code) => {
    running.delete(child);
    return /** @type {number | null} */ (code);
  });
  return { child, ended };
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/** Asks first: whoever is asked takes along the database and the browser that they have started. */
async function endAll() {
  const all = [...running];
  for (const child of all) signalGroup(child, 'SIGTERM');
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; running.size > 0 && Date.now() < deadline;) await sleep(50);
  for (const child of all) signalGroup(child, 'SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    if (state.isBrokenOff) return;
    state.isBrokenOff = true;
    console.error('broken off; the run that was under way does not count');
    void endAll().finally(() => process.exit(130));
  });

/** The load of the last minute, looked at until `stop` is called. */
function watchLoad() {
  /** @type {number[]} */
  const seen = [];
  const timer = setInterval(() => seen.push(loadavg()[0] ?? 0), LOAD_INTERVAL_MS);
  return {
    /** @returns {string} mean and highest: '2.1 (3.4)' */
    stop() {
      clearInterval(timer);
      const mean = seen.reduce((sum, load) => sum + load, 0) / Math.max(1, seen.length);
      return `${mean.toFixed(1)} (${Math.max(0, ...seen).toFixed(1)})`;
    },
  };
}

/**
 * What the test runner has written down.
 * @param {string} file
 */
function resultsIn(file) {
  if (!existsSync(file)) return { passed: 0, skipped: 0, failed: 0, names: ['the tests did not come to their end'] };
  const { numPassedTests, numPendingTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
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

const seconds = (/** @type {number} */ since) => ((performance.now() - since) / 1_000).toFixed(0);

/**
 * One run, from the clone to its row.
 * @param {string} commit
 * @param {Beside} beside
 */
async function runOnce(commit, beside) {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-repeat-'));
  folders.add(folder);
  const clone = join(folder, 'prumo');
  const results = join(folder, 'results.json');
  const date = new Date().toISOString().slice(0, 19);
  const logFile = join(FOLDER, `${date.replaceAll(':', '')}.log`);
  const output = createWriteStream(logFile);
  git('clone', '--quiet', '--no-hardlinks', root, clone);
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: clone });

  const installing = performance.now();
  const installed = await start(process.execPath, ['--input-type=module', '--eval', INSTALL], { cwd: clone, output })
    .ended;
  const install = seconds(installing);
  if (state.isBrokenOff) return;
  if (installed !== 0) throw new Error(`the packages could not be installed, which is no test: ${logFile}`);

  const before = (loadavg()[0] ?? 0).toFixed(1);
  const load = watchLoad();
  const busy = beside === 'one core' ? start(process.execPath, ['--eval', BUSY], { cwd: folder }) : undefined;
  const testing = performance.now();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const tests = start('npm', ['test', '--', ...reporters], { cwd: clone, output });
  const limit = setTimeout(() => signalGroup(tests.child, 'SIGTERM'), MAX_RUN_MS);
  const code = await tests.ended;
  clearTimeout(limit);
  const took = seconds(testing);
  if (busy) {
    signalGroup(busy.child, 'SIGKILL');
    await busy.ended;
  }
  signalGroup(tests.child, 'SIGKILL'); // nobody is left of those who ended by themselves
  const during = load.stop();
  if (state.isBrokenOff) return;

  const { passed, skipped, failed, names } = resultsIn(results);
  if (code !== 0 && names.length === 0) names.push(`an error outside of the tests: ${logFile}`);
  const result = code === 0 ? 'green' : 'red';
  const row = [commit.slice(0, 10), date, beside, before, during, install, took, passed, skipped, failed, result];
  appendFileSync(TABLE, `| ${[...row, names.join('; ').replaceAll('|', '/')].join(' | ')} |\n`);
  console.log(`${result}: ${passed} passed, ${failed} failed, ${took} s, load ${during}, beside ${beside}`);
  for (const name of names) console.log(`  ${name}`);
  if (result === 'red') process.exitCode = 1;
  output.end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  folders.delete(folder);
}

/**
 * How many runs of a commit the table has.
 * @param {string} commit
 * @param {Beside} beside
 */
const ended = (commit, beside) =>
  readFileSync(TABLE, 'utf8')
    .split('\n')
    .filter((row) => row.startsWith(`| ${commit.slice(0, 10)} |`) && row.includes(`| ${beside} |`)).length;

const { values } = parseArgs({
  options: { quiet: { type: 'string', default: '20' }, beside: { type: 'string', default: '0' } },
});

mkdirSync(FOLDER, { recursive: true });
if (!existsSync(TABLE)) appendFileSync(TABLE, `| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map(() => ' --- |').join('')}\n`);
const commit = git('rev-parse', 'HEAD');
if (git('status', '--porcelain') !== '') console.error('what is not committed is not tested');
/** @type {[Beside, number][]} */
const wanted = [
  ['nothing', Number(values.quiet)],
  ['one core', Number(values.beside)],
];
for (const [beside, count] of wanted)
  while (!state.isBrokenOff && ended(commit, beside) < count) await runOnce(commit, beside);
console.log(`the rows are in ${TABLE}`);
