import type { Reporter, TestCase, TestModule } from 'vitest/node';
import './real-program.ts';

interface Row {
  readonly program: string;
  readonly version: string;
  readonly check: string;
  readonly result: string;
}

const HEAD: Row = { program: 'met', version: 'version', check: 'check', result: 'result' };

/** The outermost suite names the program of a test. */
function programOf(testCase: TestCase): string {
  let suite = testCase.parent;
  while (suite.type === 'suite' && suite.parent.type === 'suite') suite = suite.parent;
  return suite.type === 'suite' ? suite.name : testCase.module.moduleId;
}

/** The results that tests report, and every failure. */
function rowOf(testCase: TestCase): Row | undefined {
  const { checkedProgram: met } = testCase.meta();
  const { state } = testCase.result();
  if (!met && state !== 'failed') return undefined;
  const words = state === 'passed' ? 'ok' : state === 'failed' ? 'FAILED' : 'skipped';
  const said = [words, met?.result].filter(Boolean).join(': ');
  return {
    program: met?.program ?? programOf(testCase),
    version: met?.version ?? '',
    check: testCase.name,
    result: said,
  };
}

/** Tests without a result of their own, such as those of a contract, are counted. */
function sumOf(testCases: readonly TestCase[]): readonly Row[] {
  const sums = new Map<string, Row & { readonly count: number }>();
  for (const each of testCases) {
    const { state } = each.result();
    if (each.meta().checkedProgram || (state !== 'passed' && state !== 'skipped')) continue;
    const [program, result] = [programOf(each), state === 'passed' ? 'ok' : 'skipped'];
    const count = (sums.get(`${program} ${result}`)?.count ?? 0) + 1;
    sums.set(`${program} ${result}`, { program, version: '', check: `${count} more checks`, result, count });
  }
  return [...sums.values()];
}

function lines(rows: readonly Row[]): string {
  const columns = ['program', 'version', 'check', 'result'] as const;
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      columns
        .map((column, n) => row[column].padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Prints the tested programs and the results. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const all = modules.flatMap((module) => [...module.children.allTests()]);
    const rows = [...all.map(rowOf).filter((row) => row !== undefined), ...sumOf(all)];
    const inOrder = rows.toSorted((a, b) => a.program.localeCompare(b.program));
    process.stdout.write(`\n${lines([HEAD, ...inOrder])}\n\n`);
  }
}
