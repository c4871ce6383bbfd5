import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A class without a rule causes no error, but the screen looks wrong. */

const markup = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => `web/${file}`);
const read = (file: string): string => readFileSync(file, 'utf8');
const classesOf = (file: string): readonly string[] => [...read(file).matchAll(/\.([\w-]+)(?=[^{}]*\{)/g)].map(name);
const name = ([, found = '']: RegExpMatchArray): string => found;

const kit = classesOf('web/ui/kit.css');
const definedClasses = new Set([...kit, ...classesOf('web/ui/base.css')]);

/** Literal class names in the markup, beside those that a module exports. */
const usedClasses = markup.flatMap((file) =>
  [...read(file).matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain, template = '']) =>
    (plain ?? template.replaceAll(/\$\{[^}]*\}/g, ''))
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => ({ file, word })),
  ),
);

test('every CSS class in the markup is defined in the kit', () => {
  expect(usedClasses.length).toBeGreaterThan(500);
  expect(usedClasses.filter(({ word }) => !definedClasses.has(word))).toEqual([]);
});

test('every CSS class of the kit is used in the markup', () => {
  const used = new Set(markup.flatMap((file) => read(file).match(/[\w-]+/g) ?? []));
  expect(kit.length).toBeGreaterThan(50);
  expect(kit.filter((each) => !used.has(each))).toEqual([]);
});
