import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { partsOf, type TestRun } from '#tests/security/judge.ts';

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
  readonly tests: readonly TestRun[];
  /** True if every file was read and every test in it passed. */
  readonly isGreen: boolean;
}

/** Runs the files that contain these tests. The runner's own output goes to the error channel. */
export async function runTests(root: string, names: readonly string[]): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-security-'));
  const report = join(folder, 'report.json');
  const files = [...new Set(names.map((name) => fileOf(root, name)))];
  const reporters = ['--reporter=json', `--outputFile.json=${report}`, '--reporter=default'];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'tests/vitest.config.ts', ...reporters, ...files], {
    cwd: root,
    stdio: ['ignore', 2, 2],
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

function testsIn(report: string, root: string): TestRun[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(root, name),
      path: [...ancestorTitles, title],
      status,
    })),
  );
}
