import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { partsOf } from './judge.ts';
import { REQUIREMENTS } from './requirements.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Every item of level 1 and 2, by what becomes of it here. */
const ITEMS = textOf('tests/security/asvs.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))
  .map(([id = '', , ...kind]) => ({ id, kind: kind.join(',') }));

/** The text of a test file, with that of the suites beside it that it runs. */
function sourceOf(file: string): string {
  const path = existsSync(join(root, file)) ? file : `${file}x`;
  const text = textOf(path);
  const beside = [...text.matchAll(/from '\.\/([\w.-]+\.ts)'/g)].map(([, name = '']) => join(dirname(path), name));
  return [text, ...beside.map(textOf)].join('\n');
}

describe('the list', () => {
  test('has every item that can be looked at by a program, once and in order', () => {
    const wanted = ITEMS.filter(({ kind }) => kind === 'automated').map(({ id }) => id);
    expect(wanted).toHaveLength(157);
    expect(REQUIREMENTS.map(({ id }) => id)).toEqual(wanted);
  });

  test('says of each what shows it, or why nothing can', () => {
    for (const { id, what, shownBy, open } of REQUIREMENTS) {
      expect(what, id).toMatch(/^\p{Lu}[^.]+$/u);
      expect(shownBy.length > 0, id).toBe(open === undefined);
      expect(open?.length ?? 99, id).toBeGreaterThan(25);
    }
    expect(REQUIREMENTS.filter(({ open }) => open !== undefined).length).toBeLessThan(12);
  });

  test.each(REQUIREMENTS.filter(({ open }) => open === undefined))('$id names tests that are there', ({ shownBy }) => {
    for (const name of shownBy) {
      const { file, titles } = partsOf(name);
      const source = sourceOf(file);
      expect(titles.filter((title) => !hasTitle(source, title))).toEqual([]);
    }
  });
});

/** As the title of a test, a suite or a row of one. */
const hasTitle = (source: string, title: string): boolean =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted)) ||
  // A suite that is written once for several: `sign-in with ${name}`.
  title.startsWith('sign-in with ');
