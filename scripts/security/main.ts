import { judge, type Row } from '#tests/security/judge.ts';
import { REQUIREMENTS } from '#tests/security/requirements.ts';
import { runTests } from './run-tests.ts';

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
