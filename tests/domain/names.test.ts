import { bodySchema } from '#contract/body.ts';
import { optionalShortText } from '#contract/fields.ts';
import { normalizeName, optionalText, readName, readUnit } from '#domain/names.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { fieldOfTable } from '#web/features/entry/field.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const storedName = (name: string) => ({ ok: true, name });
const empty = { ok: false, sentence: 'Preencha este campo.' };
const strange = { ok: false, sentence: 'O nome tem caracteres que não podem ser usados.' };
const long = { ok: false, sentence: 'O nome pode ter no máximo 80 caracteres.' };

/** Every mark that Unicode calls a bidirectional control: ALM, LRM, RLM, embeddings, overrides, isolates. */
const BIDIRECTIONAL = Array.from('\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069');

describe('a name', () => {
  test.each([
    ['Pão de queijo', 'Pão de queijo'],
    ['  Aluguel  ', 'Aluguel'],
    ['\u00A0\tAluguel\n', 'Aluguel'],
    ['Açu\u0301car', 'Açúcar'],
    ['🍕', '🍕'],
    ['👨‍👩‍👧 Combo família', '👨‍👩‍👧 Combo família'],
    ['__proto__', '__proto__'],
    ['</script><b>', '</script><b>'],
    ['0', '0'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['🍕'.repeat(80), '🍕'.repeat(80)],
    ['e\u0301'.repeat(80), 'é'.repeat(80)],
  ])('that is %j is stored as %j', (source, name) => {
    expect(readName(source)).toEqual(storedName(name));
  });

  test.each(['', ' ', '\u00A0', '\t\n', '\u2003'])('that is %j is refused as empty', (source) => {
    expect(readName(source)).toEqual(empty);
  });

  test.each([
    '\u200B',
    '\u200B\u200C\u200D\u2060',
    '\u00AD',
    '\u115F\u1160',
    '\u3164',
    '\uFFA0',
    '\u2800\u2800',
    '\u180E',
    '\u034F',
    '\uFE0F',
    '\u{E0100}',
    '\u{E0061}\u{E007F}',
    '\u{1D173}',
    '\uFEFF',
    ' \u200B \u3000 ',
  ])('that is %j is refused because it is invisible', (source) => {
    expect(readName(source)).toEqual(empty);
    expect(readUnit(source)).toEqual(empty);
  });

  test.each([...BIDIRECTIONAL, '\u200B', '\u2060', '\uFEFF', '\u00AD'])(
    'is stored without the invisible character %j',
    (mark) => {
      expect(readName(mark)).toEqual(empty);
      for (const source of [`Pão${mark}zinho`, `Pãozinho ${mark}`, `${mark}Pãozinho`])
        expect(readName(source)).toEqual({ ok: true, name: 'Pãozinho' });
    },
  );

  test.each(['\n', '\t', '\r\n', '\u0085', '\u00A0', '\u2028', '  '])(
    'is stored with one space in place of %j',
    (space) => {
      expect(readName(`${space}Pão${space}de queijo${space}`)).toEqual({ ok: true, name: 'Pão de queijo' });
    },
  );

  test.each(['a\0b', '\0', 'a\u007Fb', 'a\uD800b', '\uDC00', 'a\uD83C'])(
    'that is %j is refused for its unusable characters',
    (source) => {
      expect(readName(source)).toEqual(strange);
    },
  );

  test('is limited to 80 characters as people count them, not as JavaScript does', () => {
    expect(readName('x'.repeat(81))).toEqual(long);
    expect(readName('🍕'.repeat(81))).toEqual(long);
    expect(readName(`${' '.repeat(1_000)}x`)).toEqual(storedName('x'));
  });

  test('does not change when it is read again, and a database can store it', () => {
    const pieces = [
      'a',
      'é',
      'e',
      '\u0301',
      '🍕',
      '\u200D',
      '\uFE0F',
      ' ',
      '\u00A0',
      '\0',
      '\n',
      '\uD83C',
      '\uDC00',
      '가',
      'ᄀ',
    ];
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...pieces), maxLength: 90 }),
    );
    fc.assert(
      fc.property(text, (source) => {
        const reading = readName(source);
        const name = reading.ok ? reading.name : 'recusado';
        expect(readName(name)).toEqual(storedName(name));
        expect(new TextDecoder().decode(new TextEncoder().encode(name))).toBe(name);
        expect(name).not.toContain('\0');
      }),
      runs(300),
    );
  });
});

test('a unit has at most 20 characters under the same rules', () => {
  expect(readUnit(' kg ')).toEqual(storedName('kg'));
  expect(readUnit('colher de sopa cheia')).toEqual(storedName('colher de sopa cheia'));
  expect(readUnit('colher de sopa cheias')).toEqual({
    ok: false,
    sentence: 'A unidade pode ter no máximo 20 caracteres.',
  });
  expect(readUnit('k\0g')).toEqual({ ok: false, sentence: 'A unidade tem caracteres que não podem ser usados.' });
  expect(readUnit('')).toEqual(empty);
});

describe('an optional text', () => {
  const read = optionalText(10, 'O fornecedor');
  const schema = bodySchema({ supplier: optionalShortText(read) });
  const inBody = (body: object) => v.safeParse(schema, body).output;

  test.each([
    ['Atacadão', 'Atacadão'],
    ['  Feira ', 'Feira'],
    ['', null],
    [' \t', null],
    ['\u200B\u00AD', null],
  ])('that is %j is stored as %j', (source, kept) => {
    expect(read(source)).toEqual({ ok: true, name: kept });
    expect(inBody({ supplier: source })).toEqual({ supplier: kept });
  });

  test('may be omitted from a body or be null', () => {
    expect(inBody({})).toEqual({});
    expect(inBody({ supplier: null })).toEqual({ supplier: null });
  });

  test.each([
    ['x'.repeat(11), 'O fornecedor pode ter no máximo 10 caracteres.'],
    ['a\u0000b', 'O fornecedor tem caracteres que não podem ser usados.'],
  ])('that is %j is refused with “%s”', (source, sentence) => {
    expect(read(source)).toEqual({ ok: false, sentence });
    expect(v.safeParse(schema, { supplier: source }).issues?.map(({ message }) => message)).toEqual([sentence]);
  });

  test('is empty in a field and “nada” in a sentence when it is null', () => {
    const field = fieldOfTable('category', dishFields.category);
    expect([field.toInputText(null), field.toInputText('Feira')]).toEqual(['', 'Feira']);
    expect([field.toSentenceText(null), field.toSentenceText('Feira')]).toEqual(['nada', '“Feira”']);
    expect(field.read(' ')).toEqual({ ok: true, value: null });
    expect(field.isOptional).toBe(true);
  });
});

test.each([
  ['pizzas', 'Pizzas'],
  ['PORÇÕES', 'porcoes'],
  ['  Pizzas\u00A0 grandes ', 'pizzas grandes'],
  ['Piz\u00ADzas\u200B', 'pizzas'],
  ['\u202Apizzas\u202C', 'pizzas'],
  ['Pão', 'Pa\u0303o'],
])('%j and %j are the same name', (one, other) => {
  expect(normalizeName(one)).toBe(normalizeName(other));
});

test.each([
  ['Pizza', 'Pizzas'],
  ['Pizzas grandes', 'Pizzasgrandes'],
  ['👨‍👩‍👧', '👨👩👧'],
])('%j and %j are different names', (one, other) => {
  expect(normalizeName(one)).not.toBe(normalizeName(other));
});
