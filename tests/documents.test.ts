import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { limitOf } from '#contract/limits.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(root + file, 'utf8');

const DECISIONS = 'docs/decisions/';
const PAGES = [
  'README.md',
  'docs/AGENTS.md',
  'docs/architecture.md',
  'docs/product.md',
  'docs/operations/README.md',
  'docs/operations/configuration.md',
  'docs/operations/runbook.md',
  'docs/contributing.md',
  'docs/dependencies.md',
  'docs/glossary.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  `${DECISIONS}README.md`,
];

test('every decision record has a number of its own and a line with its status in the list', () => {
  const records = readdirSync(root + DECISIONS).filter((name) => /^\d/.test(name));
  const numbers = records.map((name) => name.slice(0, 3));
  expect(numbers.toSorted()).toEqual(records.map((_, i) => String(i + 1).padStart(3, '0')));
  const listed = [...textOf(`${DECISIONS}README.md`).matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)];
  expect(listed.map(([, name]) => name)).toEqual(records.toSorted());
});

test('README.md has at most 700 words', () => {
  expect(textOf('README.md').split(/\s+/).length).toBeLessThanOrEqual(700);
});

test.each(PAGES)('every link of %s leads to an existing file', (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => to);
  const missing = links.filter((to) => !existsSync(root + posix.join(posix.dirname(page), to)));
  expect(missing).toEqual([]);
});

test('every folder and every npm script that the documentation names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const named = PAGES.flatMap((page) => {
    const text = textOf(page);
    const folders = [...text.matchAll(/`((?:src|projections|web|scripts|tests|docs)\/[\w./-]*)`/g)].map(
      ([, path = '']) => path,
    );
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    return [
      ...folders.filter((path) => !existsSync(root + path)),
      ...commands.filter((name) => scripts[name] === undefined),
    ].map((what) => `${page}: ${what}`);
  });
  expect(named).toEqual([]);
});

test('every name in the glossary occurs in the code', () => {
  const rows = textOf('docs/glossary.md').matchAll(/^\|[^|]+\|([^|]+)\|/gm);
  const names = [...rows].flatMap(([, cell = '']) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = '']) => name));
  const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const words = new Set(files.flatMap((file) => textOf(`src/${file}`).match(/\w+/g) ?? []));
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});

test('the configuration page states every limit of the contract with its numbers', () => {
  const page = textOf('docs/operations/configuration.md');
  const limits = Object.values<Endpoint>(contract).map(limitOf);
  const numbers = limits.flatMap((limit): (readonly [string, number])[] => {
    if (limit === undefined) return [];
    const rules = limit.kind === 'quota' ? limit.rules : [limit.failures];
    const rest = limit.kind === 'guesses' ? [limit.freeGuesses] : [];
    return [...rules.flatMap(({ calls, seconds }) => [calls, seconds]), ...rest].map(
      (number) => [limit.name, number] as const,
    );
  });
  const missing = numbers.filter(([name, number]) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` `)) ?? '';
    const said: readonly string[] = row.replaceAll(/(\d) (\d{3})\b/g, '$1$2').match(/\d+/g) ?? [];
    return !said.includes(String(number));
  });
  expect(missing).toEqual([]);
});
