import { judge, type Row } from '#tests/security/judge.ts';
import { REQUIREMENTS } from '#tests/security/requirements.ts';
import { runTests } from './run-tests.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the tests of every security requirement and prints each requirement with their result. @returns exit code */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    say('npm run test:security');
    return 1;
  }
  const names = REQUIREMENTS.flatMap(({ shownBy }) => shownBy);
  const { tests, isGreen } = await runTests(process.cwd(), names);
  const rows = REQUIREMENTS.map((requirement) => judge(requirement, tests));
  for (const row of rows) sayRow(row);
  const count = (result: Row['result']): number => rows.filter((row) => row.result === result).length;
  say(
    `\n${rows.length} requirements: ${count('passed')} hold, ${count('open')} do not, as said; ${count('failed')} failed`,
  );
  if (!isGreen) say('Not every test of these files has passed.');
  return isGreen && count('failed') === 0 ? 0 : 1;
}

function sayRow({ requirement: { id, what, shownBy }, result, tests, why }: Row): void {
  say(`${id.padEnd(7)} ${result.padEnd(6)} ${what}${result === 'passed' ? ` (${tests})` : ''}`);
  for (const line of result === 'passed' ? shownBy : why) say(`${' '.repeat(15)}${line}`);
}
