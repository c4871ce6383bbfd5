import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { partsOf, REQUIREMENTS } from './judge.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Every item of levels 1 and 2 with its classification. */
const ITEMS = textOf('tests/security/asvs.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))
  .map(([id = '', , ...kind]) => ({ id, kind: kind.join(',') }));

/** Returns the text of a test file and of the suites beside it that it imports. */
function sourceOf(file: string): string {
  const path = existsSync(join(root, file)) ? file : `${file}x`;
  const text = textOf(path);
  const beside = [...text.matchAll(/from '\.\/([\w.-]+\.ts)'/g)].map(([, name = '']) => join(dirname(path), name));
  return [text, ...beside.map(textOf)].join('\n');
}

describe('list of security requirements', () => {
  test('contains every item that a program can check, once and in order', () => {
    const wanted = ITEMS.filter(({ kind }) => kind === 'automated').map(({ id }) => id);
    expect(wanted).toHaveLength(157);
    expect(REQUIREMENTS.map(({ id }) => id)).toEqual(wanted);
  });

  test('names for each item the tests that show it, or why none can', () => {
    for (const { id, what, shownBy, open } of REQUIREMENTS) {
      expect(what, id).toMatch(/^\p{Lu}[^.]+$/u);
      expect(shownBy.length > 0, id).toBe(open === undefined);
      expect(open?.length ?? 99, id).toBeGreaterThan(25);
    }
    expect(REQUIREMENTS.filter(({ open }) => open !== undefined).length).toBeLessThan(12);
  });

  test.each(REQUIREMENTS.filter(({ open }) => open === undefined))('names existing tests for $id', ({ shownBy }) => {
    for (const name of shownBy) {
      const { file, titles } = partsOf(name);
      const source = sourceOf(file);
      expect(titles.filter((title) => !hasTitle(source, title))).toEqual([]);
    }
  });
});

/** Returns true if the source contains the title as a string. */
const hasTitle = (source: string, title: string): boolean =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted)) ||
  // The describe of this suite is built for several issuers: `sign-in with ${name}`.
  title.startsWith('sign-in with ');
