import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { partsOf, type RanTest } from '#tests/security/titles.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

export interface Run {
  readonly tests: readonly RanTest[];
  /** Whether every file was read and every test in it passed. */
  readonly isGreen: boolean;
}

interface Options {
  /** The repository's folder. */
  readonly root: string;
  /** What the tests are named by; their files are run whole. */
  readonly names: readonly string[];
  /** Name of a protection that is switched off meanwhile. */
  readonly without?: string;
}

/** Runs the files of some tests. What the runner says goes to the error channel; with a protection off it is not shown. */
export async function runTests({ root, names, without }: Options): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-security-'));
  const report = join(folder, 'report.json');
  const files = [...new Set(names.map((name) => fileOf(root, name)))];
  const config = without === undefined ? 'tests/vitest.config.ts' : 'tests/security/vitest.config.ts';
  const reporters = [
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(without === undefined ? ['--reporter=default'] : []),
  ];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...reporters, ...files], {
    cwd: root,
    stdio: without === undefined ? ['ignore', 2, 2] : 'ignore',
    env: { ...process.env, ...(without !== undefined && { PROTECTION_OFF: without }) },
  });
  const end = (): boolean => child.kill('SIGTERM');
  process.once('exit', end);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('exit', end);
  const tests = existsSync(report) ? testsIn(report, root) : [];
  rmSync(folder, { recursive: true, force: true });
  return { tests, isGreen: code === 0 };
}

function fileOf(root: string, name: string): string {
  const { file } = partsOf(name);
  return existsSync(join(root, file)) ? file : `${file}x`;
}

function testsIn(report: string, root: string): RanTest[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(root, name),
      path: [...ancestorTitles, title],
      status,
    })),
  );
}
