import { judge, partsOf, REQUIREMENTS, type Row, type TestRun } from '#tests/security/judge.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the tests of every security requirement, and prints each requirement with its result. @returns exit code */
export async function main(): Promise<number> {
  const names = REQUIREMENTS.flatMap(({ shownBy }) => shownBy);
  const { tests, hasPassed } = await runTests(process.cwd(), names);
  const rows = REQUIREMENTS.map((requirement) => judge(requirement, tests));
  for (const row of rows) printRow(row);
  const count = (result: Row['result']): number => rows.filter((row) => row.result === result).length;
  printLine(
    `\n${rows.length} requirements: ${count('passed')} passed, ${count('open')} are known to be open, ${count('failed')} failed`,
  );
  if (!hasPassed) printLine('Some tests in these files have not passed.');
  return hasPassed && count('failed') === 0 ? 0 : 1;
}

function printRow({ requirement: { id, what, shownBy }, result, tests, why }: Row): void {
  printLine(`${id.padEnd(7)} ${result.padEnd(6)} ${what}${result === 'passed' ? ` (${tests})` : ''}`);
  for (const line of result === 'passed' ? shownBy : why) printLine(`${' '.repeat(15)}${line}`);
}

/** The JSON report of Vitest, as far as it is read. */
interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

interface TestResult {
  readonly tests: readonly TestRun[];
  /** Tells whether every file was loaded and every test in it passed. */
  readonly hasPassed: boolean;
}

/** Runs the files that contain these tests. The output of the test runner goes to stderr. */
async function runTests(root: string, names: readonly string[]): Promise<TestResult> {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-security-'));
  const reportPath = join(folder, 'report.json');
  const files = [...new Set(names.map((name) => fileOf(root, name)))];
  const reporters = ['--reporter=json', `--outputFile.json=${reportPath}`, '--reporter=default'];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'tests/vitest.config.ts', ...reporters, ...files], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const stopChild = (): boolean => child.kill('SIGTERM');
  process.once('exit', stopChild);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('exit', stopChild);
  const tests = existsSync(reportPath) ? testsIn(reportPath, root) : [];
  rmSync(folder, { recursive: true, force: true });
  return { tests, hasPassed: code === 0 };
}

/** The file of a test. Requirements name a .tsx file as .ts. */
function fileOf(root: string, name: string): string {
  const { file } = partsOf(name);
  return existsSync(join(root, file)) ? file : `${file}x`;
}

function testsIn(reportPath: string, root: string): TestRun[] {
  const { testResults } = JSON.parse(readFileSync(reportPath, 'utf8')) as TestReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(root, name),
      path: [...ancestorTitles, title],
      status,
    })),
  );
}
