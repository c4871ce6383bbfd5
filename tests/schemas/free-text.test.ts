import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

/** The parts of a schema that are used here; each kind of schema has some of them. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly options?: readonly v.GenericSchema[];
}

interface Leaf {
  readonly place: string;
  readonly schema: v.GenericSchema;
}

/** Every schema of a value in the contract, so that a new call is included automatically. */
function leavesOf(place: string, schema: v.GenericSchema): readonly Leaf[] {
  const { type, entries, wrapped, item, options } = schema as unknown as Shape;
  if (entries) return Object.entries(entries).flatMap(([name, entry]) => leavesOf(`${place}.${name}`, entry));
  if (wrapped) return leavesOf(place, wrapped);
  if (item) return leavesOf(`${place}[]`, item);
  if (type === 'variant') return (options ?? []).flatMap((option) => leavesOf(place, option));
  return [{ place, schema }];
}

const leaves = (Object.entries(contract) as [string, Endpoint][]).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? leavesOf(`${name} ${part}`, schema) : [],
  ),
);

/** The preparation method has several lines. */
const LINES = 'a\r\nb';
const isOfSeveralLines = (place: string): boolean => place.endsWith('.method');

const NO_TEXTS = ['\0', 'a\0', '\ud800', 'a\udfffb', 'a\u0086b', 'a'.repeat(100_000), '1'.repeat(100_000)];

test('the test of all texts finds the text values of every call', () => {
  expect(leaves.length).toBeGreaterThan(100);
  expect(leaves.map(({ place }) => place)).toContain('auditTrail query.stream');
  expect(leaves.map(({ place }) => place)).toContain('applyChanges body.calls[].body.name');
});

describe('invisible or overlong text', () => {
  test.each(NO_TEXTS.map((text) => [JSON.stringify(text).slice(0, 20), text]))(
    'is refused by every value that a caller sends: %s',
    (_shown, text) => {
      const taking = leaves.filter(({ schema }) => v.is(schema, text)).map(({ place }) => place);
      expect(taking).toEqual([]);
    },
  );
});

/** White space of any kind becomes one space, and direction marks are removed. */
test.each([
  ['a line break', LINES, 'a b'],
  ['a line separator', 'a\u2028b', 'a b'],
  ['a tab', 'a\tb', 'a b'],
  ['a next-line character', 'a\u0085b', 'a b'],
  ['a direction mark', 'a\u202eb', 'ab'],
])('a text of one line is read without %s', (_what, text, read) => {
  const taking = leaves.filter(({ place, schema }) => v.is(schema, text) && !isOfSeveralLines(place));
  expect(taking.map(({ place }) => place)).toContain('addIngredient body.name');
  const others = taking.filter(({ schema }) => v.parse(schema, text) !== read);
  expect(others.map(({ place }) => place)).toEqual([]);
});

test('a text of invisible characters alone is accepted only where the value may be empty, or as a password', () => {
  const takes = leaves.filter(({ schema }) => v.is(schema, '\u200b\u3164') && !v.is(schema, ''));
  expect(takes.map(({ place }) => place)).toEqual(['verifyAdminPassword body.password']);
});
