import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { judged } from './judge.ts';
import { plantedIn } from '#tests/support/planting.ts';
import { PROTECTIONS } from './protections.ts';
import type { Requirement } from './requirement.ts';
import { REQUIREMENTS } from './requirements.ts';
import { partsOf, type RanTest, testsNamed } from './titles.ts';

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

describe('a row', () => {
  const ran = (path: string, status = 'passed', file = 'tests/http/who-may.test.ts'): RanTest => ({
    file,
    path: path.split(' › '),
    status,
  });
  const row: Requirement = { id: '3.5.1', what: 'X', shownBy: ['http/who-may › from another site › %s: 403'] };

  test('counts when its tests ran and passed, all of them', () => {
    const both = [ran('from another site › logout: 403'), ran('from another site › addDish: 403')];
    expect(judged(row, both)).toMatchObject({ result: 'passed', tests: 2 });
    const one = [...both, ran('from another site › addMonth: 403', 'failed')];
    expect(judged(row, one)).toMatchObject({ result: 'failed', why: ['failed: from another site › addMonth: 403'] });
  });

  test.each([
    ['was skipped', [ran('from another site › logout: 403', 'skipped')]],
    ['is in another file', [ran('from another site › logout: 403', 'passed', 'tests/http/pages.test.ts')]],
    ['stands elsewhere in its file', [ran('from our own pages › logout: 403')]],
    ['has another title', [ran('from another site › logout: 404')]],
    ['is not there', []],
  ])('does not count when its test %s', (_how, all) => {
    expect(judged(row, all).result).toBe('failed');
  });

  test('that says why it does not hold counts as not fulfilled', () => {
    expect(judged({ ...row, shownBy: [], open: 'no such thing' }, [ran('x')]).result).toBe('open');
  });

  test('finds what comes of a title with values in it', () => {
    const name = 'audit/verify-audit › ${TAMPERINGS} times, at any place' as const;
    expect(
      testsNamed(name, [ran('x › 60 times, at any place', 'passed', 'tests/audit/verify-audit.test.ts')]),
    ).toHaveLength(1);
    const web = ran('the password at /admin › is (shown).', 'passed', 'tests/web/admin.test.tsx');
    expect(testsNamed('web/admin › the password at %s › is (shown).', [web])).toHaveLength(1);
    expect(testsNamed('web/admin › the password at %s › is (shown)', [web])).toEqual([]);
  });
});

describe('a protection that is switched off', () => {
  test('is one of ten and more, each of its own name', () => {
    expect(PROTECTIONS.length).toBeGreaterThanOrEqual(10);
    expect(new Set(PROTECTIONS.map(({ name }) => name)).size).toBe(PROTECTIONS.length);
  });

  test.each(PROTECTIONS)('$name: it stands in the source as it is said, and rows are about it', (protection) => {
    const source = textOf(protection.file);
    expect(plantedIn(source, protection)).not.toBe(source);
    const rows = REQUIREMENTS.filter(({ id }) => protection.reddens.includes(id));
    expect(rows.map(({ open }) => open)).toEqual(protection.reddens.map(() => undefined));
  });
});
