import { MAX_TEN_THOUSANDTHS } from '#domain/decimal.ts';
import { formatDecimal, formatQuantity } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import {
  keepNumeralCharacters,
  type Numeral,
  type NumeralKind,
  readNumeral,
  formatForInput,
} from '#domain/numerals.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const KINDS = ['money', 'quantity', 'percentage'] as const satisfies readonly NumeralKind[];

const value = (units: number): Numeral => ({ kind: 'value', tenThousandths: units });
const either = (decimal: number, thousands: number): Numeral => ({
  kind: 'ambiguous',
  candidates: [decimal, thousands],
});
const empty: Numeral = { kind: 'empty' };
const tooMany: Numeral = { kind: 'too_many_decimals' };
const no: Numeral = { kind: 'not_a_number' };

describe('numerals with the same meaning as money, quantity and percentage', () => {
  test.each<[string, Numeral]>([
    // These numerals have one mark or none.
    ['0', value(0)],
    ['12', value(120_000)],
    ['007', value(70_000)],
    ['12,34', value(123_400)],
    ['12.34', value(123_400)],
    ['12,3456', value(123_456)],
    ['12.3456', value(123_456)],
    ['3,500', value(35_000)],
    ['1234,567', value(12_345_670)],
    ['1234.567', value(12_345_670)],
    ['0.500', value(5_000)],
    ['0,500', value(5_000)],
    ['0.5', value(5_000)],
    ['00.500', value(5_000)],
    ['012.345', value(123_450)],
    [',5', value(5_000)],
    ['.5', value(5_000)],
    ['5,', value(50_000)],
    ['5.', value(50_000)],
    ['0,0001', value(1)],
    ['1,50000', value(15_000)],
    // Both marks: the last one is the decimal mark, the other groups by three.
    ['1.234,56', value(12_345_600)],
    ['1,234.56', value(12_345_600)],
    ['1.234.567,89', value(12_345_678_900)],
    ['1,234,567.89', value(12_345_678_900)],
    ['1.234,567', value(12_345_670)],
    ['1,234.567', value(12_345_670)],
    ['12.345,', value(123_450_000)],
    ['12,345.', value(123_450_000)],
    ['1.23,4', no],
    ['1.2345,6', no],
    ['12.34,56', no],
    ['1234.567,8', no],
    ['0.123,4', no],
    ['.123,4', no],
    ['1.,5', no],
    ['1,.5', no],
    ['1.234,567.8', no],
    ['1,234.567,8', no],
    // These texts have marks in places that make no number.
    ['.', no],
    [',', no],
    ['.,', no],
    ['1,2,3', no],
    ['1,234,567', no],
    ['1..5', no],
    ['1,,5', no],
    ['1.2.3', no],
    ['1.23.456', no],
    ['0.123.456', no],
    // These numerals have more than four significant decimals.
    ['1,23456', tooMany],
    ['0.00001', tooMany],
    ['1.234,56789', tooMany],
    [`${'9'.repeat(30)},00001`, tooMany],
    // These numerals are beyond every range, and limited to the largest number.
    ['9'.repeat(30), value(MAX_TEN_THOUSANDTHS)],
    ['9'.repeat(400), value(MAX_TEN_THOUSANDTHS)],
    [`${'0'.repeat(400)}5`, value(50_000)],
    // Space around does not matter, space within does.
    ['', empty],
    ['   ', empty],
    ['\u00A0\t\n\uFEFF', empty],
    [' 12,5 ', value(125_000)],
    ['\u00A012,5\u2009', value(125_000)],
    ['1 234,56', no],
    ['1\u00A0234', no],
    // Only ASCII digits are accepted; NFC does not change the others.
    ['\uFF11\uFF12', no],
    ['٣', no],
    ['३', no],
    ['²', no],
    ['½', no],
    ['１,5', no],
    ['1，5', no],
    ['1٫5', no],
    // Signs, words and exponents are refused.
    ['-5', no],
    ['+5', no],
    ['−5', no],
    ['1e3', no],
    ['0x1F', no],
    ['R$ 5', no],
    ['5%', no],
    ["1'234", no],
    ['NaN', no],
    ['Infinity', no],
    ['\0', no],
    ['5\0', no],
    ['\uD800', no],
    ['5\uDFFF', no],
    ['__proto__', no],
  ])('%j is read in the same way by fields of all three kinds', (source, expected) => {
    for (const kind of KINDS) expect([kind, readNumeral(source, kind)]).toEqual([kind, expected]);
  });
});

