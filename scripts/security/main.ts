import { judged, type Row } from '#tests/security/judge.ts';
import { type Protection, PROTECTIONS } from '#tests/security/protections.ts';
import { REQUIREMENTS } from '#tests/security/requirements.ts';
import { runTests } from './run-tests.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Every requirement with the tests that show it and what came of them; then every protection switched off in turn, which
 * has to be noticed by the rows that are about it.
 * @returns exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  const root = process.cwd();
  const unknown = args.filter((arg) => arg !== '--rows' && arg !== '--protections');
  if (unknown.length > 0) {
    say('npm run test:security [-- --rows | --protections]');
    return 1;
  }
  const isAsked = (part: string): boolean => args.length === 0 || args.includes(part);
  const rowsHold = !isAsked('--rows') || (await rows(root));
  const protectionsCount = !isAsked('--protections') || (await protections(root));
  return rowsHold && protectionsCount ? 0 : 1;
}

async function rows(root: string): Promise<boolean> {
  const { tests, isGreen } = await runTests({ root, names: REQUIREMENTS.flatMap(({ shownBy }) => shownBy) });
  const judgedRows = REQUIREMENTS.map((requirement) => judged(requirement, tests));
  for (const row of judgedRows) sayRow(row);
  const count = (result: Row['result']): number => judgedRows.filter((row) => row.result === result).length;
  say(
    `\n${judgedRows.length} requirements: ${count('passed')} hold, ${count('open')} do not, as said; ${count('failed')} failed`,
  );
  if (!isGreen) say('Not every test of these files has passed.');
  return isGreen && count('failed') === 0;
}

function sayRow({ requirement: { id, what, shownBy }, result, tests, why }: Row): void {
  say(`${id.padEnd(7)} ${result.padEnd(6)} ${what}${result === 'passed' ? ` (${tests})` : ''}`);
  for (const line of result === 'passed' ? shownBy : why) say(`${' '.repeat(15)}${line}`);
}

async function protections(root: string): Promise<boolean> {
  say('\nEach protection switched off, and who noticed:');
  let noticed = 0;
  for (const protection of PROTECTIONS) {
    const { isNoticed, how } = await without(protection, root);
    if (isNoticed) noticed += 1;
    say(`${isNoticed ? 'noticed' : 'MISSED '} ${protection.name}: ${how}`);
  }
  say(`\n${noticed} of ${PROTECTIONS.length} protections are missed once they are off`);
  return noticed === PROTECTIONS.length;
}

/** Noticed: in each of its rows a test has failed, while others ran as ever. */
async function without({ name, reddens }: Protection, root: string): Promise<{ isNoticed: boolean; how: string }> {
  const about = REQUIREMENTS.filter(({ id }) => reddens.includes(id));
  const { tests } = await runTests({ root, names: about.flatMap(({ shownBy }) => shownBy), without: name });
  const red = about
    .map((requirement) => judged(requirement, tests))
    .filter(({ why }) => why.some((each) => each.startsWith('failed: ')));
  const isNoticed = red.length === reddens.length && tests.some(({ status }) => status === 'passed');
  const first = red[0]?.why.find((each) => each.startsWith('failed: ')) ?? 'nothing has failed';
  return { isNoticed, how: `${red.map(({ requirement: { id } }) => id).join(', ')} ${first}` };
}
