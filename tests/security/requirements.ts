import { readFileSync } from 'node:fs';

/** An item of OWASP ASVS 5.0 that applies to the product and that a program can check. */
export interface Requirement {
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