describe('a numeral with groups of three digits after dots', () => {
  test.each<[source: string, money: Numeral, quantity: Numeral, percentage: Numeral]>([
    ['3.500', value(35_000_000), either(35_000, 35_000_000), value(35_000)],
    [' 3.500 ', value(35_000_000), either(35_000, 35_000_000), value(35_000)],
    ['12.000', value(120_000_000), either(120_000, 120_000_000), value(120_000)],
    ['123.456', value(1_234_560_000), either(1_234_560, 1_234_560_000), value(1_234_560)],
    ['1.234.567', value(12_345_670_000), value(12_345_670_000), no],
    ['999.999.999', value(9_999_999_990_000), value(9_999_999_990_000), no],
    [`1${'.000'.repeat(100)}`, value(MAX_TEN_THOUSANDTHS), value(MAX_TEN_THOUSANDTHS), no],
  ])('%j is read according to the kind of its field', (source, money, asQuantity, percentage) => {
    expect(readNumeral(source, 'money')).toEqual(money);
    expect(readNumeral(source, 'quantity')).toEqual(asQuantity);
    expect(readNumeral(source, 'percentage')).toEqual(percentage);
  });

  test('that is ambiguous as a quantity can be written unambiguously in both meanings', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 }), (whole, group) => {
        const numeral = readNumeral(`${whole}.${String(group).padStart(3, '0')}`, 'quantity');
        if (numeral.kind !== 'ambiguous') throw new Error(numeral.kind);
        const [decimal, thousands] = numeral.candidates;
        expect(decimal).toBe(whole * 10_000 + group * 10);
        expect(thousands).toBe(decimal * 1_000);
        for (const units of numeral.candidates)
          expect(readNumeral(formatForInput(units), 'quantity')).toEqual(value(units));
      }),
      runs(100),
    );
  });
});

const amount = fc.oneof(
  fc.integer({ min: 0, max: LIMITS.monthlyRevenue.max }),
  fc.integer({ min: 0, max: 20_000_000 }),
  fc.integer({ min: 0, max: 1_000 }).map((whole) => whole * 10_000),
);
const kind = fc.constantFrom(...KINDS);

describe('a formatted numeral reads back', () => {
  test('from the text of a field, for every kind', () => {
    fc.assert(
      fc.property(amount, kind, (units, as) => {
        expect(readNumeral(formatForInput(units), as)).toEqual(value(units));
      }),
      runs(1_000),
    );
  });

  test('from the display with all decimals, for every kind', () => {
    fc.assert(
      fc.property(amount, kind, (units, as) => {
        expect(readNumeral(formatDecimal(units, 4), as)).toEqual(value(units));
      }),
      runs(1_000),
    );
  });

  test('as the displayed value with fewer decimals, for every kind', () => {
    fc.assert(
      fc.property(amount, kind, fc.constantFrom(1, 2), (units, as, decimals) => {
        const step = 10 ** (4 - decimals);
        const shown = Math.floor(units / step + 0.5) * step;
        expect(readNumeral(formatDecimal(units, decimals), as)).toEqual(value(shown));
      }),
      runs(300),
    );
  });

  test('as a quantity, from a displayed quantity with a fraction', () => {
    fc.assert(
      fc.property(amount, (units) => {
        fc.pre(units % 10_000 !== 0);
        expect(readNumeral(formatQuantity(units), 'quantity')).toEqual(value(units));
      }),
      runs(100),
    );
  });
});

test('any text gives safe whole units or a refusal, without throwing', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('0', '1', '9', '.', ',', ' ', '-', 'e', '\uD83C') }),
    fc.string({ unit: fc.constantFrom('0', '1', '000', '.', ',') }),
  );
  fc.assert(
    fc.property(text, kind, (source, as) => {
      const numeral = readNumeral(source, as);
      const units =
        numeral.kind === 'value' ? [numeral.tenThousandths] : numeral.kind === 'ambiguous' ? numeral.candidates : [];
      return units.every((each) => Number.isSafeInteger(each) && each >= 0);
    }),
    runs(300),
  );
});

test('a text of a million characters is read without delay', () => {
  const long = '0'.repeat(1_000_000);
  expect(readNumeral(`1,${long}1`, 'money')).toEqual(tooMany);
  expect(readNumeral(`1,${long}`, 'money')).toEqual(value(10_000));
  expect(readNumeral(`${long}1`, 'money')).toEqual(value(10_000));
  expect(readNumeral('.000'.repeat(300_000), 'money')).toEqual(no);
});

describe('characters that may enter a field', () => {
  test('are digits, dots and commas', () => {
    expect(keepNumeralCharacters('R$ 1.234,56 kg−e١１')).toBe('1.234,56');
  });

  test('are kept from any text in their order, without additions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          Array.from(text)
            .filter((each) => '0123456789.,'.includes(each))
            .join(''),
        ).toBe(keepNumeralCharacters(text));
      }),
      runs(100),
    );
  });
});
