import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

// Every property on ten thousand examples, or on PROPERTY_RUNS of them. Which ones is drawn anew for each run and printed:
// PROPERTY_SEED tries the same again. Files named on the command line are run instead of all that have properties.

process.env['PROPERTY_RUNS'] ??= '10000';
process.env['PROPERTY_SEED'] ??= String(randomInt(2 ** 31));
console.log(`PROPERTY_SEED=${process.env['PROPERTY_SEED']} PROPERTY_RUNS=${process.env['PROPERTY_RUNS']}`);

const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path);
const hasProperties = (/** @type {string} */ path) =>
  readFileSync(join(root, path), 'utf8').includes('support/property-runs.ts');

const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' }).map((path) =>
  join('tests', path),
);
const isChosen = process.argv.slice(2).some((argument) => !argument.startsWith('-'));
if (!isChosen) process.argv.push(...tests.filter((path) => isTest(path) && hasProperties(path)));
// One after the other, each for as long as it takes: the rest of the machine goes on meanwhile.
process.argv.push('--maxWorkers=1', `--testTimeout=${2 * 60 * 60 * 1_000}`);
await import('./test.mjs');
