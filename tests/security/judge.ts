import { readFileSync } from 'node:fs';

/** An item of OWASP ASVS 5.0 that applies to the product and that a program can check. */
interface Requirement {
  readonly id: string;
  readonly what: string;
  /** Names of tests: a file below `tests/`, then titles that lead to tests in it. All of these tests must pass. */
  readonly shownBy: readonly string[];
  /** Says why the requirement is not fulfilled; undefined if it is. */
  readonly open?: string;
}

/** An item is `### 1.1.1 Sentence`, then a list of tests or a line that begins with “Open:”. */
function requirementIn(section: string): Requirement {
  const [heading = ''] = section.split('\n', 1);
  const open = /^Open: (.+)$/m.exec(section)?.[1];
  return {
    id: heading.slice(0, heading.indexOf(' ')),
    what: heading.slice(heading.indexOf(' ') + 1),
    shownBy: Array.from(section.matchAll(/^- `(.+)`$/gm), ([, name = '']) => name),
    ...(open !== undefined && { open }),
  };
}

export const REQUIREMENTS: readonly Requirement[] = readFileSync(new URL('requirements.md', import.meta.url), 'utf8')
  .split('\n### ')
  .slice(1)
  .map(requirementIn);

/** A test that ran: the titles of its suites, then its own. */
export interface TestRun {
  /** The path from the root of the repository. */
  readonly file: string;
  readonly path: readonly string[];
  readonly status: string;
}

export interface Row {
  readonly requirement: Requirement;
  readonly result: 'passed' | 'failed' | 'open';
  /** The number of tests that have shown it. */
  readonly tests: number;
  /** Says why the requirement failed or is open. */
  readonly why: readonly string[];
}

/** Splits `http/who-may › request from another site › %s answers 403` into the test file and the titles. */
export function partsOf(name: string): { readonly file: string; readonly titles: readonly string[] } {
  const [file = '', ...titles] = name.split(' › ');
  return { file: `tests/${file}.test.ts`, titles };
}

/** The placeholders of a title: `%s`, `$name`, `${NAME}`. */
const VALUE = /%[sdifjop]|\$\{\w+\}|\$\w+/;

/** Matches the titles that result from a title of the source when its placeholders are filled in. */
const patternOf = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split(VALUE)
      .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );

/** Returns the tests in the named file whose path ends with the named titles. */
function testsNamed(name: string, all: readonly TestRun[]): readonly TestRun[] {
  const { file, titles } = partsOf(name);
  const patterns = titles.map(patternOf);
  return all.filter(({ file: of, path }) => {
    const end = path.slice(-patterns.length);
    const isInFile = of === file || of === `${file}x`;
    return isInFile && end.length === patterns.length && end.every((title, i) => patterns[i]?.test(title));
  });
}

/** A row passes when each of its names matches tests that ran, and all of those passed. */
export function judge(requirement: Requirement, ran: readonly TestRun[]): Row {
  if (requirement.open !== undefined) return { requirement, result: 'open', tests: 0, why: [requirement.open] };
  const found = requirement.shownBy.map((name) => ({ name, tests: testsNamed(name, ran) }));
  const why = found.flatMap(({ name, tests }) =>
    tests.length === 0
      ? [`no such test ran: ${name}`]
      : tests.filter(({ status }) => status !== 'passed').map(({ path, status }) => `${status}: ${path.join(' › ')}`),
  );
  return {
    requirement,
    result: why.length === 0 ? 'passed' : 'failed',
    tests: found.reduce((sum, { tests }) => sum + tests.length, 0),
    why,
  };
}
